"""Texts of others where they are shown: one function for each target, so that a text stays a text there."""

from __future__ import annotations

import html
import json
import re
from typing import Any

NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that neither XML nor UTF-8 can hold, such as NUL, escapes of terminals and lone surrogates."""


MARKUP = re.compile(r"<[A-Za-z/!?]|&#?\w+;|[$`]|\]\(")
"""What pages, Markdown or charts may read as more than text."""


def is_plain(text: str) -> bool:
    """Return whether a text is that, and nothing else, even where somebody shows it as it is, as pandas does.

    >>> is_plain("hidden singles, 3 < 4"), is_plain("<b>")
    (True, False)
    """
    return MARKUP.search(text) is None and as_lines(text) == text


def as_html(given: object) -> str:
    """Return a value as text of HTML or SVG, or in quotes as that of an attribute.

    >>> as_html("<b a='1'>")
    '&lt;b a=&#x27;1&#x27;&gt;'
    """
    return html.escape(NO_XML.sub("\ufffd", str(given)))


def as_script(value: Any, **how: Any) -> str:
    r"""Return a value as JSON that may stand in a script of a page, which no text in it can end.

    >>> as_script("</script>")
    '"\\u003c/script>"'
    """
    return json.dumps(value, **how).replace("<", "\\u003c")


def as_yaml(given: object) -> str:
    r"""Return a value as a text in quotes, on one line of YAML.

    >>> print(as_yaml("a: b\x1b\n"))
    "a: b\ufffd\n"
    """
    text = json.dumps(NO_XML.sub("\ufffd", str(given)), ensure_ascii=False)
    return "".join(one if one.isprintable() else f"\\U{ord(one):08x}" for one in text)


def as_markdown(given: object) -> str:
    r"""Return a value as text in a cell of a table of Markdown: on one line, in which no sign means
    anything else.

    >>> as_markdown("a|b")
    'a\\|b'
    """
    return re.sub(r"([\\`*|$<~]|\](?=[(\[])|&(?=#?\w+;)|(?<!\w)_|_(?!\w))", r"\\\1", as_line(given))


def as_latex(given: object) -> str:
    r"""Return a value as text of LaTeX, on one line.

    >>> print(as_latex("a_1 (%)"))
    a\_1 (\%)
    """
    return re.sub(r"[\\&%$#_{}~^]", lambda found: LATEX.get(found[0], f"\\{found[0]}"), as_line(given))


LATEX = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
"""Signs that LaTeX has a word for; others that mean something there stand after a backslash."""


def as_label(given: object) -> str:
    r"""Return a value as text of a drawing, in which nothing is a formula.

    >>> print(as_label("$1"))
    \$1
    """
    return as_lines(given).replace("$", r"\$")


def as_lines(given: object) -> str:
    """Return a text on lines of a terminal, each as `as_line` has it."""
    return "\n".join(map(as_line, str(given).split("\n")))


def as_line(given: object) -> str:
    r"""Return a value on one line of a terminal; what cannot be printed is shown as Python writes it.

    >>> print(as_line("a\x1b[2J\nb"))
    a\x1b[2J b
    """
    text = re.sub("[\r\n\u2028\u2029\x0b\x0c\x85]+", " ", str(given))
    return "".join(one if one.isprintable() or one in "\xa0\u3000" else repr(one)[1:-1] for one in text)
