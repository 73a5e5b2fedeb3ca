"""What boards and editors show, step by step, without a browser: the same as before."""

import pytest

from tests.player import scenes


@pytest.fixture(scope="module")
def written():
    return scenes.written()


def test_every_scene_is_written(written):
    assert list(written) == list(scenes.SCENES)


@pytest.mark.parametrize("name", scenes.SCENES)
def test_what_is_seen_after_each_step_is_as_it_was(written, name):
    """Of a step that shows something else, the first line that differs."""
    found = [line for one in scenes.seen(name) for line in f"{one}".splitlines()]
    differing = [pair for pair in zip(written[name], found, strict=False) if pair[0] != pair[1]]
    assert differing[:1] == []
    assert len(found) == len(written[name])
