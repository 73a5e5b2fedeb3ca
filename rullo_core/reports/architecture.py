"""A picture of which package imports which, drawn from the imports: ``python -m rullo_core.reports.architecture``.

Packages stand on those that they import. An arrow that others imply is left out. What all may import, modules of one
file such as `rullo_core.errors`, is not shown.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Mapping

from matplotlib.figure import Figure

from rullo_core.paths import ROOT
from rullo_core.sources import imports, modules
from rullo_core.views.charts import styled

PLACE = ROOT / "docs" / "architecture.svg"


def package_of(module: str) -> str:
    """Return the package of the library that a module is in, or the package beside the library; "" if neither."""
    first, *inner = module.split(".")
    return first if first != "rullo_core" else inner[0] if inner else ""


def package_imports() -> dict[str, set[str]]:
    """Return the packages that each package of the library, or beside it, imports, other than itself."""
    paths = modules()
    packages = {package_of(name) for name, path in paths.items() if path.stem == "__init__"} - {""}
    graph: dict[str, set[str]] = {name: set() for name in sorted(packages)}
    for name, path in paths.items():
        package = package_of(name)
        if package in graph:
            graph[package] |= set(map(package_of, imports(path, paths))) & packages - {package}
    return graph


def without_implied(graph: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """Return a graph without circles with only the edges that no others imply."""

    def reachable(node: str) -> set[str]:
        return set().union(*({end} | reachable(end) for end in graph[node]))

    return {
        node: {end for end in ends if not any(end in reachable(middle) for middle in ends)}
        for node, ends in graph.items()
    }


def layers(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """Return the nodes from the ground up, each above all that it needs, and near to these from left to right."""

    def height(node: str) -> int:
        return max((1 + height(end) for end in graph[node]), default=0)

    by_height: dict[int, list[str]] = defaultdict(list)
    for node in graph:
        by_height[height(node)].append(node)
    positions: dict[str, float] = {}
    rows = []
    for _, row in sorted(by_height.items()):
        row.sort(key=lambda node: (sum(positions[end] for end in graph[node]) / max(len(graph[node]), 1), node))
        positions |= {node: (place + 0.5) / len(row) for place, node in enumerate(row)}
        rows.append(row)
    return rows


def draw(graph: Mapping[str, set[str]]) -> Figure:
    """Draw packages in rows, with arrows to what they import."""
    rows = layers(graph)
    widest = max(map(len, rows))
    figure = Figure(figsize=(1.5 * widest + 1, 0.8 * len(rows)), layout="constrained")
    ax = figure.subplots()
    places = {
        node: ((place + 0.5) * widest / len(row), height)
        for height, row in enumerate(rows)
        for place, node in enumerate(row)
    }
    box = {"boxstyle": "round,pad=0.4", "fc": "white", "ec": "C0"}
    boxes = {
        node: ax.text(x, y, node, ha="center", va="center", bbox=box).get_bbox_patch()
        for node, (x, y) in places.items()
    }
    ax.set(xlim=(0, widest), ylim=(-0.5, len(rows) - 0.5))
    ax.set_axis_off()
    figure.draw_without_rendering()  # boxes are as large as their names from now on
    for node, ends in without_implied(graph).items():
        for end in sorted(ends):
            style = {"patchA": boxes[node], "patchB": boxes[end], "shrinkA": 0, "shrinkB": 1}
            ax.annotate("", places[end], places[node], arrowprops={"arrowstyle": "-|>", "color": "0.5"} | style)
    return figure


def main() -> None:
    """Write the picture."""
    with styled():
        draw(package_imports()).savefig(PLACE if len(sys.argv) < 2 else sys.argv[1], metadata={"Date": None})


if __name__ == "__main__":
    main()
