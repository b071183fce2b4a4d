"""The quickstart notebook in JupyterLab, in a browser."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request

import pytest
from playwright.sync_api import sync_playwright

from conftest import ROOT

FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip


def chromium():
    for name in (os.environ.get("CHROMIUM"), "chromium", "chromium-browser", "google-chrome"):
        if name and shutil.which(name):
            return shutil.which(name)
    pytest.fail("no Chromium found: test/chromium.sh installs it, or name one in CHROMIUM")


@pytest.fixture
def lab(kernelspec, tmp_path):
    shutil.copy(ROOT / "notebooks" / "quickstart.ipynb", tmp_path)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    log = open(tmp_path / "lab.log", "wb")
    server = subprocess.Popen(
        [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1",
         f"--port={port}", "--IdentityProvider.token=", f"--ServerApp.root_dir={tmp_path}",
         "--LabApp.news_url=", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"],
        stdout=log, stderr=subprocess.STDOUT,
    )  # fmt: skip
    try:
        deadline = time.monotonic() + 60
        while True:
            try:
                urllib.request.urlopen(f"{url}/api/status", timeout=2).read()
                break
            except OSError:
                assert server.poll() is None, (tmp_path / "lab.log").read_text()
                assert time.monotonic() < deadline, (tmp_path / "lab.log").read_text()
                time.sleep(0.2)
        yield url
    finally:
        server.terminate()
        server.wait(20)
        log.close()


def test_run_all_shows_table_and_plot(lab, tmp_path):
    with sync_playwright() as p:
        browser = p.chromium.launch(executable_path=chromium(), args=FLAGS)
        page = browser.new_page(viewport={"width": 1280, "height": 4200})
        page.goto(f"{lab}/lab/tree/quickstart.ipynb?reset")
        page.wait_for_selector(".jp-NotebookPanel .jp-CodeCell", timeout=60_000)
        # Before it has a kernel, JupyterLab runs nothing and says nothing.
        page.wait_for_selector("text=Go (nvsd) | Idle", timeout=60_000)
        page.click("text=Run >> nth=0")
        page.click('.lm-Menu-item:has-text("Run All Cells")')
        page.wait_for_function(
            """() => {
                const prompts = [...document.querySelectorAll('.jp-CodeCell .jp-InputPrompt')];
                return prompts.length > 0 && prompts.every(p => /\\[\\d+\\]/.test(p.textContent));
            }""",
            timeout=180_000,
        )
        assert page.query_selector(".jp-OutputArea table") is not None
        picture = page.query_selector(".jp-OutputArea img[src^='data:image/svg']")
        assert picture is not None
        box = picture.bounding_box()
        assert box["width"] > 200 and box["height"] > 100
        assert page.query_selector(".jp-RenderedText[data-mime-type$='error']") is None
        shot = os.environ.get("NVSD_SCREENSHOT")
        if shot:
            page.screenshot(path=shot)
        browser.close()
