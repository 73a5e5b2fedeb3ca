"""Put into a package that is built what the code looks for at the top of a checkout; see `rullo_core.paths`."""

from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

SHIPPED = (
    "data/checksums.json",
    "data/published/*.*",
    "data/published/*/*",
    "data/records/*.*",
    "data/records/*/*",
    "benchmarks/*.csv",
    "notebooks/*/[!.]*.ipynb",
    "sweeps/*.yaml",
    "docs/*.*",
    "docs/reference/*.md",
)


class WithWhatIsShipped(build_py):
    """The usual step, and copies in ``rullo_core/shipped``."""

    def run(self) -> None:  # noqa: D102 (as in the class above it)
        super().run()
        if self.editable_mode:
            return
        for pattern in SHIPPED:
            for path in sorted(Path().glob(pattern)):
                place = Path(self.build_lib, "rullo_core", "shipped", path)
                self.mkpath(str(place.parent))
                self.copy_file(str(path), str(place))


setup(cmdclass={"build_py": WithWhatIsShipped})
