"""Texts of others where they are shown: one function for each target, so that a text stays a text there."""

from __future__ import annotations

import html
import json
import re
from typing import Any

NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that neither XML nor UTF-8 can hold, such as NUL, escapes of terminals and lone surrogates."""


MARKUP = re.compile(r"<[A-Za-z/!?]|&#?\w+;|\$|`|\]\(")
"""What pages, Markdown or charts may read as more than text."""


def is_plain(text: str) -> bool:
    """Return whether a text is that, and nothing else, even where somebody shows it as it is, as pandas does.

    >>> is_plain("hidden singles, 3 < 4"), is_plain("<b>")
    (True, False)
    """
    return MARKUP.search(text) is None and (text.replace("\n", "").isprintable() or as_lines(text) == text)


def as_html(value: object) -> str:
    """Return a value as text of HTML or SVG, or in quotes as that of an attribute.

    >>> as_html("<b a='1'>")
    '&lt;b a=&#x27;1&#x27;&gt;'
    """
    return html.escape(NO_XML.sub("\ufffd", str(value)))


def as_script(value: Any, **options: Any) -> str:
    r"""Return a value as JSON that may stand in a script of a page, which no text in it can end.

    >>> as_script("</script>")
    '"\\u003c/script>"'
    """
    return json.dumps(value, **options).replace("<", "\\u003c")


def as_yaml(value: object) -> str:
    r"""Return a value as a text in quotes, on one line of YAML.

    >>> print(as_yaml("a: b\x1b\n"))
    "a: b\ufffd\n"
    """
    text = json.dumps(NO_XML.sub("\ufffd", str(value)), ensure_ascii=False)
    return "".join(character if character.isprintable() else f"\\U{ord(character):08x}" for character in text)


def as_markdown(value: object) -> str:
    r"""Return a value as text in a cell of a table of Markdown: on one line, in which no sign means
    anything else.

    >>> as_markdown("a|b")
    'a\\|b'
    """
    return re.sub(r"([\\`*|$<~]|\](?=[(\[])|&(?=#?\w+;)|(?<!\w)_|_(?!\w))", r"\\\1", as_line(value))


def as_latex(value: object) -> str:
    r"""Return a value as text of LaTeX, on one line.

    >>> print(as_latex("a_1 (%)"))
    a\_1 (\%)
    """
    return re.sub(r"[\\&%$#_{}~^<>|]|^[\[*]", lambda match: LATEX.get(match[0], f"\\{match[0]}"), as_line(value))


LATEX = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
LATEX |= {"<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", "[": "{[}", "*": "{*}"}
"""Signs that LaTeX has a word for; others that mean something there stand after a backslash.

The last two belong to the end of a row above them if they begin the next one.
"""


def as_label(value: object) -> str:
    r"""Return a value as text of a drawing, in which nothing is a formula.

    >>> print(as_label("$1"))
    \$1
    """
    return as_lines(value).replace("$", r"\$")


def as_lines(value: object) -> str:
    """Return a text on lines of a terminal, each as `as_line` has it."""
    return "\n".join(map(as_line, str(value).split("\n")))


def as_line(value: object) -> str:
    r"""Return a value on one line of a terminal; what cannot be printed is shown as Python writes it.

    >>> print(as_line("a\x1b[2J\nb"))
    a\x1b[2J b
    """
    text = re.sub("[\r\n\u2028\u2029\x0b\x0c\x85]+", " ", str(value))
    return "".join(
        character if character.isprintable() or character in "\xa0\u3000" else repr(character)[1:-1]
        for character in text
    )
