"""JupyterLab in a browser, for the tests: a server, a page, and notebooks on it."""

import contextlib
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import expect, sync_playwright

FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
VIEW = {"width": 1100, "height": 800}
PATIENCE = 60_000  # milliseconds


def chromium():
    for name in (os.environ.get("CHROMIUM"), "chromium", "chromium-browser", "google-chrome"):
        if name and shutil.which(name):
            return shutil.which(name)
    pytest.fail("no Chromium found: test/chromium.sh installs it, or name one in CHROMIUM")


# What a user might choose: no news, documentation beside what completion offers, and
# patience with a machine that has much to do.
SETTINGS = {
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    "completer-extension/manager": {"showDocumentationPanel": True, "providerTimeout": 20_000},
}


def settings(folder):
    """Writes the settings of a user; their folder."""
    for name, values in SETTINGS.items():
        path = folder / "@jupyterlab" / f"{name}.jupyterlab-settings"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(values))
    return folder


@contextlib.contextmanager
def server(folder, home, python=sys.executable):
    """A server of a Python's JupyterLab on a folder, whose settings and log are in home; its address."""
    log = home / "lab.log"
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    with open(log, "wb") as out:
        process = subprocess.Popen(
            [str(python), "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1",
             f"--port={port}", "--IdentityProvider.token=", f"--ServerApp.root_dir={folder}",
             "--LabApp.expose_app_in_browser=True", f"--LabApp.user_settings_dir={settings(home / 'settings')}"],
            stdout=out, stderr=subprocess.STDOUT,
        )  # fmt: skip
        try:
            deadline = time.monotonic() + 60
            while True:
                try:
                    urllib.request.urlopen(f"{url}/api/status", timeout=2).read()
                    break
                except OSError:
                    assert process.poll() is None and time.monotonic() < deadline, log.read_text()
                    time.sleep(0.2)
            yield url
        finally:
            process.terminate()
            process.wait(20)


@contextlib.contextmanager
def browser(url):
    """JupyterLab in a headless browser: a page that has loaded."""
    with sync_playwright() as playwright:
        chrome = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        page = chrome.new_page(viewport=VIEW)
        page.set_default_timeout(PATIENCE)
        page.goto(f"{url}/lab?reset")
        page.wait_for_function("window.jupyterapp")
        page.evaluate("window.jupyterapp.restored")
        page.evaluate("window.jupyterapp.commands.execute('application:toggle-left-area')")
        yield page
        chrome.close()


GEOMETRY = pathlib.Path(__file__).with_name("geometry.js")


def wrong(root, what, *arguments):
    """What geometry.js finds wrong with what an element of a page shows, in words."""
    if not root.page.evaluate("'geometry' in window"):
        root.page.add_script_tag(path=GEOMETRY)
    return root.evaluate("(root, [what, more]) => window.geometry[what](root, ...more)", [what, list(arguments)])


def box(element):
    """Where an element is, once it is drawn: JupyterLab draws the cells of a long notebook one after the other."""
    expect(element).to_be_visible(timeout=PATIENCE)
    return element.bounding_box()


def dress(page, theme):
    """Changes the theme of JupyterLab: Light or Dark."""
    page.evaluate("theme => window.jupyterapp.commands.execute('apputils:change-theme', {theme}).then(() => {})", f"JupyterLab {theme}")
    page.wait_for_selector(f"body[data-jp-theme-light={'true' if theme == 'Light' else 'false'}]", state="attached")


def write(path, cells):
    """Writes a notebook of code cells for the kernel."""
    nb = new_notebook(cells=[new_code_cell(cell) for cell in cells])
    nb.metadata["kernelspec"] = {"name": "nvsd", "display_name": "Go (nvsd)", "language": "go"}
    nbformat.write(nb, path)


def picture(of, name, **options):
    """Takes a picture of a page, or of a part of one, for people, where NVSD_PICTURES names a folder."""
    folder = os.environ.get("NVSD_PICTURES")
    if folder:
        of.screenshot(path=os.path.join(folder, f"{name}.png"), **options)


class Notebook:
    """A notebook that is open on the page."""

    def __init__(self, page, name):
        self.page = page
        page.evaluate("async path => { await window.jupyterapp.commands.execute('docmanager:open', {path}); }", name)
        self.idle()

    def idle(self):
        # Before it has a kernel, JupyterLab runs nothing and says nothing.
        self.page.wait_for_selector("text=Go (nvsd) | Idle")

    def cell(self, i):
        return self.page.locator(".jp-Notebook .jp-CodeCell").nth(i)

    def outputs(self, i):
        return self.cell(i).locator(".jp-OutputArea").first

    def code(self, i):
        return self.cell(i).locator(".cm-content")

    def run(self, i):
        """Runs a cell by its keys, and stays in it."""
        self.code(i).click()
        self.page.keyboard.press("Control+Enter")

    def run_all(self):
        """Runs all cells, and waits for the last."""
        self.menu("Run", "Run All Cells")
        self.page.wait_for_function(
            """() => {
                const prompts = [...document.querySelectorAll('.jp-CodeCell .jp-InputPrompt')];
                return prompts.length > 0 && prompts.every(p => /\\[\\d+\\]/.test(p.textContent));
            }""",
            timeout=180_000,
        )

    def runs(self, *indices):
        """Runs cells, and waits for each until it has its number."""
        for i in indices:
            self.run(i)
            self.ended(i)

    def ended(self, i, number=r"\d+"):
        expect(self.cell(i).locator(".jp-InputPrompt")).to_have_text(re.compile(rf"\[{number}\]"), timeout=PATIENCE)

    def shows(self, i, text):
        """Waits until the outputs of a cell have a text, or match a pattern."""
        expect(self.outputs(i)).to_contain_text(text, timeout=PATIENCE)

    def offered(self, i, text):
        """Presses Tab at the end of a cell, and returns what is offered with a text."""
        self.code(i).click()
        self.page.keyboard.press("Control+End")
        self.page.keyboard.press("Tab")
        item = self.page.locator(".jp-Completer-item", has_text=text)
        expect(item).to_be_visible(timeout=PATIENCE)
        return item

    def menu(self, name, item):
        self.page.locator(".lm-MenuBar-item", has_text=re.compile(f"^{name}$")).click()
        self.page.locator(".lm-Menu-item", has_text=re.compile(f"^{item}")).first.click()

    def picture(self, name):
        picture(self.page, name)

    def close(self):
        self.page.evaluate(
            """async () => {
                const app = window.jupyterapp;
                for (const widget of [...app.shell.widgets('main')]) widget.dispose();
                await app.serviceManager.sessions.shutdownAll();
            }"""
        )
