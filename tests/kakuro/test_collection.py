"""The collection: always the same, checked, and what is found about it."""

import hashlib

import pytest

from rullo_core.kakuro import collection
from rullo_core.kakuro.collection import STRATA, checksum, generate_collection, write_collection
from rullo_core.kakuro.measures import share_with_one_set
from rullo_core.kakuro.studies import load_collection
from tests.kakuro.puzzles import EXAMPLE


@pytest.mark.slow
def test_it_is_the_same_on_any_number_of_threads(tmp_path):
    some = list(generate_collection(2, 1))
    assert some == list(generate_collection(2, 2))
    assert len(some) == 2 * len(STRATA)
    digest = write_collection(tmp_path / "some.txt", 2)
    assert digest == hashlib.sha256((tmp_path / "some.txt").read_bytes()).hexdigest()
    found = load_collection(tmp_path / "some.txt")
    assert len(found) == len(some)
    assert set(found["kind"]) <= {"simple", "rectangular", "exhaustive"}
    assert (found["solutions"] == 1).all()
    assert list(found["side"][::2]) == [stratum.size for stratum in STRATA]


@pytest.mark.slow
def test_the_whole_one_has_its_checksum(tmp_path, monkeypatch):
    """It is written only if it has; nothing is left otherwise."""
    monkeypatch.setattr(collection, "EACH", 1)
    with pytest.raises(AssertionError, match="the collection has the SHA-256"):
        write_collection(tmp_path / "one.txt", 1)
    assert not list(tmp_path.iterdir())
    assert len(checksum()) == 64


def test_clues_with_one_set():
    """Of the example's 24 clues: 16, 17, 17 and 16 in two cells, and so on, counted by hand."""
    (puzzle,) = load_collection(EXAMPLE)["puzzle"]
    single = {(2, 3), (2, 4), (2, 16), (2, 17), (3, 6), (3, 7), (3, 23), (3, 24), (4, 10), (4, 11), (4, 29), (4, 30)}
    single |= {(5, 15), (5, 16), (5, 34), (5, 35)}
    expected = sum((len(entry), entry.clue) in single for entry in puzzle.entries)
    assert share_with_one_set(puzzle) == pytest.approx(expected / 24)
