# Generation -> analysis -> figures. `make` alone prints what there is to make.
#
# An active conda or virtual environment is used as it is; otherwise .venv is made from requirements.lock, with uv where
# it is on the PATH, else with venv and pip.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules

# The code runs from this folder, installed or not.
export PYTHONPATH := $(CURDIR)

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

CENSUS := data/census-3x3-2-4.parquet
NOTEBOOKS := $(wildcard notebooks/*.ipynb)

# What a result depends on. Stamps in build/ say when a step was last done; data, figures and notebooks are written whole
# or not at all, and the stamp comes after them.
KERNELS := $(wildcard rullo_core/kernels/*.py)
GENERATION := $(KERNELS) $(addprefix rullo_core/, census.py experiment.py files.py shards.py store.py tally.py puzzle.py parameters.py)
PACKAGE := $(KERNELS) $(wildcard rullo_core/*.py) rullo_core/rullo.mplstyle
PUBLISHED := $(wildcard data/published/*) data/checksums.json

FIGURES := $(foreach picture,worked-example $(addprefix census-3x3-2-4-,average-difficulty distribution hardest \
    hardest-with-every-number hardest-exhaustive),$(addprefix figures/$(picture),.svg .png)) \
  $(foreach table,difficulty required,$(addprefix figures/census-3x3-2-4-by-$(table),.md .tex .csv))

# A step with more outputs than its target is done again when one of the others is missing.
unless-there = $(if $(filter-out $(wildcard $(1)),$(1)),again)

.PHONY: again
again:

.PHONY: help env data figures notebooks test lint bench clean

help: ## print this
	@echo 'RULLO: generation -> analysis -> figures'
	@echo
	@grep -hE '^[a-z]+:.*## ' Makefile | sed -E 's/^([a-z]+):.*## (.*)/  make \1|\2/' | column -t -s '|' 2>/dev/null \
	  || grep -hE '^[a-z]+:.*## ' Makefile

env: $(ENV) ## make the environment, unless one is active

data: $(CENSUS) ## generate the data: the census of all 3x3 puzzles over 2-4

figures: build/figures.done $(NOTEBOOKS:notebooks/%.ipynb=build/%.done) ## from nothing to every figure, table and notebook

notebooks: $(NOTEBOOKS:notebooks/%.ipynb=build/%.done) ## execute the notebooks where they stand

test: $(ENV) ## run the tests
	$(PYTHON) -m pytest

lint: $(ENV) ## check style and types
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m mypy

bench: $(ENV) ## measure puzzles per second, beside the thesis's way
	$(PYTHON) -m benchmarks.census

clean: ## remove what was generated, but for what git holds and the environment
	rm -rf build data/*.parquet notebooks/.*.tmp.ipynb

build/environment-%.checked: requirements.lock
	@$(PYTHON) -c 'import importlib.util as u, sys; \
	  sys.exit(not all(map(u.find_spec, "click numba pandas pyarrow matplotlib papermill pytest hypothesis".split())))' \
	  || { echo 'The active environment, $(ACTIVE), lacks what is needed: install it with' >&2; \
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
	if command -v uv >/dev/null; then \
	  echo "Making .venv with $$python and uv"; \
	  uv venv --quiet --python "$$(command -v "$$python")" .venv; \
	  uv pip install --quiet --python .venv/bin/python --require-hashes -r requirements.lock; \
	  uv pip install --quiet --python .venv/bin/python --no-deps --no-build-isolation -e .; \
	else \
	  echo "Making .venv with $$python and pip, which takes about a minute"; \
	  "$$python" -m venv .venv; \
	  .venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock; \
	  .venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .; \
	fi
	@touch $@

$(CENSUS): $(GENERATION) $(call unless-there,$(CENSUS:.parquet=.hardest.parquet)) | $(ENV)
	$(RULLO) census --size 3x3 --range 2-4 --out $@

build/figures.done: $(CENSUS) $(PACKAGE) $(PUBLISHED) $(call unless-there,$(FIGURES)) | $(ENV)
	$(RULLO) figures $(CENSUS) figures
	@mkdir -p build && touch $@

build/%.done: notebooks/%.ipynb $(CENSUS) $(PACKAGE) $(PUBLISHED) | $(ENV)
	$(RULLO) notebook $< $<
	@mkdir -p build && touch $@
