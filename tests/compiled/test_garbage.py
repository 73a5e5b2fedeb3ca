import subprocess
import sys

import pytest


@pytest.mark.parametrize(("before", "after"), [(700, 100_000), (200_000, 200_000), (0, 0)])
def test_import_raises_the_garbage_collection_threshold_unless_it_is_higher_or_off(before, after):
    script = f"import gc; gc.set_threshold({before}); import rullo_core.compiled; print(gc.get_threshold()[0])"
    assert int(subprocess.run([sys.executable, "-c", script], capture_output=True, check=True).stdout) == after
