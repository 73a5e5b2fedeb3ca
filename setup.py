"""Put into a package that is built what the code looks for at the top of a checkout; see `rullo_core.paths`."""

import json
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

SHIPPED = (
    "data/checksums.json",
    "data/published/*.*",
    "data/published/*/*",
    "data/records/*.*",
    "data/records/*/*",
    "data/predictions/*.csv",
    "data/scale/*.csv",
    "benchmarks/*.csv",
    "notebooks/*/[!.]*.ipynb",
    "sweeps/*.yaml",
    "docs/*.*",
)


def without_outputs(notebook: str) -> str:
    """Return a notebook as it is before it is executed: what notebooks show is six sevenths of a package."""
    content = json.loads(notebook)
    for cell in content["cells"]:
        if cell["cell_type"] == "code":
            cell |= {"execution_count": None, "outputs": []}
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


class WithWhatIsShipped(build_py):
    """The usual step, and copies in ``rullo_core/shipped``, those of notebooks without their outputs."""

    def run(self) -> None:  # noqa: D102 (as in the class above it)
        super().run()
        if self.editable_mode:
            return
        for pattern in SHIPPED:
            for path in sorted(Path().glob(pattern)):
                place = Path(self.build_lib, "rullo_core", "shipped", path)
                self.mkpath(str(place.parent))
                if path.suffix == ".ipynb":
                    shipped = without_outputs(path.read_text(encoding="utf-8"))
                    place.write_text(shipped, encoding="utf-8", newline="\n")
                else:
                    self.copy_file(str(path), str(place))


setup(cmdclass={"build_py": WithWhatIsShipped})
