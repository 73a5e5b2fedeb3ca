"""The pages to play on as an app: installed, and without a network; from a server of their own."""

import json
import os
import re

import matplotlib
import matplotlib.image
import pytest

from rullo_core.player import offline
from rullo_core.player.kinds import kinds
from tests.browsing import serving

ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">'
ICON += '<rect width="8" height="8" rx="2" fill="#102030"/>'
ICON += '<g fill="#fff"><rect x="4" y="0" width="4" height="4"/></g></svg>'


# Where a puzzle can be opened by those who follow the link to it.
LINKED = (b"https://www.f-puzzles.com", b"https://sudokupad.app")


@pytest.fixture
def served(tmp_path):
    """A folder with the site's pages to play on, another page, and the address of both on a server."""
    write(tmp_path, ICON)
    (tmp_path / "other.html").write_text("<!doctype html><title>x</title>Visited")
    with serving(tmp_path) as address:
        yield tmp_path, f"{address}/"


def write(folder, icon):
    for name, content in offline.site(kinds(), icon).items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content)


def cache_of(page):
    """The names of caches, once a service worker answers."""
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.wait_for_function("navigator.serviceWorker.controller")
    return page.evaluate("caches.keys()")


def test_icons_are_drawn(tmp_path, monkeypatch):
    """Transparent at the corners, or with its background there; what is in a group has the colour of that.

    They have as many pixels as asked for, whatever else is drawn with.
    """
    monkeypatch.setitem(matplotlib.rcParams, "savefig.dpi", 200)
    for background, opaque in (("none", 0), ("#102030", 255)):
        (tmp_path / "icon.png").write_bytes(offline.draw(ICON, 64, background))
        pixels = (matplotlib.image.imread(tmp_path / "icon.png") * 255).round()
        assert pixels.shape == (64, 64, 4)
        assert pixels[0, 0, 3] == opaque
        assert pixels[48, 16].tolist() == [16, 32, 48, 255]
        assert pixels[16, 48].tolist() == [255, 255, 255, 255]


def test_a_cache_is_named_by_what_is_in_it():
    """Its name, and all files of the site, are in the script; nothing of it is elsewhere."""
    files = offline.site(kinds(), ICON)
    script = files.pop("service-worker.js").decode()
    assert json.loads(re.search(r"^const FILES = (.*);$", script, re.MULTILINE)[1]) == [*sorted(files), "play/"]
    names = {
        re.search(r'^const CACHE = "(rullo \w{16})";$', offline.service_worker(site_files), re.MULTILINE)[1]
        for site_files in (files, files | {"play/index.html": b""}, files | {"play/new.html": b""}, files)
    }
    assert len(names) == 3
    icons = json.loads(files["play/manifest.webmanifest"])["icons"]
    assert {f"play/{icon['src']}".replace("play/../", "") for icon in icons} <= set(files)
    addresses = {address for content in files.values() for address in re.findall(rb"\w+://[\w.-]+", content)}
    assert addresses == {b"http://www.w3.org", *LINKED}


@pytest.mark.slow
def test_a_browser_can_install_it(browser, served):
    """As Chromium sees it: nothing is wrong with the manifest, and nothing hinders it."""
    _, address = served
    page = browser.new_page()
    page.goto(f"{address}play/rullo.html")
    assert cache_of(page)
    protocol = page.context.new_cdp_session(page)
    app_manifest = protocol.send("Page.getAppManifest")
    assert app_manifest["url"] == f"{address}play/manifest.webmanifest"
    assert app_manifest["errors"] == []
    hindrances = [error["errorId"] for error in protocol.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    assert [hindrance for hindrance in hindrances if hindrance != "in-incognito"] == []  # as every context of a test is
    page.close()


@pytest.mark.slow
def test_it_is_played_offline(browser, served):
    """After one visit: every page, a move that is kept, a new puzzle; and other pages that were visited."""
    folder, address = served
    context = browser.new_context()
    page = context.new_page()
    foreign_urls = []
    page.on("request", lambda request: request.url.startswith((address, "blob:")) or foreign_urls.append(request.url))
    page.goto(f"{address}play/index.html")
    assert len(cache_of(page)) == 1
    page.goto(f"{address}other.html")
    context.set_offline(True)
    page.goto(f"{address}play/")
    assert page.locator(".kinds a").count() == len(kinds())
    page.locator("a[href='rullo.html']").last.click()
    page.locator("td.cell button").nth(2).click()
    page.reload()
    assert page.locator("td.cell button").nth(2).get_attribute("aria-label").endswith("included")
    page.get_by_text("A new puzzle").click()
    page.locator("details select").first.select_option("4x4")
    page.get_by_role("button", name="Make one").click()
    page.locator("table[aria-label^='Rullo 4x4']").wait_for()
    for name in kinds():
        page.goto(f"{address}play/{name}.html?from=home")
        page.locator("td.cell button").first.wait_for()
    page.goto(f"{address}other.html?again")
    assert page.locator("body").inner_text() == "Visited"
    (folder / "other.html").write_text("<!doctype html><title>x</title>Changed")
    context.set_offline(False)
    page.goto(f"{address}other.html")
    assert page.locator("body").inner_text() == "Changed"
    assert foreign_urls == []
    context.close()


@pytest.mark.slow
def test_a_new_build_takes_the_place_of_the_old_one(browser, served):
    """One visit later; and nothing of the old one is kept."""
    folder, address = served
    for path in folder.rglob("*.*"):  # written an hour ago: the server tells changes apart by the second
        os.utime(path, (path.stat().st_mtime - 3600,) * 2)
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{address}play/rullo.html")
    (old,) = cache_of(page)
    write(folder, ICON.replace("#102030", "#405060"))
    page.reload()
    for _ in range(100):
        if old not in page.evaluate("caches.keys()"):
            break
        page.wait_for_timeout(50)
    assert len(page.evaluate("caches.keys()")) == 1
    app_manifest = page.evaluate("fetch('manifest.webmanifest').then((response) => response.json())")
    assert app_manifest["theme_color"] == "#405060"
    context.close()


@pytest.mark.slow
def test_a_page_in_a_file_is_no_app(player):
    """It asks for no manifest, which a browser would refuse."""
    with player() as page:
        assert page.locator("link[rel=manifest]").count() == 0
        assert page.evaluate("caches.keys().catch(() => [])") == []
