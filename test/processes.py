"""The processes of a kernel, as Linux lists them."""

import glob
import os
import pathlib
import time


def children(pid):
    """The processes that pid has started."""
    found = []
    for stat in glob.glob("/proc/[0-9]*/stat"):
        try:
            fields = pathlib.Path(stat).read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid:
            found.append(int(stat.split("/")[2]))
    return found


def named(setting):
    """The processes that were started with a setting, NAME=VALUE, in their environment."""
    found = []
    for environ in glob.glob("/proc/[0-9]*/environ"):
        try:
            settings = pathlib.Path(environ).read_bytes().split(b"\0")
        except OSError:
            continue
        if setting.encode() in settings:
            found.append(int(environ.split("/")[2]))
    return found


def ended(pids, within=15):
    deadline = time.monotonic() + within
    while time.monotonic() < deadline:
        if not any(os.path.exists(f"/proc/{pid}") for pid in pids):
            return True
        time.sleep(0.05)
    return False
