"""The reference on the site: every public name and every command has its entry, and links lead to them."""

import inspect
import re

import click
import pytest
from bs4 import BeautifulSoup

from rullo_core.__main__ import command
from rullo_core.paths import ROOT
from rullo_core.reports.site import ENTRY, build
from tests.public_names import NAMES, PROPERTY, PUBLIC, doc_of, entries, type_of
from tests.reports.projects import small_project

pytestmark = pytest.mark.slow


LINKED = sorted({place for path in (ROOT / "docs").glob("*.md") for place in ENTRY.findall(path.read_text("utf-8"))})
"""The public names and modules that pages link to."""


def plain(text):
    """A text without differences of white space."""
    return " ".join(text.split())


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """The pages of the reference by their names, and that which says how to read help."""
    folder = tmp_path_factory.mktemp("site")
    root = small_project(folder / "project", "")
    text = (ROOT / "docs" / "reference.md").read_text("utf-8")
    text = text.replace("](sweeps.md)", "](#rullo_core.sweep)").replace(
        "](../tests/public_names.txt)", "](../README.md)"
    )
    links = "\n".join(f"* The page's [{place}](reference.md#{place})" for place in LINKED)
    (root / "docs" / "reference.md").write_text(f"{text}\n\n{links}\n", "utf-8")
    build(folder / "html", root)
    paths = [folder / "html" / "docs" / "reference.html", *folder.glob("html/docs/reference/*.html")]
    return {path.stem: BeautifulSoup(path.read_text("utf-8"), "html.parser").article for path in paths}


def entry_of(pages, place):
    """The entry of a public name, a `dl` whose first part has its place as id."""
    module = max((name for name in PUBLIC if place.startswith(f"{name}.")), key=len)
    title = pages[module].find("dt", id=place)
    assert title, place
    return title.parent


def test_every_module_has_a_page_and_no_page_is_left_over(pages):
    assert {*pages} == {"reference", "commands", *PUBLIC}


def test_every_public_name_has_its_entry(pages):
    """Functions, classes, methods and properties have one of their own, other attributes stand in that of the class."""
    lines = NAMES.read_text("utf-8").splitlines()
    assert len(lines) > 300
    for line in lines:
        place = re.split(r"[(:]", line.removeprefix("class "))[0]
        owner, _, name = place.rpartition(".")
        module = max((names for names in PUBLIC if place.startswith(f"{names}.")), key=len)
        if not pages[module].find("dt", id=place):
            entries = [part for title in entry_of(pages, owner).find_all("strong") for part in title.text.split(", ")]
            assert name in entries, place


def test_nothing_of_a_docstring_is_lost(pages):
    """All that it names and says, and every line of its examples."""
    for place, thing in entries().items():
        doc, entry = doc_of(thing), entry_of(pages, place)
        text = plain(entry.text)
        for section in ("Parameters", "Attributes", "Returns", "Raises"):
            for names, kind, _ in doc[section]:
                assert names in text, place
                assert plain(re.sub(r"`+", "", kind)) in text, place
        for line in doc["Examples"]:
            assert plain(line.replace("# doctest: +SKIP", "")) in text, place
        if isinstance(thing, PROPERTY):
            assert f"Type: {type_of(thing)}" in text, place
        elif not inspect.isclass(thing):
            parameters = [name for name in inspect.signature(thing).parameters if name != "self"]
            signature = entry.find("dt").text
            assert all(name in signature for name in parameters), place


def contexts(group, parent=None):
    """A context for each command but those that do the same without the name of their puzzle."""
    context = click.Context(group, parent, info_name=group.name)
    yield context
    for part in getattr(group, "commands", {}).values():
        if part.name != "rullo":
            yield from contexts(part, context)


def test_every_command_has_its_section(pages):
    """With its use, its options and its examples, whose lines can be typed as they stand there."""
    sections = list(contexts(command()))
    assert len(sections) > 50
    for context in sections:
        section = pages["commands"].find("section", id=context.command_path.replace(" ", "-"))
        text = plain(section.text)
        assert plain(f"{context.command_path} {' '.join(context.command.collect_usage_pieces(context))}") in text
        for option in context.command.params:
            if isinstance(option, click.Option) and not option.hidden:
                assert all(name in text for name in option.opts), context.command_path
                assert plain(option.help or "").replace("`", "") in text, context.command_path
        for line in re.findall(r"^ +(rullo .*)$", context.command.epilog or "", re.MULTILINE):
            assert plain(line) in text, context.command_path


def test_no_address_in_a_help_text_is_a_link(pages):
    assert "tcp://10.0.0.1:8786" in pages["commands"].text
    links = [link.get("href", "") for page in pages.values() for link in page.find_all("a")]
    assert [link for link in links if re.match(r"(?!https?:)[a-z]+:", link)] == []


def test_links_lead_to_entries_and_pages(pages):
    links = [link["href"] for link in pages["reference"].find_all("a")]
    assert "reference/rullo_core.killer.html#rullo_core.killer.generate" in links
    assert len(LINKED) > 10
    for place in LINKED:
        module = max((name for name in PUBLIC if place == name or place.startswith(f"{name}.")), key=len)
        anchor = f"module-{place}" if place == module else place
        assert f"reference/{module}.html#{anchor}" in links
    assert {f"reference/{name}.html" for name in [*PUBLIC, "commands"]} <= {*links}
    assert "The page’s rullo_core.killer" in pages["reference"].text
    assert "--size 5x5" in pages["commands"].text
    rate = entry_of(pages, "rullo_core.rullo.rate")
    assert any(link["href"] == "rullo_core.html#rullo_core.Rating" for link in rate.find_all("a"))
