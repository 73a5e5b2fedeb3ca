from pathlib import Path

import numba
import pytest

from rullo_core.compiled import bits, storage
from rullo_core.killer.kernels import cages
from rullo_core.rullo.kernels.lines import counts

SHARED = ("compiled/bits.py", "constraints/kernels/sums.py")


@pytest.mark.parametrize(("module", "part"), [(bits, "compiled"), (cages, "killer"), (counts, "rullo")])
def test_kernels_are_cached_by_puzzle_and_by_the_source_they_depend_on(module, part):
    cached = [one for one in vars(module).values() if isinstance(one, numba.core.dispatcher.Dispatcher)]
    places = {Path(one.stats.cache_path).parent for one in cached if one.__module__ == module.__name__}
    assert places == {storage.cache_folder(part)}
    assert storage.cache_folder(part).name == f"kernels-{part}-{storage.kernel_hash(part)}"


@pytest.fixture
def package(tmp_path, monkeypatch):
    for place in (*SHARED, "one/kernels/inner/line.py", "two/kernels/line.py", "one/experiments/some.py"):
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_text("x = 1\n")
    monkeypatch.setattr(storage, "PACKAGE", tmp_path)
    return tmp_path


@pytest.mark.parametrize("place", [*SHARED, "one/kernels/inner/line.py"])
def test_an_edit_of_a_kernel_names_another_cache(package, place):
    before = storage.kernel_hash("one")
    (package / place).write_text("x = 2\n")
    assert storage.kernel_hash("one") != before


@pytest.mark.parametrize("place", ["two/kernels/line.py", "one/experiments/some.py"])
def test_an_edit_of_anything_else_leaves_the_cache(package, place):
    before = storage.kernel_hash("one")
    (package / place).write_text("x = 2\n")
    assert storage.kernel_hash("one") == before


@pytest.mark.parametrize("place", [*SHARED, "one/kernels/inner/line.py", "two/kernels/line.py"])
def test_kernels_of_tests_are_compiled_again_after_an_edit_of_any_kernel(package, place):
    before = storage.kernel_hash("tests")
    (package / place).write_text("x = 2\n")
    assert storage.kernel_hash("tests") != before


def test_each_part_has_a_cache_of_its_own():
    assert len({storage.cache_folder(part) for part in ("compiled", "constraints", "killer", "rullo")}) == 4
