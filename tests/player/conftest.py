"""Pages to play on, opened as files, and somebody who plays there."""

from contextlib import contextmanager

import pytest

from tests.player.files import write_pages

NOON = "2026-03-01T12:00:00"
"""When the tests play; the day after comes with the clock of the page set on."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The pages as files."""
    return write_pages(tmp_path_factory.mktemp("site"))


def stop_clock(context):
    """Let it be noon until a test sets the clock on."""
    context.clock.install(time=NOON)
    context.clock.pause_at("2026-03-01T12:00:01")


@pytest.fixture
def player(browser, context_beside, folder):
    """Somebody at a browser that has kept nothing yet; all that goes wrong on the pages that are opened there fails.

    The clock stands still, or shows the real time. Who sets it on has a context alone, to which it belongs.
    """
    errors = []

    @contextmanager
    def call(name="rullo", script="", width=1280, link="", real_time=False, sets_clock=False, **options):
        if sets_clock:
            context = browser.new_context(**options)
            stop_clock(context)
        else:
            context = context_beside(folder.as_uri(), None if real_time else stop_clock, **options)
        page = context.new_page()
        page.set_viewport_size({"width": width, "height": 900})
        page.add_init_script(script)
        page.on("pageerror", lambda error: errors.append(f"script: {error}"))
        page.on("console", lambda message: message.type == "error" and errors.append(f"console: {message.text}"))
        page.on(
            "request",
            lambda request: (
                request.url.startswith((folder.parent.as_uri(), "blob:", "data:"))
                or errors.append(f"asks {request.url}")
            ),
        )
        page.goto(link or f"{(folder / name).as_uri()}.html")
        yield page
        (context if sets_clock else page).close()

    yield call
    assert errors == []
