"""Pages of the site that are made light."""

import base64

from rullo_core.reports.lightening import lighten


def test_pictures_are_in_files_one_for_each_however_often_it_is_shown(tmp_path):
    pictures = [base64.b64encode(data).decode() for data in (b"one", b"other", b"one")]
    tags = "".join(f'<img src="data:image/png;base64,{one}" style="width: 1em">' for one in pictures)
    for name in ("index.html", "below/page.html"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(f"<body>{tags}</body>")
    lighten(tmp_path)
    files = {path.read_bytes(): path.name for path in (tmp_path / "_images").iterdir()}
    assert sorted(files) == [b"one", b"other"]
    for name, up in (("index.html", ""), ("below/page.html", "../")):
        text = (tmp_path / name).read_text()
        assert text.count(f'src="{up}_images/{files[b"one"]}"') == 2
        assert text.count(f'src="{up}_images/{files[b"other"]}"') == 1
        assert text.count('loading="lazy"') == 2
