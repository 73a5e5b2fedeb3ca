from pathlib import Path

import pytest
from numba.extending import is_jitted

from rullo_core.compiled import bits, compiled, inner, storage
from rullo_core.killer.kernels import cages
from rullo_core.rullo.kernels.lines import counts

SHARED = ("rullo_core/compiled/bits.py", "rullo_core/constraints/kernels/sums.py")

OWN_FILES = ("rullo_core/one/kernels/inner/line.py", "rullo_studies/one/kernels/line.py")

OTHER_FILES = (
    "rullo_core/two/kernels/line.py",
    "rullo_studies/two/kernels/line.py",
    "rullo_core/one/experiments/some.py",
)


@pytest.mark.parametrize(("module", "part"), [(bits, "compiled"), (cages, "killer"), (counts, "rullo")])
def test_kernels_are_cached_by_puzzle_and_by_the_source_they_depend_on(module, part):
    cached = [function for function in vars(module).values() if is_jitted(function)]
    places = {Path(function.stats.cache_path).parent for function in cached if function.__module__ == module.__name__}
    assert places == {storage.cache_folder(part)}
    assert storage.cache_folder(part).name.startswith(f"kernels-{part}-")
    assert storage.cache_folder(part).name.endswith(f"-{storage.kernel_hash(part)}")


@pytest.fixture
def package(tmp_path, monkeypatch):
    for place in (*SHARED, *OWN_FILES, *OTHER_FILES):
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_text("x = 1\n")
    monkeypatch.setattr(storage, "PACKAGE", tmp_path / "rullo_core")
    return tmp_path


@pytest.mark.parametrize("place", [*SHARED, *OWN_FILES])
def test_an_edit_of_a_kernel_names_another_cache(package, place):
    previous = storage.kernel_hash("one")
    (package / place).write_text("x = 2\n")
    assert storage.kernel_hash("one") != previous


@pytest.mark.parametrize("place", OTHER_FILES)
def test_an_edit_of_anything_else_leaves_the_cache(package, place):
    previous = storage.kernel_hash("one")
    (package / place).write_text("x = 2\n")
    assert storage.kernel_hash("one") == previous


@pytest.mark.parametrize("place", [*SHARED, *OWN_FILES, *OTHER_FILES[:2]])
def test_kernels_of_tests_are_compiled_again_after_an_edit_of_any_kernel(package, place):
    previous = storage.kernel_hash("tests")
    (package / place).write_text("x = 2\n")
    assert storage.kernel_hash("tests") != previous


def test_each_part_has_a_cache_of_its_own():
    assert len({storage.cache_folder(part) for part in ("compiled", "constraints", "killer", "rullo")}) == 4


def plus_one(x):
    return x + 1


@pytest.mark.parametrize("compile_", [compiled, inner])
def test_two_processes_may_store_code_of_a_function_at_once(compile_, tmp_path, monkeypatch):
    """Neither has read in the index what the other stores; whichever writes it last, it leads to the right code."""
    monkeypatch.setattr("rullo_core.compiled.internals.folder_for", lambda *_: tmp_path)
    first, second = (compile_(plus_one)._cache for _ in range(2))
    first._cache_file.save("int64", "code for int64")
    index = first._cache_file._load_index()
    second._cache_file.flush()
    second._cache_file.save("float64", "code for float64")
    assert second._cache_file.load("float64") == "code for float64"
    assert second._cache_file.load("int64") is None
    first._cache_file._save_index(index)
    assert first._cache_file.load("int64") == "code for int64"
