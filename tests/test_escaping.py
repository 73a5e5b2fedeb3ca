"""Texts of others are texts wherever they are shown: the same elements, and in them the text.

Each page is parsed as browsers do, and compared with that of a harmless text, in which this text is replaced.
"""

import ast
import csv
import io
import itertools
import json
import re
from contextlib import suppress
from copy import copy
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import click
import nbformat
import pandas as pd
import pyarrow as pa
import pytest
import yaml
from bs4 import BeautifulSoup, Comment, Doctype
from IPython import display
from markdown_it import MarkdownIt

import rullo_core as rc
from rullo_core import __main__, progress, terminal
from rullo_core.cli import errors, output
from rullo_core.datasets import card, store
from rullo_core.datasets.store import Dataset
from rullo_core.datasets.tally import Tally
from rullo_core.errors import BadInput
from rullo_core.escaping import NO_XML, as_html, as_label, as_latex, as_line, as_markdown, as_script, as_yaml, is_plain
from rullo_core.paths import PACKAGE
from rullo_core.player import pages as front
from rullo_core.player.kinds import kinds
from rullo_core.player.widget import board_html
from rullo_core.puzzles.lookup import api_of, apis
from rullo_core.puzzles.results import Hint, Puzzles, Rating
from rullo_core.puzzles.steps import Step, Steps
from rullo_core.reports import site
from rullo_core.reports.notebook import execute
from rullo_core.runs.sweep import parse_sweep
from rullo_core.views import charts, counts, tables
from rullo_core.views.choice import Choice, choose
from tests.player.scripts import run
from tests.reports.projects import small_project

HOSTILE = [
    "<img src=x onerror=alert(1)>", "<script>alert(1)</script>", "</script><script>alert(1)</script>", "<!--", "-->",
    "]]>", "<![CDATA[", "&lt;b&gt;", "&amp;", "&#60;b&#62;", "\" onload=alert(1) a=\"", "' onload=alert(1) a='",
    "</title>", "</svg><b>", "</table></td>", "</textarea>", "<a href=javascript:alert(1)>", "javascript:alert(1)",
    "`alert(1)`", "${alert(1)}", "{{ 7 * 7 }}", "{0} %s", "[a](javascript:alert(1))", "**a** _b_", "a | b", "$x^2$",
    "$\\frac$", "\\input{a}", "\x1b[2J\x1b]0;a\x07", "\x9b31m", "a\x00b", "a\u2028b", "a\nb", "a\r\n# b",
    "\u202eabc", "\ud800", "\udc80", "x" * 5000, "\U0001f469\u200d\U0001f52c", "=1+1", "-1", "@a", '"a","b"',
    "../../etc/passwd", "a: b", "- a", "!!python/none", "# a", "killer 9x9 boxes 3x3", "\u6570\u72ec",
]  # fmt: skip


HARMLESS = "harmless"

SUDOKU = apis()["sudoku"].parse_text(".4...32....3....", "")[0]

KILLER = kinds()["killer"].puzzle.parse(kinds()["killer"].shelf[0])


def tree(page):
    """A page as a browser has it: name, attributes and parts of each element; JSON in scripts as what it says."""

    def of(node):
        if isinstance(node, Comment | Doctype):
            return type(node).__name__, str(node)
        if isinstance(node, str):
            return str(node)
        if node.get("type") == "application/json":
            return {"json": json.loads(node.string)}
        return node.name, dict(sorted(node.attrs.items())), [of(part) for part in node.contents]

    return of(BeautifulSoup(page, "html5lib", multi_valued_attributes=None))


def put(parsed, text, visible):
    """The same tree with a text in place of the harmless one, shown so in elements, and as it is in JSON."""
    if isinstance(parsed, str):
        return parsed.replace(HARMLESS, visible)
    if isinstance(parsed, dict) and "json" in parsed:
        return {"json": put(parsed["json"], text, text)}
    if isinstance(parsed, dict):
        return {put(name, text, visible): put(value, text, visible) for name, value in parsed.items()}
    return type(parsed)(put(part, text, visible) for part in parsed) if isinstance(parsed, list | tuple) else parsed


def in_html(text):
    """What a page shows of a text: no sign that XML lacks; browsers end lines in one way."""
    return NO_XML.sub("\ufffd", text).replace("\r\n", "\n").replace("\r", "\n")


def check(show, visible_of=in_html):
    plain = tree(show(HARMLESS))
    assert HARMLESS in str(plain)
    for text in HOSTILE:
        page = show(text)
        page.encode()
        assert tree(page) == put(plain, text, visible_of(text)), ascii(text)


def with_ending(value, text):
    """A data class, its texts, and those of all in it, ended by a text."""
    if isinstance(value, str):
        return value + text
    if isinstance(value, tuple | list):
        return type(value)(with_ending(part, text) for part in value)
    if hasattr(value, "__dataclass_fields__"):
        return replace(value, **{name: with_ending(getattr(value, name), text) for name in value.__dataclass_fields__})
    return value


# -- pages ------------------------------------------------------------------------------------------------------------


def test_a_dataset_in_a_notebook():
    def show(text, kind):
        frame = pd.DataFrame({"outcome": [kind], "passes": [1.0], "puzzles": [3]})
        return Dataset(Tally(frame), {"experiment": text, "parameters": {}}, None, None)._repr_html_()

    check(lambda text: show(text, "simple"), lambda text: in_html(as_line(text)))
    check(
        lambda text: show("census", without_halves(text)),
        lambda text: in_html(without_halves(text)),
    )


def test_tables_of_a_dataset_for_functions_of_others(tmp_path):
    """Those of pandas show texts as they are: a table that notebooks are given has none that are markup."""
    plain = 0
    for text in map(without_halves, HOSTILE):
        of_kind = store.save(
            tmp_path / "a.parquet",
            Tally(pd.DataFrame({"outcome": [text], "passes": [1.0], "puzzles": [3]})),
            pa.table({"outcome": [text]}),
            "sudoku study",
            {"a": text},
        )
        if is_plain(text):
            plain += 1
            page = BeautifulSoup(of_kind.counts.style.format(na_rep="–").to_html(), "html5lib")
            assert {element.name for element in page.body.find_all(True)} == {
                "table",
                "thead",
                "tbody",
                "tr",
                "th",
                "td",
            }
            assert in_html(text) in [cell.text for cell in page.find_all("td")]
            assert of_kind.hardest.outcome[0] == text
        else:
            for table in ("counts", "hardest", "parameters"):
                with pytest.raises(BadInput, match="could read as markup; make the dataset again"):
                    getattr(of_kind, table)
    assert 10 < plain < 30


def test_what_a_text_was_written_for(monkeypatch):
    """The sentence stands in Markdown, also in that of a notebook that is executed with other parameters."""
    sentences = []
    monkeypatch.setattr(display, "display", lambda data, **keywords: sentences.append(data["text/markdown"]))

    for text in HOSTILE:
        exec("import rullo_core as rc\nsize = 1\nrc.written_for(size=text)", {"text": text})
        page = BeautifulSoup(rendered(sentences.pop()), "html5lib")
        assert [element.name for element in page.body.find_all(True)] == ["p", "em"]
        assert page.text.startswith(f"The text was written for size {text!r}. "), ascii(text)


def test_a_choice():
    check(lambda text: Choice({text: "<b>1</b>", f"{text} 2": "2"}, text, False, 0)._repr_html_())
    check(
        lambda text: choose(lambda _: Hint("step", reason="x"), [f"{text} {i}" for i in range(2)], text)._repr_html_()
    )


def rating_with(text):
    """A rating that has a text wherever it can have one."""
    numbers = {"simple": True, "passes": 1.0, "cells": 1, "open_cells": 0, "solutions": 1, "nodes": 1, "complete": True}
    texts = dict.fromkeys(("puzzle", "text", "level", "size", "bound", "name"), text)
    return Rating(**numbers, **texts, own={text: text})


def test_results_in_a_notebook():
    puzzle = kinds()["sudoku"].puzzle.parse(kinds()["sudoku"].shelf[0])
    check(lambda text: Steps(puzzle, None, [Step(1, text, text, (), {}, text)])._repr_html_())
    check(lambda text: rating_with(text)._repr_html_())
    for text in HOSTILE:
        body = BeautifulSoup(Hint("step", reason=text)._repr_html_(), "html5lib").body
        assert {element.name for element in body.find_all(True)} == {"p"}
        assert [element.text for element in body] == [in_html(line) for line in text.splitlines() if line]


@pytest.mark.parametrize("kind", kinds().values(), ids=list(kinds()))
def test_a_board_in_a_notebook(kind):
    play = kind.read_play(kind.shelf[0], "")

    def show(text):
        board = with_ending(play, text)
        return board_html(board, text, [board.as_json()])

    check(show)


def test_pages_to_play_on(monkeypatch):
    for name, kind in kinds().items():

        def show(text, kind=kind, name=name):
            changed_kind = copy(kind)
            changed_kind.title, changed_kind.moves, changed_kind.shelf = text, text, kind.shelf[:1]
            changed_kind.rules = f"{text} of it"
            monkeypatch.setattr(front, "kinds", lambda: kinds() | {name: changed_kind})
            pages = front.pages([name])
            assert set(pages) == {"index.html", f"{name}.html", f"edit-{name}.html"}
            return "".join(pages[page] for page in sorted(pages))

        for page in ("index.html", f"{name}.html", f"edit-{name}.html"):
            check(lambda text, page=page, show=show, name=name: show(text) and front.pages([name])[page])


PRINTABLE = [text for text in HOSTILE if text.isprintable()]
"""Texts that a notebook's page shows; of a sign of control, Sphinx says in one line that it cannot."""


METADATA = {
    "kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"},
    "language_info": {"name": "python", "pygments_lexer": "ipython3"},
}


def test_parameters_of_a_notebook(tmp_path):
    """Values reach a notebook as they are given; a name that it does not know, which would be code, is refused."""
    v4 = nbformat.v4
    texts = {f"text_{number}": text for number, text in enumerate(HOSTILE) if text == without_halves(text)}
    parameters = v4.new_code_cell("\n".join(f"{name} = ''" for name in texts), metadata={"tags": ["parameters"]})
    cells = [parameters, v4.new_code_cell(f"ascii([{', '.join(texts)}])")]
    source, out = tmp_path / "a.ipynb", tmp_path / "b.ipynb"
    nbformat.write(v4.new_notebook(cells=cells, metadata=METADATA), source)
    execute(source, out, texts)
    (output,) = nbformat.read(out, as_version=4).cells[-1].outputs
    assert ast.literal_eval(ast.literal_eval(output["data"]["text/plain"])) == [*texts.values()]
    for text in {*HOSTILE} - {*texts.values()}:
        with pytest.raises(BadInput, match="half of a character"):
            execute(source, out, {"text_0": text})
    for text in HOSTILE:
        with pytest.raises(BadInput, match="no parameter") as error:
            execute(source, out, {text: 1})
        assert str(error.value).isprintable()


def notebook_of(texts):
    """A notebook that stores texts in all that a cell can show, as the package shows them."""
    v4 = nbformat.v4
    cells = [v4.new_markdown_cell("# A title\n\n**What?**", id="title")]
    play = kinds()["sudoku"].read_play(kinds()["sudoku"].shelf[0], "")
    for number, text in enumerate(texts):
        tally = Tally(pd.DataFrame({"outcome": [text], "passes": [1.0], "puzzles": [3]}))
        board = with_ending(play, text)
        outputs = [
            v4.new_output("stream", name="stdout", text=f"a {text} b"),
            v4.new_output("execute_result", {"text/plain": f"a {text} b"}),
            v4.new_output("display_data", {"text/markdown": tables.to_markdown(framed(text))}),
            *(
                v4.new_output("display_data", {"text/html": html})
                for html in (
                    Dataset(tally, {"experiment": text, "parameters": {text: text}}, None, None)._repr_html_(),
                    Choice({text: "<b>1</b>", f"{text} 2": "2"}, text, False, 0)._repr_html_(),
                    Puzzles([replace(SUDOKU, name=text)])._repr_html_(),
                    board_html(board, text, [board.as_json()]),
                )
            ),
        ]
        cells += [v4.new_code_cell("1", outputs=[output], id=f"c{number}-{i}") for i, output in enumerate(outputs)]
    return v4.new_notebook(cells=cells, metadata=METADATA)


@pytest.mark.slow
def test_a_page_of_the_site(tmp_path):
    """All that a notebook stores is in its page as it was stored, and makes no other element than harmless texts do."""
    pages = []
    for texts in (PRINTABLE, [f"{HARMLESS}{number}" for number in range(len(PRINTABLE))]):
        root = small_project(tmp_path / texts[0][:3].strip("<"), "[A notebook](notebooks/family/01-a.ipynb)\n")
        (root / "notebooks" / "family").mkdir()
        nbformat.write(notebook_of(texts), root / "notebooks" / "family" / "01-a.ipynb")
        site.build(root / "site", root)
        page = (root / "site" / "notebooks" / "family" / "01-a.html").read_text(encoding="utf-8")
        pages.append(BeautifulSoup(page, "html5lib"))
    # Names stand in pictures on as many lines as they need.
    hostile, plain = (
        [(element.name, sorted(element.attrs)) for element in page.find_all(True) if element.name != "text"]
        for page in pages
    )
    assert hostile == plain
    texts_shown = [element.text.strip() for element in pages[0].find_all("pre")]
    for text in PRINTABLE:
        assert texts_shown.count(f"a {text} b") >= 2, text


# -- pictures ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", kinds().values(), ids=list(kinds()))
def test_a_name_in_a_picture(kind):
    puzzle = kind.puzzle.parse(kind.shelf[0])
    for text in HOSTILE:
        renamed = replace(puzzle, name=text)
        picture = ElementTree.fromstring(renamed._repr_svg_())
        tags = [element.tag.rpartition("}")[2] for element in picture.iter()]
        assert set(tags) <= {"svg", "title", "path", "g", "text"}
        if renamed.name:
            (title,) = (element for element in picture if element.tag.endswith("title"))
            assert title.text == in_html(renamed.name)
            lines = "".join(element.text for element in picture.iter() if element.get("font-size") == "0.5")
            assert "".join(lines.split()) == "".join(title.text.split())
        plain = BeautifulSoup(Puzzles([replace(puzzle, name="")])._repr_html_(), "html5lib")
        page = BeautifulSoup(Puzzles([renamed])._repr_html_(), "html5lib")
        assert {element.name for element in page.find_all(True)} - {"title"} == {
            element.name for element in plain.find_all(True)
        } - {"title"}


@pytest.mark.filterwarnings("ignore:constrained_layout")  # the legend is larger than the chart
def test_texts_in_drawings(tmp_path):
    """No text is a formula; what the font lacks is drawn as it can be."""
    names = [without_halves(text)[:40] for text in HOSTILE]
    tally = Tally(pd.DataFrame({"outcome": names, "passes": 1.0, "puzzles": 3}))
    for figure in (charts.difficulty_distribution(tally), counts.kinds_and_measure(tally)):
        charts.save(figure, tmp_path / "chart")
        (legend,) = filter(None, (axes.get_legend() for axes in figure.axes))
        assert {label.get_text() for label in legend.get_texts()} == {*map(as_label, names)}
    names = [replace(SUDOKU, name=text[:40]).name for text in HOSTILE]
    boards = rc.plot([replace(SUDOKU, name=name) for name in names])
    charts.save(boards[0].figure, tmp_path / "boards")
    assert [axes.get_title() for axes in boards] == [*map(as_label, names)]


def test_a_picture_of_an_editor():
    script = """
      const squares = (text) => [{ text, sum: text, down: text, across: text }];
      const picture = (text) => picture_js.svgOf({ rows: 1, columns: 1, squares: squares(text) }, text);
      console.log(JSON.stringify(given[0].map(picture)));
    """
    for text, picture in zip(HOSTILE, run(script, HOSTILE), strict=True):
        title, *_, text_on, total, down_sum, across_sum = ElementTree.fromstring(picture)
        visible = in_html(text)
        assert [element.tag.rpartition("}")[2] for element in (title, text_on)] == ["title", "text"]
        assert [element.text for element in (title, text_on, total)] == [visible] * 3
        assert (down_sum.text, across_sum.text) == (f"{visible}\u2193", f"{visible}\u2192")


def test_no_script_makes_elements_of_texts():
    """Scripts make elements and give them texts: nothing of theirs reads HTML, or runs a text."""
    read = re.compile(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|ContextualFragment|DOMParser|\beval\(|"
        r"new Function|srcdoc|setHTML"
    )
    for path in PACKAGE.rglob("*.js"):
        assert not read.search(path.read_text(encoding="utf-8")), path


# -- Markdown, LaTeX, YAML, scripts ------------------------------------------------------------------------------------


def rendered(markdown):
    return MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(markdown)


def in_cell(text):
    """What a table of Markdown shows of a text: one line, without blanks around it."""
    return " ".join(as_line(text).replace("\xa0", " ").split())


def without_halves(text):
    """A text as a table holds it, and the name of a file: neither has halves of characters."""
    return text.encode(errors="replace").decode()


def framed(text):
    """A table with a text in its head and in a cell."""
    text = without_halves(text)
    return pd.DataFrame({"a": [text], f"x{text}": ["1"]}, index=pd.Index(["i"], name="n"))


def test_a_table_of_markdown():
    def show(text):
        return rendered(tables.to_markdown(framed(text)))

    check(show, lambda text: in_cell(without_halves(text)))


def test_a_card(tmp_path):
    def show(text):
        path = tmp_path / f"{without_halves(text)[:200].translate(dict.fromkeys(b'/' + bytes(1)))}.parquet"
        path.write_bytes(b"")
        tally = Tally(pd.DataFrame({"outcome": [without_halves(text)], "passes": [1.0], "puzzles": [3]}))
        store.save(
            path,
            tally,
            pa.table({"outcome": [without_halves(text)]}),
            text,
            {text: text, "b": [text]},
            **{"threads": text},
        )
        lines = card.path_of_card(path).read_text(encoding="utf-8")
        _, head, body = lines.split("---\n", 2)
        assert yaml.safe_load(head)["pretty_name"] == NO_XML.sub("\ufffd", f"{text}: 3 puzzles")
        return BeautifulSoup(rendered(body), "html5lib")

    plain = [(element.name, element.attrs) for element in show(HARMLESS).find_all(True)]
    for text in HOSTILE:
        page = show(text)
        assert [(element.name, element.attrs) for element in page.find_all(True)] == plain, ascii(text)
        assert page.find("h1").text == in_cell(f"{text}: 3 puzzles")
        rows = [[cell.text for cell in row.find_all("td")] for row in page.find_all("tr")]
        assert [in_cell(text)] * 2 in rows
        assert ["threads", in_cell(text)] in rows


def test_checksums_are_found_in_a_card(tmp_path):
    for text in HOSTILE:
        path = tmp_path / f"a{text}.parquet"
        try:
            path.write_bytes(b"b")
        except (OSError, ValueError):  # no file has such a name
            continue
        card.write_card(path, card.Card("a", "A text.", {}, (), [path], {}, {}), path)
        assert card.digest_in_card(path) == card.file_digest(path), ascii(text)


@pytest.mark.parametrize("text", HOSTILE)
def test_each_target_keeps_a_text(text):
    (script,) = BeautifulSoup(f"<script>{as_script([text])}</script>", "html5lib").find_all("script")
    assert json.loads(script.string) == [text]
    page = BeautifulSoup(f"<p title='{as_html(text)}'>a{as_html(text)}</p>", "html5lib")
    assert (page.p.text, page.p["title"], len(page.body.find_all(True))) == (f"a{in_html(text)}", in_html(text), 1)
    assert yaml.safe_load(as_yaml(text)) == NO_XML.sub("\ufffd", text)
    assert all(character.isprintable() for character in as_line(text))
    as_markdown(text).encode()
    rest = re.sub(r"\\text[a-z]+\{\}|\\[&%$#_{}]|^\{[\[*]\}", "", as_latex(text))
    assert not re.search(r"[\\&%$#_{}~^<>|]", rest)
    assert not as_latex(text).startswith(("[", "*"))  # of the end of the row above
    assert as_latex(without_halves(text)) in tables.to_latex(framed(text))


# -- terminals --------------------------------------------------------------------------------------------------------


def is_a_line(output):
    return output.endswith("\n") and output[:-1].isprintable()


@pytest.mark.parametrize("text", HOSTILE)
def test_what_is_said_is_a_line(text, capsys):
    for say in (terminal.say, terminal.warn, lambda message: errors.give_up(message, 0)):
        with suppress(SystemExit):
            say(f"a {text} b")
        out, err = capsys.readouterr()
        assert is_a_line(out + err)
    progress._say(progress.Work(lambda: text, 0, 0, progress=text))
    assert is_a_line(capsys.readouterr().err)
    output.write_rows([{text: text}], "text")
    assert all(map(str.isprintable, capsys.readouterr().out.split("\n")))
    terminal.show_lines(f"1\n{text}\n2")
    out, _ = capsys.readouterr()
    assert out == "1\n" + "\n".join(map(as_line, text.split("\n"))) + "\n2\n"
    error = BadInput(text, f"file {text}")
    assert str(error).isprintable()
    assert error._render_traceback_() == [f"BadInput: {error}"]


def test_what_python_says_of_a_thing_is_a_line():
    tally = Tally(pd.DataFrame({"outcome": ["a"], "passes": [1.0], "puzzles": [3]}))
    for text in HOSTILE:
        puzzle = replace(SUDOKU, name=text)
        for thing in (
            puzzle,
            puzzle.solve(),
            Steps(puzzle, None, []),
            Step(1, text, text, (), {}, text),
            Hint(text, reason=text),
            rating_with(text),
            Choice({text: "1"}, text, False, 0),
            Dataset(tally, {"experiment": text, "parameters": {text: text}}, None, None),
        ):
            assert repr(thing).isprintable(), (type(thing), ascii(text))


def test_nothing_else_writes_on_a_terminal():
    """Only a script that stands on nothing, and lines of progress."""
    for path in set(PACKAGE.parent.glob("rullo_*/**/*.py")) - {
        PACKAGE / name for name in ("terminal.py", "sources.py", "interpreted.py", "progress.py")
    }:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                assert ast.unparse(node.func) not in {
                    "print",
                    "click.echo",
                    "click.secho",
                    "tqdm.write",
                    "sys.stdout.write",
                    "sys.stderr.write",
                }, f"{path}, line {node.lineno}: say it by rullo_core.terminal"


ARGUMENTS = [text for text in HOSTILE if "\0" not in text and text != "\ud800"]
"""Texts that a command can be given, and a file named: others no system has."""


@pytest.mark.parametrize("text", ARGUMENTS)
def test_what_commands_refuse_is_a_line(text, rullo):
    for arguments in (
        ["sudoku", "solve", text],
        ["sudoku", "solve", "--level", text],
        [f"x{text}"],
        [f"--x{text}"],
        ["notebook", text, f"{text}.ipynb"],
        ["sweep", text],
        ["show", f"{text}.parquet"],
    ):
        status, out, err = rullo(*arguments)
        assert (status in (1, 2), out, is_a_line(err)) == (True, "", True), (arguments, err)


def test_names_in_what_commands_write(rullo, tmp_path):
    puzzle = apis()["sudoku"].parse_text(".4...32....3....", "")[0]
    puzzles = [replace(puzzle, name=text) for text in HOSTILE]
    place = tmp_path / "puzzles.txt"
    place.write_text(apis()["sudoku"].to_text(puzzles), encoding="utf-8")
    names = [puzzle.name for puzzle in puzzles]
    for verb in ("show", "solve", "hint"):
        status, out, err = rullo("sudoku", verb, place)
        assert (status, err) == (0, "")
        assert all(line.isprintable() for line in out.split("\n"))
        if verb == "show":
            assert [line[2:] for line in out.split("\n") if line.startswith("# ")] == [name for name in names if name]
    status, out, _ = rullo("sudoku", "hint", "--format", "jsonl", place)
    assert [json.loads(line)["name"] for line in out.splitlines()] == names
    status, out, _ = rullo("sudoku", "hint", "--format", "json", place)
    assert [row["name"] for row in json.loads(out)] == names
    status, out, _ = rullo("sudoku", "hint", "--format", "csv", place)
    assert [row["name"] for row in csv.DictReader(io.StringIO(out))] == names
    assert all(line.isprintable() for line in out.split("\n"))


def arguments_of(command, words):
    """Arguments of each command, with each of its options and arguments in turn hostile."""
    if isinstance(command, click.Group):
        for name, member in command.commands.items():
            yield from arguments_of(member, [*words, name])
        return
    for parameter in command.params:
        if isinstance(parameter, click.Argument):
            yield command, words, lambda text, number=parameter.nargs: [text] * max(1, number)
        elif not parameter.is_flag:
            yield command, words, lambda text, parameter=parameter: [parameter.opts[0], *[text] * parameter.nargs]


def test_what_is_given_to_commands_is_refused_on_a_line(capsys):
    """Each value of each command is read, and nothing is run: what is refused is said as it is by `answer`."""
    refusals = 0
    texts = itertools.cycle(ARGUMENTS)
    for command, words, arguments in arguments_of(__main__.command(), []):
        for text in itertools.islice(texts, 3):

            def main(text=text, command=command, words=words, arguments=arguments, **_):
                command.make_context(words[-1], arguments(text))

            with pytest.raises(SystemExit):
                errors.answer(SimpleNamespace(main=main))
            out, err = capsys.readouterr()
            refusals += bool(err)
            assert out == ""
            assert not err or is_a_line(err), (words, text)
    assert refusals > 100


def test_a_dataset_on_a_terminal(rullo, tmp_path):
    path = tmp_path / "a.parquet"
    for text in HOSTILE:
        kind = without_halves(text)
        tally = Tally(pd.DataFrame({"outcome": [kind], "passes": [1.0], "puzzles": [3]}))
        hardest = pa.table({"outcome": [kind], "passes": [1.0], "puzzle": [str(SUDOKU)]})
        store.save(path, tally, hardest, "sudoku study", {kind: kind}, **{kind: kind})
        status, out, err = rullo("show", path)
        assert (status, err) == (0, "")
        assert all(line.isprintable() for line in out.split("\n")), ascii(text)
        assert f"A hardest {as_line(kind)} puzzle" in out


@pytest.mark.parametrize("kind", kinds().values(), ids=list(kinds()))
def test_what_readers_refuse_is_a_line(kind):
    api = apis()[kind.name]
    puzzle = api.parse_text(kind.shelf[0], "")[0]
    for form, definition in api.formats.items():
        plain = ""
        with suppress(BadInput):  # not every form holds this puzzle
            plain = api.to_text([puzzle], form) if definition.write else ""
        half = len(plain) // 2
        for text in HOSTILE if definition.read else ():
            for changed_text in (text + plain, plain + text, plain[:half] + text + plain[half:]):
                try:
                    assert all(read_puzzle.name.isprintable() for read_puzzle in api.reader(form)(changed_text, text))
                except BadInput as error:
                    assert str(error).isprintable(), (form, ascii(text))


CALLS = {
    "parse": rc.parse,
    "read": rc.read,
    "find_file": rc.find_file,
    "load": rc.load,
    "run": rc.run,
    "a parameter": lambda text: rc.run("census", size=text, values="1-3"),
    "a name of a parameter": lambda text: rc.run("census", **{text: 1}),
    "sweep": rc.sweep,
    "a level": lambda text: SUDOKU.hint(level=text),
    "a name of an argument": lambda text: SUDOKU.solve(**{text: 1}),
    "a size": lambda text: rc.sudoku.generate(size=text),
    "a kind": rc.generate,
    "a form": lambda text: rc.sudoku.to_text([SUDOKU], text),
    "a label": lambda text: replace(KILLER, cages=(replace(KILLER.cages[0], label=text), *KILLER.cages[1:])),
}


@pytest.mark.parametrize("called", CALLS)
def test_what_functions_refuse_is_a_line(called):
    for text in HOSTILE:
        try:
            CALLS[called](text)
        except BadInput as error:
            assert str(error).isprintable(), ascii(text)


def test_a_sweep_that_is_refused(rullo, tmp_path):
    for text in HOSTILE:
        for lines in (
            f"experiment: {as_yaml(text)}",
            f"experiment: census\nsize: {as_yaml(text)}\nvalues: 1-3",
            f"experiment: census\n{as_yaml(text)}: 2\nsize: 2x2\nvalues: 1-3",
            f"{text}: [{text}",
        ):
            path = tmp_path / "sweep.yaml"
            path.write_text(lines, encoding="utf-8", errors="replace")
            status, out, err = rullo("sweep", path)
            assert (status, out, is_a_line(err)) == (2, "", True), (lines, err)


def test_the_title_of_a_sweep():
    """Notebooks show it in Markdown as it is; that of a sweep without one is the name of its file."""
    accepted = 0
    for text in HOSTILE:
        rest = {"experiment": "census", "size": "2x2", "values": "1-2"}
        for specification, source in ((rest | {"title": text}, "a"), (rest, Path(f"{text}.yaml"))):
            try:
                title = parse_sweep(json.dumps(specification), source).title
            except BadInput as error:
                assert str(error).isprintable()
            else:
                accepted += 1
                page = BeautifulSoup(rendered(f"*{title}*, of it"), "html5lib").body
                assert {element.name for element in page.find_all(True)} <= {"p", "em", "strong"}, title
                assert title.isprintable()
    assert accepted > 20


@pytest.mark.parametrize("suffix", ["svg", "png", "pdf"])
def test_a_name_that_the_font_lacks_is_drawn_without_a_word(suffix, rullo, tmp_path):
    place = tmp_path / "puzzle.txt"
    place.write_text("# \u6570\u72ec\n.4...32....3....\n", encoding="utf-8")
    assert rullo("sudoku", "show", place, "--out", tmp_path / f"a.{suffix}") == (0, "", "")
    if suffix != "png":
        assert rullo("sudoku", "show", place, "--sheet", "--out", tmp_path / f"b.{suffix}") == (0, "", "")


# -- files ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", kinds().values(), ids=list(kinds()))
def test_a_name_is_a_name_in_every_file(kind):
    puzzle = replace(kind.puzzle.parse(kind.shelf[0]), name="")
    api = api_of(puzzle)
    for form, definition in api.formats.items():
        if not (definition.read and definition.write):
            continue
        try:
            plain = api.parse_text(api.to_text([puzzle], form), form)
        except BadInput:
            continue
        for text in HOSTILE:
            without_halves = replace(puzzle, name=text)
            assert replace(without_halves, name=without_halves.name).name == without_halves.name
            read = api.parse_text(api.to_text([without_halves], form), form)
            assert read == plain, (form, ascii(text))
            assert read[0].name in (without_halves.name, plain[0].name), (form, ascii(text))
            if form == "text":
                assert read[0].name == without_halves.name
