"""What is printed stays within the margins of its paper, and is as large as they allow."""

import pytest

from rullo_core.views import sheets
from rullo_core.views.panels import Panel


@pytest.mark.parametrize("columns", [1, 2, 3])
@pytest.mark.parametrize(("width", "height"), [(1, 1), (4, 4), (9, 9), (11, 3), (3, 11), (30, 5), (5, 30)])
def test_boards_fill_the_paper_up_to_its_margins(width, height, columns):
    panels = [Panel(width, height, (), ())] * 3
    for page in sheets._pages(panels, columns):
        x, y, page_width, page_height = page.axes[0].get_position().bounds
        assert tuple(page.get_size_inches()) == sheets.PAPER
        assert 2 * x + page_width == pytest.approx(1)
        assert (y + page_height) * sheets.PAPER[1] == pytest.approx(sheets.PAPER[1] - sheets.MARGIN)
        rooms = x * sheets.PAPER[0] - sheets.MARGIN, y * sheets.PAPER[1] - sheets.MARGIN
        assert min(rooms) > -1e-6
    is_alone = columns == 1 or max(width, height) > sheets.LONGEST_SIDE
    side = sheets._cell(panels[:1] if is_alone else panels, 1 if is_alone else columns)
    assert side == pytest.approx(0.5) or min(rooms) == pytest.approx(0, abs=1e-6)
