"""The board in JupyterLab, with Python behind it, in a real browser."""

import socket
import subprocess
import sys
import time
import urllib.request

import nbformat
import pytest

from rullo_core.player.widget import Player
from rullo_core.reports.notebook import execute
from rullo_core.rullo.api import API as RULLO
from tests.browsing import watched

pytestmark = pytest.mark.slow

CHOICE = """import rullo_core as rc

sudoku = rc.sudoku.parse(".4...32....3....")
rc.choose(lambda level: sudoku.plot(level=level), ["naked", "gac"], label="level")"""

SOURCE = """from rullo_core.player.widget import Player
from rullo_core.rullo.api import API as RULLO

Player(RULLO)"""


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """JupyterLab on an executed notebook with a board, without a kernel yet; its address."""
    folder = tmp_path_factory.mktemp("lab")
    cells = [nbformat.v4.new_code_cell("import rullo_core", id="parameters", metadata={"tags": ["parameters"]})]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    for name, cell in (
        ("play", nbformat.v4.new_code_cell(SOURCE, id="board")),
        ("choose", nbformat.v4.new_code_cell(CHOICE, id="choice")),
    ):
        path = folder / f"{name}.ipynb"
        nbformat.write(nbformat.v4.new_notebook(cells=[*cells, cell], metadata=kernel), path)
        execute(path, path)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", f"--ServerApp.port={port}"]
    command += [
        "--IdentityProvider.token=",
        f"--notebook-dir={folder}",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]
    with (folder / "log.txt").open("w") as log:
        server = subprocess.Popen(command, stdout=log, stderr=log)
        try:
            address = f"http://127.0.0.1:{port}"
            for _ in range(120):
                try:
                    urllib.request.urlopen(f"{address}/api", timeout=1).close()
                    break
                except OSError:
                    time.sleep(0.5)
            yield address
        finally:
            server.terminate()
            server.wait(30)


def run_second_cell(page):
    """Run the second cell of the notebook that is open, once there is a kernel, and wait for the end."""
    page.get_by_text("Python 3 (ipykernel) | Idle").wait_for(timeout=60_000)
    cell = page.locator(".jp-CodeCell").nth(1)
    cell.locator(".cm-content").click()
    page.keyboard.press("Shift+Enter")
    cell.get_by_text("[1]:").first.wait_for(timeout=90_000)  # it was [2] when all cells were executed


def test_a_picture_is_chosen_in_jupyterlab(lab, browser):
    """The first one is there before the cell is run, and the other one can be chosen after it."""
    with watched(browser, lab) as (page, errors):
        page.goto(f"{lab}/lab/tree/choose.ipynb?reset")
        pictures, selector = page.get_by_alt_text("level "), page.get_by_label("level")
        pictures.first.wait_for(timeout=60_000)
        assert [picture.is_visible() for picture in pictures.all()] == [True, False]
        run_second_cell(page)
        selector.wait_for(timeout=90_000)
        selector.select_option("gac")
        assert [picture.is_visible() for picture in pictures.all()] == [False, True]
    assert errors == []


def test_a_puzzle_is_played_in_jupyterlab(lab, browser):
    """Its table before the cell is run; then with mouse, keys, a text of one's own and a new puzzle."""
    with watched(browser, lab) as (page, errors):
        page.goto(f"{lab}/lab/tree/play.ipynb?reset")
        page.locator(".jp-RenderedHTML table").wait_for(timeout=60_000)
        assert page.locator(".rullo-board").count() == 0
        run_second_cell(page)
        board = page.locator(".rullo-board")
        board.wait_for(timeout=90_000)
        output, cells = board.locator(".rullo-note"), board.locator("td.cell button")
        solution = Player(RULLO).play["solutions"][0]

        for cell, place in enumerate(solution):
            cells.nth(cell).click(click_count=place + 1)
        assert output.inner_text() == "Solved."
        board.get_by_role("button", name="Start over").click()

        cells.nth(0).focus()
        for row in range(4):
            for column in range(4)[:: -1 if row % 2 else 1]:
                for _ in range(solution[4 * row + column] + 1):
                    page.keyboard.press("Space")
                if column != (0 if row % 2 else 3):
                    page.keyboard.press("ArrowLeft" if row % 2 else "ArrowRight")
            assert f"row {row + 1}: " in board.locator("th[scope=row]").nth(row).get_attribute("aria-label")
            assert "0 unknown" in board.locator("th[scope=row]").nth(row).get_attribute("aria-label")
            page.keyboard.press("ArrowDown")
        assert output.inner_text() == "Solved."
        board.get_by_role("button", name="Start over").click()
        board.get_by_role("button", name="Step").click()
        assert "Pass 1, columns" in output.inner_text()

        board.get_by_text("Your own text").click()
        board.locator("textarea").fill("5 7\n4 1 4\n8 5 x")
        board.get_by_role("button", name="Play this").click()
        board.get_by_text("Line 3, column 5: ").wait_for(timeout=30_000)
        assert board.locator("textarea").input_value() == "5 7\n4 1 4\n8 5 x"
        assert board.locator("textarea").evaluate("area => area.value[area.selectionStart]") == "x"
        board.locator("textarea").fill("5 7\n4 1 4\n8 5 3")
        board.get_by_role("button", name="Play this").click()
        board.get_by_text("Rullo 2x2, difficulty 1").first.wait_for(timeout=30_000)
        assert cells.count() == 4

        board.get_by_text("A new puzzle").click()
        board.get_by_label("size").select_option("3x3")
        board.get_by_role("button", name="Make one").click()
        board.get_by_text("Rullo 3x3, difficulty").first.wait_for(timeout=60_000)
        assert cells.count() == 9
    assert errors == []
