"""Pages of the site that are made light."""

import base64
import re

from rullo_core.reports.lightening import lighten


def test_pictures_are_in_files_one_for_each_however_often_it_is_shown(tmp_path):
    pictures = [base64.b64encode(data).decode() for data in (b"one", b"other", b"one")]
    tags = "".join(f'<img src="data:image/png;base64,{picture}" style="width: 1em">' for picture in pictures)
    for name in ("index.html", "below/page.html"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(f"<body>{tags}</body>")
    lighten(tmp_path)
    files = {path.read_bytes(): path.name for path in (tmp_path / "_images").iterdir()}
    assert sorted(files) == [b"one", b"other"]
    for name, to_root in (("index.html", ""), ("below/page.html", "../")):
        text = (tmp_path / name).read_text()
        assert text.count(f'src="{to_root}_images/{files[b"one"]}"') == 2
        assert text.count(f'src="{to_root}_images/{files[b"other"]}"') == 1
        assert text.count('loading="lazy"') == 2


def test_a_page_keeps_room_for_a_picture_of_a_known_size_in_pixels(tmp_path):
    """A point is four thirds of a pixel; what has a size already keeps it, and of other drawings none is known."""
    png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + (640).to_bytes(4) + (360).to_bytes(4)
    (tmp_path / "chart.png").write_bytes(png)
    (tmp_path / "board.svg").write_text(
        '<?xml version="1.0"?>\n<svg xmlns="a" width="90.4pt" height="45pt" viewBox="">'
    )
    (tmp_path / "icon.svg").write_text('<svg viewBox="0 0 1 1">')
    tags = {
        '<img src="chart.png">': 'width="640" height="360"',
        '<img src="board.svg">': 'width="121" height="60"',
        '<img src="icon.svg">': "",
        '<img src="gone.png">': "",
        '<img src="board.svg" style="width: 1em">': "",
        '<img width="7" src="board.svg">': 'width="7"',
    }
    (tmp_path / "page.html").write_text("\n".join(tags))
    lighten(tmp_path)
    sizes = [
        " ".join(re.findall(r'(?:width|height)="\d+"', line))
        for line in (tmp_path / "page.html").read_text().splitlines()
    ]
    assert sizes == list(tags.values())
