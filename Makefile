# `make play` and `make test` set everything up by themselves.
PYTHON ?= python3
BIN = .venv/bin
PIP_INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check
LOWEST = .venv/lowest
PLAIN = .venv/plain
OTHER_PYTHONS = 3.12 3.13
PYTHONS_SUMMARY = .venv/pythons.txt
# One more process than two cores: tests often wait for a browser, a server or a compiler.
PROCESSES = 3
# Tests start hundreds of processes, each of which would compile Gipfel's modules again.
unexport PYTHONDONTWRITEBYTECODE
# What depends on other packages most: kernels, command line, storage, server, arena.
CORE = tests/test_public.py tests/test_packaging.py tests/board tests/notation tests/locale tests/draw tests/games/gipf \
    tests/games/test_conformance.py tests/cli/test_app.py tests/cli/test_bad_input.py tests/cli/test_text.py \
    tests/cli/commands/test_show.py tests/cli/commands/test_replay.py tests/cli/commands/test_perft.py \
    tests/cli/commands/test_bench.py tests/table tests/arena tests/server/http tests/server/socket tests/server/tables

.PHONY: help setup play test check lint types browser firefox postgresql host-programs kernels lowest pythons plain docs dist \
    constraints whole-tests soak screenshots strength clean

help:
	@echo "make play         set everything up and play in a browser"
	@echo "make test         set everything up and run linter, type checkers and tests"
	@echo "make check        all of make test, and what takes long: lowest versions, other Pythons, docs, packages"
	@echo "make whole-tests  all tests, also those of which make test takes a sample; part of make check"
	@echo "make docs         build the documentation into site/"
	@echo "make soak         the long tests: complete games of every kind on the page, many tables, nonsense, crashes"
	@echo "make screenshots  pictures of everything the page shows, into screenshots/"
	@echo "make strength     measure the levels of the engine; takes hours, can be interrupted, continues where it stopped"
	@echo "make setup        only make the environment in .venv"
	@echo "make dist         build a wheel and a source distribution into dist/"
	@echo "make constraints  write constraints.txt, the exact versions for those who deploy"
	@echo "make clean        remove the environment and everything that was built"

setup: .venv/ready

.venv/play: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Gipfel needs Python 3.11 or newer; name one with: make PYTHON=python3.11 ...")'
	@echo "Setting up .venv (once, about a minute) ..."
	@$(PYTHON) -m venv .venv
	@$(PIP_INSTALL) --editable '.[serve]'
	@touch $@

.venv/ready: .venv/play
	@$(PIP_INSTALL) --editable '.[dev]'
	@touch $@

.venv/release: .venv/ready
	@$(PIP_INSTALL) --editable '.[release]'
	@touch $@

.venv/docs: .venv/ready
	@$(PIP_INSTALL) --editable '.[docs]'
	@touch $@

play: .venv/play
	@$(BIN)/gipfel serve

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	@$(MAKE) --no-print-directory types

# TypeScript checks the page's modules where npm is; it is a tool and no part of Gipfel.
TYPESCRIPT = 7.0.2
TSC = .venv/node/node_modules/.bin/tsc
TSC_READY = .venv/node/typescript-$(TYPESCRIPT)

types: setup
	@if ! command -v npm > /dev/null; then \
	    echo "The type check of the page's modules is skipped: it needs npm (Debian: apt-get install npm)."; \
	elif ! test -e $(TSC_READY) && ! { mkdir -p .venv/node && rm -f .venv/node/typescript-* \
	    && npm install --prefix .venv/node --no-save --no-audit --no-fund --silent --fetch-retries=1 \
	       typescript@$(TYPESCRIPT) && $(TSC) --version > /dev/null \
	    && touch $(TSC_READY); }; then \
	    echo "The type check of the page's modules is skipped: npm could not install TypeScript $(TYPESCRIPT)."; \
	else \
	    for config in src/gipfel/web/jsconfig.json src/gipfel/web/worker/jsconfig.json; do \
	        echo "tsc --noEmit -p $$config"; $(TSC) --noEmit -p $$config || exit 1; \
	    done; \
	fi

browser: setup
	@$(BIN)/python -m tests.helpers.browser.chromium

firefox: setup
	@$(BIN)/python -m tests.helpers.browser.firefox

postgresql: setup
	@$(BIN)/python -m tests.helpers.postgres

# Proxies and the tools of systemd, with which tests try the files of deploy/.
host-programs: setup
	@$(BIN)/python -m tests.helpers.host_programs

# The searches of one game share most of what has to be compiled; the processes of the tests could not share it.
kernels: setup
	@$(BIN)/python -m tests.helpers.compiled_kernels

test: lint browser postgresql host-programs kernels
	$(BIN)/pytest -n $(PROCESSES) --dist worksteal

# Everything that takes too long for every change; at most 40 minutes on two cores.
check: lint whole-tests lowest pythons docs dist plain
	@echo "Tested: Python $$($(BIN)/python -c 'import sys; print("%d.%d" % sys.version_info[:2])'). $$(cat $(PYTHONS_SUMMARY))"

# All tests, also those of which `make test` runs a sample (tests/helpers/check.py).
whole-tests: browser firefox postgresql host-programs kernels
	GIPFEL_CHECK=1 $(BIN)/pytest -n $(PROCESSES) --dist worksteal

# The lowest versions that pyproject.toml allows.
lowest: .venv/release postgresql
	$(BIN)/uv venv --quiet --clear --python $(BIN)/python $(LOWEST)
	$(BIN)/uv pip install --quiet --python $(LOWEST) --resolution lowest-direct --editable '.[dev]'
	$(LOWEST)/bin/python -m pytest -n $(PROCESSES) --dist worksteal $(CORE)

# The other versions of Python that pyproject.toml names, where they are installed. The last line says which were tested.
pythons: .venv/release postgresql
	@tested=; missing=; \
	for version in $(OTHER_PYTHONS); do \
	    if found=$$($(BIN)/uv python find --no-python-downloads $$version 2> /dev/null \
	        || ls $${PYENV_ROOT:-$$HOME/.pyenv}/versions/$$version.*/bin/python 2> /dev/null | tail -1 | grep .); then \
	        echo "Python $$version"; \
	        $(BIN)/uv venv --quiet --clear --python "$$found" .venv/python$$version \
	        && $(BIN)/uv pip install --quiet --python .venv/python$$version --editable '.[dev]' \
	        && .venv/python$$version/bin/python -m pytest -n $(PROCESSES) --dist worksteal $(CORE) || exit 1; \
	        tested="$${tested:+$$tested, }$$version"; \
	    else \
	        missing="$${missing:+$$missing, }$$version"; \
	    fi; \
	done; \
	echo "Other Pythons tested: $${tested:-none}. Not tested, because not installed: $${missing:-none}." | tee $(PYTHONS_SUMMARY)

# What is uploaded: a source distribution and a wheel.
dist: .venv/release
	rm -rf dist
	$(BIN)/uv build --quiet --out-dir dist .
	$(BIN)/twine check --strict dist/*

# The wheel without extras in an environment of its own.
plain: dist
	$(BIN)/python -m venv --clear $(PLAIN)
	$(PLAIN)/bin/python -m pip install --quiet --disable-pip-version-check dist/*.whl
	cd $(PLAIN) && bin/python -I ../../tests/without_extras.py

# Exact versions for those who deploy; docs/hosting.md says how to use them.
constraints: .venv/release
	$(BIN)/uv pip compile --quiet --universal --no-header --no-annotate --upgrade \
	    --extra serve --extra cluster --extra notices --extra png --extra postgresql \
	    --output-file constraints.txt pyproject.toml

docs: .venv/docs browser
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	GIPFEL_SITE=site $(BIN)/pytest tests/docs/test_site.py
	@echo "The documentation is in site/index.html."

# GIPFEL_SOAK=0.1 make soak: a tenth of it.
GIPFEL_SOAK ?= 1
soak: browser postgresql kernels
	GIPFEL_SOAK=$(GIPFEL_SOAK) $(BIN)/pytest -vv -rP tests/kernel/test_kernel.py tests/kernel/test_indices.py \
	    tests/project/potentials/test_random_games.py tests/docs/test_rules.py tests/browser/test_soak.py \
	    tests/browser/test_evenings.py tests/learn/test_puzzle_files.py \
	    tests/server/test_attacks.py tests/server/test_fuzz.py tests/server/test_kill.py tests/server/test_soak_tables.py

screenshots: browser
	$(BIN)/python -m scripts.screenshots

strength: setup
	$(BIN)/gipfel strength --write docs/reports/strength.md

clean:
	rm -rf .venv dist build site screenshots .pytest_cache .mypy_cache .ruff_cache .hypothesis
