from pathlib import Path

import numba

from rullo_core import compiled


def test_kernel_cache_is_keyed_by_the_source_of_all_kernels():
    assert Path(numba.config.CACHE_DIR).name == f"kernels-{compiled.source_hash()}"


def test_source_of_one_puzzle_and_of_all(tmp_path, monkeypatch):
    """An edit of a puzzle's kernels names that puzzle's and the whole anew, and no other puzzle's; a shared one all."""
    for place in (
        "compiled/bits.py",
        "constraints/kernels/sums.py",
        "one/kernels/line.py",
        "two/kernels/line.py",
        "one/experiments/some.py",
    ):
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_text("x = 1\n")
    monkeypatch.setattr(compiled, "PACKAGE", tmp_path)

    def all_hashes():
        return [compiled.source_hash(which) for which in ("one", "two", "*")]

    before = all_hashes()
    (tmp_path / "one/kernels/line.py").write_text("x = 2\n")
    after = all_hashes()
    assert [a == b for a, b in zip(after, before, strict=True)] == [False, True, False]
    before = all_hashes()
    (tmp_path / "one/experiments/some.py").write_text("x = 2\n")
    assert [a == b for a, b in zip(all_hashes(), before, strict=True)] == [False, True, True]
    for shared in ("compiled/bits.py", "constraints/kernels/sums.py"):
        before = all_hashes()
        (tmp_path / shared).write_text("x = 3\n")
        assert all(a != b for a, b in zip(all_hashes(), before, strict=True))
