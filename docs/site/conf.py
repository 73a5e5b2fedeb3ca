"""How Sphinx makes the site, from what `rullo_core.reports.site` has put together."""

import gc
import sys
from importlib import import_module
from pathlib import Path

from docutils.nodes import SkipNode, reference
from latex2mathml.converter import convert

FOLDER = Path(__file__).parent
sys.path[:0] = [str(FOLDER), str(FOLDER.parents[1])]
import_module("rullo_core.tuning").tune_process()  # before the extensions

gc.disable()  # to look for garbage takes a sixth of the time, and all of it fits into 400 MB

project = html_title = "RULLO"
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.autosummary", "numpydoc", "sphinx_click"]
html_math_renderer = "mathml"  # by browsers themselves: no script, no fonts
root_doc = "index"
include_patterns = ["*.md", "notebooks/*/*.ipynb", "docs/*.md", "docs/reference/*.md"]
nitpicky = True  # a link to nowhere is a warning, and warnings end the build

# The reference. What docstrings name is a link where it has an entry, and code otherwise.
default_role = "py:obj"
add_module_names = False
autodoc_typehints = "none"  # they are told in the sections of docstrings
autosummary_generate = False  # pages for each name
numpydoc_show_class_members = False  # which autodoc does

# Notebooks are shown as they were executed.
nb_execution_mode = "off"
nb_render_markdown_format = "myst"  # else tables in outputs stay text
nb_ipywidgets_js: dict[str, object] = {}
nb_render_image_options = {"alt": "What it shows is described in the text"}
myst_heading_anchors = 3
myst_enable_extensions = ["dollarmath"]

html_theme = "furo"
html_theme_options = {"top_of_page_buttons": []}
html_sourcelink_suffix = ""
html_static_path = ["static"]
templates_path = ["templates"]
html_css_files = ["rullo.css"]
html_js_files = [("rullo.js", {"defer": "defer"})]
html_favicon = "static/favicon.svg"
html_show_search_summary = False  # opened as a file, a page may not fetch others
html_show_sphinx = False
html_use_index = html_domain_indices = False
html_sidebars = {
    "**": [f"sidebar/{part}.html" for part in ("brand", "search", "scroll-start")]
    + ["play.html", "sidebar/navigation.html", "download.html", "sidebar/scroll-end.html"]
}


def formula(display):
    """Write a formula as MathML."""

    def visit(self, node):
        self.body.append(convert(node.astext(), display=display))
        raise SkipNode

    return visit, None


def setup(app):
    """Have formulas set; and boards played by the widget's script, no module here, as a page in a file loads none."""
    app.add_html_math_renderer("mathml", formula("inline"), formula("block"))
    app.connect("source-read", as_typed)
    app.connect("autodoc-process-docstring", with_type)
    app.connect("doctree-read", without_links_to_schedulers)
    app.connect("missing-reference", beyond_module)
    app.connect("builder-inited", write_player)
    app.connect("html-page-context", with_player)


def as_typed(app, page, source):
    """Keep quotes and hyphens of the reference as they are: options have two hyphens."""
    app.config.smartquotes = not page.startswith("docs/reference/")


def with_type(app, kind, name, thing, options, lines):
    """Say of which type a property is: no section of its docstring does."""
    if kind == "property":
        function = thing.fget if isinstance(thing, property) else thing.func
        lines += ["", f":Type: ``{function.__annotations__['return']}``"]


def without_links_to_schedulers(app, tree):
    """Show the address of a cluster, an example of an option, as text: it is no page."""
    for link in list(tree.findall(reference)):
        if link.get("refuri", "").startswith("tcp:"):
            link.replace_self(link.children)


def beyond_module(app, environment, node, content):
    """Make a name in a docstring that another module has a link to it, and show one that has no entry as code."""
    if node.get("refdomain") != "py":
        return None
    domain, target = environment.get_domain("py"), node["reftarget"]
    places = [f"{module}.{target}" for module in domain.modules if node.get("py:module")]
    place = next((place for place in places if place in domain.objects), target)
    link = domain.resolve_xref(environment, node["refdoc"], app.builder, "obj", place, node, content)
    return link or content


def write_player(app):
    """Lay pages to play on in a folder of their own, and what they need beside the other static files."""
    from rullo_core.player.kinds import kinds
    from rullo_core.player.offline import site
    from rullo_core.reports.site import family

    icon = (FOLDER / html_favicon).read_text(encoding="utf-8")
    for name, content in site(filter(kinds().__contains__, family()), icon).items():
        path = Path(app.outdir) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def with_player(app, page, template, context, tree):
    """Load them where there is a board."""
    if 'class="rullo-player"' in context.get("body", ""):
        app.add_css_file("player.css")
        app.add_js_file("player.js", defer="defer")
