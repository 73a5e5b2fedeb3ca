from pathlib import Path

import numba

from rullo_core import compiled


def test_kernel_cache_is_keyed_by_the_source_of_all_kernels():
    assert Path(numba.config.CACHE_DIR).name == f"kernels-{compiled.source_hash()}"


def test_edit_of_any_kernel_changes_the_name_of_the_cache(tmp_path, monkeypatch):
    kernels = ("compiled/bits.py", "constraints/kernels/sums.py", "one/kernels/line.py", "two/kernels/line.py")
    for place in (*kernels, "one/experiments/some.py"):
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_text("x = 1\n")
    monkeypatch.setattr(compiled, "PACKAGE", tmp_path)
    before = compiled.source_hash()
    (tmp_path / "one/experiments/some.py").write_text("x = 2\n")
    assert compiled.source_hash() == before
    seen = {before}
    for place in kernels:
        (tmp_path / place).write_text("x = 2\n")
        seen.add(compiled.source_hash())
    assert len(seen) == 5
