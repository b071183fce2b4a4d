"""The site that make site builds: searchable, whole, and without a request to another server."""

import functools
import http.server
import pathlib
import re
import threading

import pytest
from playwright.sync_api import sync_playwright

import lab

SITE = pathlib.Path(__file__).parent.parent / "build" / "site"
DOCS = pathlib.Path(__file__).parent.parent / "docs"


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def address():
    """The address of a server of the site."""
    handler = functools.partial(Quiet, directory=SITE)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="module")
def chrome():
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=lab.chromium(), args=lab.FLAGS)


@pytest.fixture
def visit(chrome, address):
    """Opens a page of the site, and holds it to asking this server alone."""
    asked = []
    page = chrome.new_page(viewport=lab.VIEW)
    page.set_default_timeout(20_000)
    page.on("request", lambda request: asked.append(request.url))

    def open_page(path):
        page.goto(f"{address}/{path}")
        return page

    yield open_page
    page.close()
    assert asked
    assert [url for url in asked if not url.startswith((address, "data:", "blob:"))] == []


def test_every_document_is_a_page():
    for document in DOCS.rglob("*.md"):
        if {"internal", "pictures"} & set(document.relative_to(DOCS).parts) or document == DOCS / "README.md":
            continue
        published = document != DOCS / "status.md"  # the developers' log
        assert (SITE / document.relative_to(DOCS)).with_suffix(".html").exists() == published


def scheme(page):
    return page.evaluate("document.body.dataset.mdColorScheme")


def test_the_site_follows_the_system_until_its_reader_chooses(visit):
    page = visit("guide/trust.html")
    for system, shown in (("dark", "slate"), ("light", "default"), ("dark", "slate")):
        page.emulate_media(color_scheme=system)
        page.wait_for_function("shown => document.body.dataset.mdColorScheme == shown", arg=shown)
    page.locator("label[title='Switch to light']:visible").click()
    assert scheme(page) == "default"
    visit("idea.html")
    assert scheme(page) == "default"
    page.locator("label[title='Switch to dark']:visible").click()
    page.locator("label[title='Follow the system']:visible").click()
    page.emulate_media(color_scheme="light")
    page.wait_for_function("document.body.dataset.mdColorScheme == 'default'")


@pytest.mark.parametrize("system", ["light", "dark"])
def test_each_page_of_the_guide_has_pictures_of_its_theme(visit, system):
    for guide in sorted((DOCS / "guide").glob("*.md")):
        page = visit(f"guide/{guide.stem}.html")
        page.emulate_media(color_scheme=system)
        pictures = page.locator("article img:visible")
        assert pictures.count() > 0
        for picture in pictures.all():
            assert f"-{system}.svg" in picture.get_attribute("src")
            assert picture.evaluate("picture => picture.decode().then(() => picture.naturalWidth)") > 300


@pytest.mark.parametrize("path", ["index.html", "idea.html", "mathematics.html"])
def test_formulas_are_laid_out(visit, path):
    page = visit(path)
    formula = page.locator("math[display=block]").first
    assert formula.bounding_box()["height"] > 25
    assert "\\frac" not in page.locator("article").inner_text()
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_the_search_finds_a_section_and_a_name(visit):
    page = visit("index.html")
    page.keyboard.press("s")
    page.keyboard.type("StabilityPlan")
    found = page.locator("a.md-search-result__link[href*='reference/nvsd.html']")
    found.first.wait_for()
    assert page.locator("a.md-search-result__link[href$='#StabilityPlan']").count() > 0


@pytest.mark.parametrize("words, page_of", [("partial dependence", "guide/csv-to-model.html"), ("install", "install.html"), ("missing values", "data.html")])
def test_the_search_finds_the_page_on_a_subject(visit, words, page_of):
    """It is among the first three; the reference, which has every word, comes behind."""
    page = visit("index.html")
    page.keyboard.press("s")
    page.keyboard.type(words)
    found = page.locator("li.md-search-result__item > a")
    found.nth(2).wait_for()
    assert any(page_of in found.nth(i).get_attribute("href") for i in range(3)), [found.nth(i).get_attribute("href") for i in range(3)]


def test_the_search_knows_the_parts_of_a_name(visit):
    page = visit("index.html")
    page.keyboard.press("s")
    page.keyboard.type("leave one out")
    page.locator("a.md-search-result__link[href*='ByLeaveOneOut']").first.wait_for(state="attached")


def test_a_page_of_the_reference(visit):
    page = visit("reference/penalty.html")
    assert page.locator("h1").inner_text().startswith("Package penalty")
    assert page.locator("text=type Lasso").count() > 0
    assert page.locator("text=Example").count() > 0


def test_links_lead_on(visit):
    page = visit("guide/csv-to-model.html")
    page.locator("article a[href='../checking.html']").first.click()
    page.wait_for_url("**/checking.html")
    assert page.locator("h1").count() == 1


def test_links_of_notebooks_lead_to_pages():
    pages = sorted((SITE / "notebooks").glob("*.html"))
    assert pages
    found = 0
    for page in pages:
        for target in re.findall(r'href="([^"#:]+)["#]', page.read_text()):
            assert (page.parent / target).exists(), f"{page.name} leads to {target}"
            found += 1
    assert found


def test_a_notebook_is_a_page(visit):
    page = visit("notebooks.html")
    page.locator("article a[href='notebooks/quickstart.html']").click()
    page.wait_for_url("**/notebooks/quickstart.html")
    assert "Which measurements matter?" in page.locator("h1").first.inner_text()
