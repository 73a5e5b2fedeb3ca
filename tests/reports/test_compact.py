"""What notebooks show in fewer bytes: every pixel as before, whatever the picture, and every text of a table."""

import re
import zlib
from base64 import b64encode
from io import BytesIO

import matplotlib.pyplot as plt
import nbformat
import numpy as np
import pandas as pd
import pytest
from PIL import Image

import rullo_core as rc
from rullo_core.reports.compact import compact, compact_outputs
from rullo_core.reports.notebook import execute

RANDOM = np.random.default_rng(1)

RAMP = (np.add.outer(np.arange(40), np.arange(30))[..., None] * (1, 2, 3) % 256).astype("u1")
"""As in a photograph, a pixel differs from its neighbours, and little."""


def saved(picture, **options):
    file = BytesIO()
    picture.save(file, "PNG", **options)
    return file.getvalue()


def picture_of_board(**options):
    ax = rc.sudoku.parse(".4...32....3....").plot(level="naked")
    file = BytesIO()
    ax.figure.savefig(file, **options)
    plt.close(ax.figure)
    return file.getvalue()


def noise(*shape, kind="u1"):
    return RANDOM.integers(0, np.iinfo(kind).max, shape, dtype=kind)


def pixels(png):
    picture = Image.open(BytesIO(png))
    return picture.size, picture.convert("RGBA").tobytes()


@pytest.mark.parametrize("options", [{}, {"transparent": True}, {"facecolor": (1, 1, 1, 0.5)}], ids=str)
def test_a_drawn_picture_keeps_its_pixels_and_resolution_in_fewer_bytes(options):
    png = picture_of_board(dpi=123, **options)
    compacted = compact(png)
    assert len(compacted) < 0.9 * len(png)
    assert pixels(compacted) == pixels(png)
    assert Image.open(BytesIO(compacted)).info["dpi"] == Image.open(BytesIO(png)).info["dpi"]
    assert compact(compacted) == compacted


@pytest.mark.parametrize(
    "png",
    [
        saved(Image.fromarray(RAMP)),
        saved(Image.fromarray(np.zeros((40, 30, 3), "u1")), transparency=(0, 0, 0)),
        saved(Image.fromarray(np.zeros((40, 30, 4), "u1")), icc_profile=b"a profile of colours"),
        saved(Image.fromarray(noise(40, 30) % 16).quantize(16)),
        saved(Image.fromarray(noise(40, 30, kind="u2"))),
        saved(
            Image.new("RGB", (9, 9)),
            save_all=True,
            append_images=[Image.new("RGB", (9, 9), "red")],
        ),
    ],
    ids=["a ramp", "a colour that is none", "profile", "palette", "16 bits", "moving"],
)
def test_what_would_lose_something_or_gain_nothing_is_left_alone(png):
    assert compact(png) == png


def test_colours_of_sixteen_bits_are_left_alone():
    """Pillow reads them as of eight."""
    png = bytearray(saved(Image.new("RGB", (9, 9))))
    png[24] = 16
    png[29:33] = zlib.crc32(png[12:29]).to_bytes(4)
    assert Image.open(BytesIO(png)).mode == "RGB"
    assert compact(bytes(png)) == png


def test_opacities_are_left_out_where_all_are_full_only():
    flat = np.zeros((40, 30, 4), "u1")
    flat[..., 3] = 255
    assert Image.open(BytesIO(compact(saved(Image.fromarray(flat))))).mode == "RGB"
    flat[7, 8, 3] = 254
    compacted = compact(saved(Image.fromarray(flat)))
    assert Image.open(BytesIO(compacted)).mode == "RGBA"
    assert pixels(compacted) == pixels(saved(Image.fromarray(flat)))


def test_pictures_in_html_are_found_and_all_else_stays():
    png = picture_of_board(dpi=50)
    text = b64encode(png).decode()
    source = f"data:image/png;base64,{text}"
    html = f'<p>data:text/plain;base64,{text}</p><img src="{source}"><img alt="again" src="{source}">'
    outputs = [
        nbformat.v4.new_output("display_data", {"image/png": text, "text/html": html, "text/plain": text}),
        nbformat.v4.new_output("stream", text=text),
    ]
    cell = nbformat.v4.new_code_cell(outputs=outputs)
    compact_outputs([nbformat.v4.new_markdown_cell(html), cell])
    data, compacted = outputs[0]["data"], b64encode(compact(png)).decode()
    assert len(compacted) < len(text)
    assert (data["image/png"], data["text/plain"], outputs[1]["text"]) == (compacted, text, text)
    assert data["text/html"] == compacted.join(html.replace("png;base64," + text, "png;base64,\0").split("\0"))


def test_names_of_cells_stay_where_a_style_refers_to_them():
    """And the table looks the same to whoever reads it: its texts, headings and spans."""
    index = pd.MultiIndex.from_product([["a", "b"], [1, 2]])
    frame = pd.DataFrame({"n": range(4), "share": [0.1, 0.2, 0.3, 0.4]}, index)
    plain, coloured = frame.style.format(precision=2), frame.style.highlight_max(subset="share", color="red")
    outputs = [nbformat.v4.new_output("display_data", {"text/html": style.to_html()}) for style in (plain, coloured)]
    originals = [output["data"]["text/html"] for output in outputs]
    compact_outputs([nbformat.v4.new_code_cell(outputs=outputs)])
    for html, compacted in zip(originals, (output["data"]["text/html"] for output in outputs), strict=True):
        assert len(compacted) < 0.7 * len(html)
        assert compacted.count("<td") == html.count("<td") == 8
        assert compacted.count("rowspan") == html.count("rowspan") == 2
        assert re.findall(r">([^<]+)<", compacted) == re.findall(r">([^<]+)<", html)
        assert re.findall("<style.*</style>", compacted, re.DOTALL) == re.findall("<style.*</style>", html, re.DOTALL)
        (table,) = re.findall(r'<table id="(T_\w+)"', html)
        assert re.findall(r' id="(\S+)"', compacted)[0] == table
    assert re.findall(r' id="(\S+)"', compacted) == [table, f"{table}_row3_col1"]


def test_classes_stay_where_there_is_a_style_for_some():
    frame = pd.DataFrame({"n": range(4)})
    styled = frame.style.set_table_styles([{"selector": "th.row_heading", "props": "color: red"}])
    html = styled.to_html()
    cell = nbformat.v4.new_code_cell(outputs=[nbformat.v4.new_output("display_data", {"text/html": html})])
    compact_outputs([cell])
    assert cell.outputs[0]["data"]["text/html"] == html


def test_what_an_executed_notebook_shows_is_compact(tmp_path):
    sources = [
        "import pandas as pd\n\nframe = pd.DataFrame({'n': [1, 2]})\nframe.plot();",
        "frame.style",
        "import rullo_core as rc\n\nrc.choose(lambda number: (frame * number).plot(), [1, 2])",
    ]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources])
    nbformat.write(notebook, tmp_path / "one.ipynb")
    execute(tmp_path / "one.ipynb", tmp_path / "one.ipynb")
    executed = nbformat.read(tmp_path / "one.ipynb", as_version=4)
    text = nbformat.writes(executed)
    assert [text.count(mark) for mark in ('"image/png": "iVBOR', "<td>", "data:image/png;base64,iVBOR")] == [1, 2, 2]
    compact_outputs(executed.cells)
    assert nbformat.writes(executed) == text
