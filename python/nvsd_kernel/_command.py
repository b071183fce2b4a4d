"""The program nvsd-kernel: where it is, and how its errors become exceptions."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig


class CommandError(ValueError):
    """The program refused its input, or was ended. The message has its own words."""


def find_program() -> str:
    """Find the program ``nvsd-kernel``.

    The variable ``NVSD_KERNEL`` comes first, then the folders where this Python's packages put
    programs, then ``PATH``.

    Returns
    -------
    str
        The path of the program.

    Raises
    ------
    FileNotFoundError
        If there is no program.
    """
    named = os.environ.get("NVSD_KERNEL")
    if named:
        if not os.path.isfile(named):
            raise FileNotFoundError(f"NVSD_KERNEL names {named}, which is not there")
        return named
    name = "nvsd-kernel.exe" if os.name == "nt" else "nvsd-kernel"
    folders = [sysconfig.get_path("scripts"), os.path.dirname(sys.executable)]
    user = f"{os.name}_user"
    if user in sysconfig.get_scheme_names():
        folders.append(sysconfig.get_path("scripts", user))
    for folder in folders:
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            return path
    found = shutil.which("nvsd-kernel")
    if found is None:
        raise FileNotFoundError(
            "the program nvsd-kernel is neither in " + ", ".join(folders) + " nor in PATH: "
            "install the package nvsd-kernel in this environment, or set NVSD_KERNEL to the program"
        )
    return found


def run(*arguments: str, folder: str, statuses: tuple = (0,)) -> None:
    """Run the program in a folder.

    Parameters
    ----------
    *arguments : str
        The command and its flags.
    folder : str
        The working folder, to which names of files are relative.
    statuses : tuple of int
        The exit statuses that mean success.

    Raises
    ------
    CommandError
        If the exit status is another one.
    """
    done = subprocess.run(
        [find_program(), *arguments], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, encoding="utf-8", errors="replace"
    )
    if done.returncode not in statuses:
        words = done.stderr.strip() or f"nvsd-kernel {arguments[0]} ended with status {done.returncode} and said nothing"
        words = words.split("nvsd-kernel: ", 1)[-1]
        for name in arguments:  # The user has not seen the file.
            words = words.removeprefix(f"{name}: ")
        raise CommandError(words.removeprefix("spec: "))
