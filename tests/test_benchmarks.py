"""What `make bench` measures against finds the same as the kernels; so it goes on to run."""

import pytest

from benchmarks.__main__ import sample_the_thesis_s_way


@pytest.mark.slow
def test_the_thesis_s_way_still_runs_and_agrees():
    assert sample_the_thesis_s_way(number=20) > 0
