"""What a repository has beside its code: workflows, hooks, templates, and pages for those who contribute."""

import json
import re
import tomllib

import pytest
import yaml
from packaging.specifiers import SpecifierSet

from rullo_core import __version__
from rullo_core.paths import ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
TARGETS = set(re.findall(r"^([a-z-]+):.*##", (ROOT / "Makefile").read_text(), re.MULTILINE))
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
PAGES = ("CONTRIBUTING.md", "CODE_OF_CONDUCT.md", "CHANGELOG.md", ".github/pull_request_template.md")


def commands(workflow):
    """What the steps of a workflow run, line by line."""
    jobs = yaml.safe_load(workflow.read_text())["jobs"].values()
    return [line for job in jobs for step in job["steps"] for line in step.get("run", "").splitlines()]


def test_workflows_are_there():
    assert {path.stem for path in WORKFLOWS} == {"tests", "newest", "site", "release"}


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_workflows_run_what_there_is(path):
    """Targets of the Makefile, files, and extras of the package."""
    workflow = yaml.safe_load(path.read_text())
    assert workflow["permissions"] == {"contents": "read"}
    for line in commands(path):
        words = line.split()
        if words[0] == "make":
            assert {word for word in words[1:] if "=" not in word} <= TARGETS
        if words[0].startswith("."):
            assert (ROOT / words[0]).is_file()
        for extras in re.findall(r"\.\[([\w,]+)\]", line):
            assert set(extras.split(",")) <= set(PYPROJECT["optional-dependencies"])
    for version in re.findall(r'python-version: "([^"]+)"|"(3\.\d+)"', path.read_text()):
        assert "".join(version) in SpecifierSet(PYPROJECT["requires-python"])


def test_the_tests_run_on_three_systems_and_all_versions_of_python():
    quick = yaml.safe_load((ROOT / ".github/workflows/tests.yml").read_text())["jobs"]["quick"]["strategy"]["matrix"]
    assert quick["os"] == ["ubuntu-latest", "macos-latest", "windows-latest"]
    versions = [line.rpartition(" ")[2] for line in PYPROJECT["classifiers"] if ":: Python :: 3." in line]
    assert quick["python"] == versions
    assert PYPROJECT["requires-python"] == f">={versions[0]}"


def test_the_oldest_versions_are_tried_on_the_oldest_python_and_the_newest_on_the_newest():
    jobs = yaml.safe_load((ROOT / ".github/workflows/newest.yml").read_text())["jobs"]
    pythons = {job["resolution"]: job["python"] for job in jobs["versions"]["strategy"]["matrix"]["include"]}
    versions = [line.rpartition(" ")[2] for line in PYPROJECT["classifiers"] if ":: Python :: 3." in line]
    assert pythons == {"highest": versions[-1], "lowest-direct": versions[0]}
    assert jobs["conda"]["steps"][1]["with"]["environment-file"] == "environment.yml"


def test_no_password_is_needed_to_publish():
    text = (ROOT / ".github/workflows/release.yml").read_text()
    assert "id-token: write" in text
    assert "secrets." not in text


def test_hooks_are_the_checks_of_make_lint():
    (repository,) = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"]
    assert [hook["entry"] for hook in repository["hooks"]] == ["make lint"]


def test_every_form_for_issues_can_be_filled_in():
    for path in (ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml"):
        form = yaml.safe_load(path.read_text())
        assert form["name"], path
        assert form["description"], path
        assert all(part["attributes"]["label"] and part["id"] for part in form["body"])


@pytest.mark.parametrize("name", PAGES)
def test_links_and_commands_of_pages_lead_somewhere(name):
    text = (ROOT / name).read_text()
    for link in re.findall(r"\]\((?!https?:)([^)#]+)", text):
        assert (ROOT / link).exists(), link
    for target in re.findall(r"`make ([a-z-]+)", text) + re.findall(r"^    make ([a-z-]+)", text, re.MULTILINE):
        assert target in TARGETS


def test_the_changelog_has_this_version():
    text = (ROOT / "CHANGELOG.md").read_text()
    versions = re.findall(r"^## (.+)$", text, re.MULTILINE)
    released = yaml.safe_load((ROOT / "CITATION.cff").read_text())["date-released"]
    assert f"{__version__} ({released})" in versions[:2]
    assert versions[0] in ("Unreleased", f"{__version__} ({released})")


def test_those_who_archive_read_what_those_who_cite_read():
    """In `.zenodo.json`, and in the head of the paper of a page as in `CITATION.cff`."""
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    archived = json.loads((ROOT / ".zenodo.json").read_text())
    _, head, text = (ROOT / "paper" / "paper.md").read_text().split("---\n", 2)
    summary = yaml.safe_load(head)
    assert archived["title"] == citation["title"] == summary["title"]
    assert archived["version"] == citation["version"]
    assert archived["license"] == citation["license"] == PYPROJECT["license"]
    assert f"{citation['license']} licence" in text
    assert archived["keywords"] == citation["keywords"] == summary["tags"]
    names = [[author["name"] for author in authors] for authors in (archived["creators"], citation["authors"])]
    assert names == [[author["name"] for author in summary["authors"]]] * 2


def test_an_image_makes_the_small_part():
    """Of what the Makefile makes, and nothing that git has not."""
    lines = (ROOT / "Dockerfile").read_text().splitlines()
    assert "RUN make figures SCALE=quick" in lines
    assert json.loads((ROOT / ".devcontainer/devcontainer.json").read_text())["build"]["dockerfile"] == "../Dockerfile"
