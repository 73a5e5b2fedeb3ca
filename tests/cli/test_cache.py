"""The command that shows the folder of compiled kernels."""

import os

from rullo_core import paths


def test_the_cache_is_shown_and_emptied(rullo, tmp_path, monkeypatch):
    cache = tmp_path / "cache"
    (cache / "kernels-one/two").mkdir(parents=True)
    (cache / "kernels-one/two/code.nbc").write_bytes(bytes(3_000_000))
    (cache / "own").touch()
    leftover = tmp_path / "sweeps/small/.out.0123abcd.tmp.parquet"
    leftover.parent.mkdir(parents=True)
    leftover.touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(cache))
    monkeypatch.setattr(paths, "DATA", tmp_path)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    output = f"{cache}: 3.0 MB of compiled kernels\n{leftover}: left by a killed run, removed\n"
    assert rullo("cache") == (0, output, "")
    assert not leftover.exists()
    assert rullo("cache", "--empty") == (0, f"{cache}: 3.0 MB of compiled kernels, removed\n", "")
    assert os.listdir(cache) == ["own"]


def test_verbose_says_why_code_is_compiled_again(rullo, monkeypatch, tmp_path):
    import logging

    handlers = [*logging.getLogger("rullo").handlers]
    try:
        assert rullo("-v", "cache")[0] == 0
        assert logging.getLogger("rullo").isEnabledFor(logging.INFO)
    finally:
        logging.getLogger("rullo").handlers = handlers
        logging.getLogger("rullo").setLevel(logging.NOTSET)
