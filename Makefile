# Generation -> analysis -> figures. `make` alone prints what there is to make.
#
# An active conda or virtual environment is used as it is; otherwise .venv is made from requirements.lock: with uv, which
# takes less than half of pip's time and which pip installs where it is not on the PATH; with pip where that fails.

ifeq ($(filter output-sync,$(.FEATURES)),)
  $(error GNU make 4.0 or later is needed, and this is $(MAKE_VERSION); on macOS: brew install make, then gmake in place of make)
endif

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules

# The code runs from this folder, installed or not. Some machines keep Python from writing bytecode: then each of the many
# processes would compile all that it imports again, which takes longer than what most of them do.
export PYTHONPATH := $(CURDIR)
unexport PYTHONDONTWRITEBYTECODE

# conda's base environment is active in many a shell without anybody meaning it, and does not count.
ACTIVE := $(VIRTUAL_ENV)$(if $(filter-out base,$(CONDA_DEFAULT_ENV)),$(CONDA_PREFIX))
ifneq ($(ACTIVE),)
  PYTHON := python
  ENV := build/environment-$(shell echo '$(ACTIVE)' | cksum | cut -d ' ' -f 1).checked
else
  PYTHON := .venv/bin/python
  ENV := .venv/.ready
endif
RULLO := $(PYTHON) -m rullo_core

# The thesis's own scale, or in seconds a small part of its experiments and the notebooks that tell of them. Results of the
# thesis's scale stand where git has them, others below OUT.
SCALE ?= thesis
ifeq ($(SCALE),thesis)
  OUT ?= .
else ifeq ($(SCALE),quick)
  OUT ?= build/quick
  MAKEFLAGS += --output-sync
else
  $(error SCALE=$(SCALE): take thesis or quick)
endif
HERE := $(if $(filter .,$(OUT)),,$(OUT)/)
STAMPS := $(HERE)build

# Two notebooks at a time: few of them need all processors.
MAKEFLAGS += --jobs=2

# Where notebooks look for data.
export RULLO_DATA := $(CURDIR)/$(HERE)data

# What a result depends on. Stamps say when a step was last done; data, figures and notebooks are written whole or not at
# all, and the stamp comes after them.
PACKAGE := $(shell find rullo_core rullo_studies -name '*.py' -o -name '*.mplstyle')
PUBLISHED := $(wildcard data/published/*.* data/published/*/*) data/checksums.json

# Compiled code is stored by the source that it is made of, for all scales. Other code is compiled at its first use.
KERNELS := $(shell find rullo_core rullo_studies -path '*/kernels/*.py' -o -path '*/compiled/*.py')
COMPILED := build/kernels.compiled
READY := $(ENV) $(COMPILED)

# The files that the last rendering wrote, and the tables that notebooks show.
FIGURES := $(shell cat $(STAMPS)/figures.list 2>/dev/null)
SHOWN := $(shell cat $(STAMPS)/shown.list 2>/dev/null)

# A step with more outputs than its target is done again when one of the others is missing.
unless-there = $(if $(filter-out $(wildcard $(1)),$(1)),again)

# Each puzzle's: the datasets and how they are made, which notebooks are made from what else, which are for SCALE=quick, and
# what is made first: datasets with whose code others go on, then notebooks that others wait for. And which modules make
# which datasets, as FILE=MODULE,MODULE: they depend on all that these import.
DATA :=
MADE_BY :=
RUN := rullo_core.runs.run
QUICK :=
EARLY :=
FIRST :=
include $(wildcard rullo_*/*/data.mk)
-include $(STAMPS)/sources.mk

$(STAMPS)/sources.mk: $(PACKAGE) Makefile $(wildcard rullo_*/*/data.mk)
	@mkdir -p $(@D)
	@$(if $(ACTIVE),python,$(or $(wildcard $(PYTHON)),python3)) -m rullo_core.sources $(MADE_BY) >$@.tmp
	@mv $@.tmp $@

# By their numbers, so that two at a time are of different puzzles: else both would compile the same code.
NOTEBOOKS := $(if $(filter quick,$(SCALE)),$(QUICK),$(shell printf '%s\n' notebooks/*/*.ipynb | LC_ALL=C sort -t / -k 3))
EXECUTED := $(NOTEBOOKS:notebooks/%.ipynb=$(STAMPS)/%.done)

.PHONY: again
again:

.PHONY: help env data figures notebooks sweep site paper reproduce test test-all test-pages mutants coverage lint bench clean

help: ## print this
	@echo 'RULLO: generation -> analysis -> figures'
	@echo
	@grep -hE '^[a-z-]+:.*## ' Makefile | sed -E 's/^([a-z-]+):.*## (.*)/  make \1|\2/' | column -t -s '|' 2>/dev/null \
	  || grep -hE '^[a-z-]+:.*## ' Makefile

env: $(ENV) ## make the environment, unless one is active

data: $(DATA) ## generate the datasets that figures and notebooks show

figures: $(EARLY) $(FIRST) $(STAMPS)/figures.done $(STAMPS)/shown.done ## make everything: environment, data, figures, tables, notebooks; SCALE=quick for a small part

notebooks: $(STAMPS)/shown.done ## execute the notebooks where they stand, and write their tables into figures/notebooks

sweep: $(ENV) ## run a sweep: SWEEP=sweeps/size-by-range.yaml; with a notebook for each point: OPTIONS=--notebooks
	$(if $(SWEEP),,$(error Name a sweep: make sweep SWEEP=sweeps/size-by-range.yaml))
	$(RULLO) sweep $(SWEEP) $(OPTIONS)

site: $(ENV) ## make web pages of the notebooks, README and docs, in build/site
	$(RULLO) site build/site

paper: $(ENV) ## make the manuscript as a PDF, with the numbers of committed results, in build/paper
	$(PYTHON) -m rullo_core.reports.paper build/paper

reproduce: ## make everything again from scratch, in build/reproduced, and compare it with what is here
	rm -rf build/reproduced
	$(MAKE) figures SCALE=thesis OUT=build/reproduced
	diff -r figures build/reproduced/figures
	diff -r --exclude=.ipynb_checkpoints notebooks build/reproduced/notebooks
	@echo 'Reproduced: data with the checksums of data/checksums.json, and figures/ and notebooks/ byte for byte'

test: $(READY) ## run the tests, except those that kill processes, start clusters or count long
	$(PYTHON) -m pytest -n logical --dist loadfile --no-loadscope-reorder -m 'not slow'

test-all: $(READY) ## run all tests, and the examples in docstrings
	$(PYTHON) -m pytest -n logical --dist loadfile --no-loadscope-reorder --doctest-modules tests rullo_core rullo_studies

# Files beside those whose slow tests ask Python or node alone, and look at no page.
NO_PAGES := conformance play strictly

# Browsers often wait: so there is one process more than processors.
test-pages: $(READY) ## run the slow tests that look at pages in browsers
	$(PYTHON) -m pytest -n $$(($$(getconf _NPROCESSORS_ONLN) + 1)) --dist loadfile --no-loadscope-reorder -m slow $(NO_PAGES:%=--ignore=tests/player/test_%.py) tests/reports/test_site*.py tests/player

FAULTS ?= 300

mutants: $(READY) ## break the code in FAULTS=300 places, one at a time, and write in build/mutants.csv which of them tests notice
	$(PYTHON) -m tests.mutants $(FAULTS)

coverage: $(ENV) ## show which lines, except those of kernels, no quick test reaches
	$(PYTHON) -m pytest -n logical --dist loadfile --no-loadscope-reorder -m 'not slow' --cov --cov-report=term-missing:skip-covered tests

lint: $(ENV) ## check style and types
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m mypy

bench: $(ENV) ## measure puzzles per second, compared with the thesis's method
	$(PYTHON) -m benchmarks

clean: ## remove what was generated, except the environment and what is in git
	rm -rf build data/sweeps data/*.parquet data/*.card.md data/*.shards data/.*.tmp.parquet figures/.*.tmp.* notebooks/*/.*.tmp.ipynb

$(COMPILED): $(KERNELS) | $(ENV)
	@mkdir -p $(@D)
	$(RULLO) compile
	@touch $@

# Of what pyproject.toml names, uv may also be a program that no package of Python brings.
build/environment-%.checked: requirements.lock pyproject.toml
	@missing=$$($(PYTHON) -c 'import re, shutil, tomllib; from importlib.metadata import distributions; \
	  project = tomllib.load(open("pyproject.toml", "rb"))["project"]; \
	  lines = sum(project["optional-dependencies"].values(), project["dependencies"]); \
	  there = {re.sub("[-_.]+", "-", str(one.name)).lower() for one in distributions()}; \
	  names = {re.match("[a-z0-9-]+", line)[0] for line in lines} - {"rullo"} - there; \
	  print(*sorted(name for name in names if not shutil.which(name)))') && test -z "$$missing" \
	  || { echo "The active environment, $(ACTIVE), lacks $${missing:-Python 3.11 or later}: install what is needed with" >&2; \
	    echo '  python -m pip install -r requirements.lock' >&2; \
	    echo 'or deactivate the environment, and .venv is made.' >&2; exit 2; }
	@mkdir -p build && touch $@

.venv/.ready: requirements.lock pyproject.toml
	@rm -rf .venv
	@for python in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	  if "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then break; fi; \
	  python=; \
	done; \
	if [ -z "$$python" ]; then echo 'No Python 3.11 or later on the PATH: install one, then make again' >&2; exit 2; fi; \
	echo "Making .venv with $$python and uv"; \
	"$$python" -m venv .venv; \
	if ! uv="$$(command -v uv)"; then \
	  uv=.venv/bin/uv; \
	  awk '/^[^ ]/ { wanted = /^uv==/ } wanted' requirements.lock >.venv/uv.lock; \
	  .venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --only-binary :all: --require-hashes -r .venv/uv.lock || true; \
	fi; \
	if "$$uv" pip install --quiet --python .venv/bin/python --require-hashes -r requirements.lock; then \
	  "$$uv" pip install --quiet --python .venv/bin/python --no-deps --no-build-isolation -e .; \
	else \
	  echo 'Now with pip instead of uv, which takes longer'; \
	  .venv/bin/python -m pip install --quiet --no-compile --disable-pip-version-check --require-hashes -r requirements.lock; \
	  .venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .; \
	fi
	@touch $@

$(STAMPS)/figures.done: $(DATA) $(PACKAGE) $(PUBLISHED) $(call unless-there,$(FIGURES)) | $(ENV)
	@mkdir -p $(@D) $(HERE)figures
	$(RULLO) figures $(DATA) $(HERE)figures --list $(STAMPS)/figures.list
	@touch $@

$(STAMPS)/shown.done: $(EXECUTED) $(call unless-there,$(SHOWN)) | $(ENV)
	@mkdir -p $(HERE)figures
	$(if $(filter $(EXECUTED),$?),$(PYTHON) -m rullo_core.cli.together $(STAMPS)/notebooks.due)
	$(PYTHON) -m rullo_core.reports.figures $(HERE)figures/notebooks $(NOTEBOOKS:%=$(HERE)%)
	@find $(HERE)figures/notebooks -type f >$(STAMPS)/shown.list
	@touch $@

# Says only that a notebook is due, and with which parameters. They are executed together, which spares most of what each
# takes to start, and their stamps are made then.
$(STAMPS)/%.done: notebooks/%.ipynb $(DATA) $(PACKAGE) $(PUBLISHED) | $(READY)
	@mkdir -p $(@D) $(HERE)$(<D)
	@rm -f $@
	@echo $@ $< $(HERE)$< $(PARAMETERS) >>$(STAMPS)/notebooks.due
