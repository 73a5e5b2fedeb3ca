"""A real browser, and all that goes wrong on its pages."""

import os
import shutil
import threading
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

BROWSERS = Path(__file__).with_name("browsers.txt")
"""A line for each program that tests can drive: its kind and its name; ``.ci/run`` looks for the same names.

The first has no window to draw, and takes a third less processor time for a page.
"""


def installed(kind):
    """Return the path of the first program of a kind that is installed, None if there is none."""
    names = [line.split() for line in BROWSERS.read_text(encoding="utf-8").splitlines()]
    return next(filter(None, (shutil.which(name) for of, name in names if of == kind)), None)


CHROMIUM = installed("chromium")
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]


@contextmanager
def started():
    """Headless Chromium; skipped where there is none, a failure under CI."""
    if CHROMIUM is None:
        if os.environ.get("CI"):
            pytest.fail(
                "no Chromium here, and CI must not do without one: install Debian's package chromium-headless-shell"
            )
        pytest.skip("no Chromium here: install it (Debian's package chromium) to look at pages in a browser")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield browser
        browser.close()


class _Silent(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@contextmanager
def serving(folder):
    """Serve a folder, and give its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Silent, directory=str(folder))) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def violations(page, options):
    """What axe finds on a page; it is loaded there once."""
    from axe_playwright_python.base import AXE_SCRIPT

    page.evaluate("window.axe?.version") or page.evaluate(AXE_SCRIPT)
    return page.evaluate("async (options) => (await axe.run(options)).violations", options)


@contextmanager
def watched(browser, served, **options):
    """A new page of a browser, or of a context, and all that goes wrong on it."""
    page, errors = browser.new_page(**options), []
    page.on(
        "request",
        lambda event: event.url.startswith((served, "data:", "blob:")) or errors.append(f"outside: {event.url}"),
    )
    # What is still under way when the next page is asked for is broken off.
    page.on("requestfailed", lambda event: "ABORTED" in event.failure or errors.append(f"failed: {event.url}"))
    page.on("response", lambda event: event.status < 400 or errors.append(f"{event.status}: {event.url}"))
    page.on("pageerror", lambda error: errors.append(f"script: {error}"))
    page.on("console", lambda event: event.type == "error" and errors.append(f"console: {event.text}"))
    yield page, errors
    page.close()
