# `make play` and `make test` set everything up by themselves; both rest on `make setup`.
PYTHON ?= python3
BIN = .venv/bin

.PHONY: help setup play test lint types browser postgresql soak screenshots strength wheel clean

help:
	@echo "make play         set everything up and play in a browser"
	@echo "make test         set everything up and run linter, type checkers and tests"
	@echo "make soak         the long tests: complete games of every kind on the page, many tables, nonsense, crashes"
	@echo "make screenshots  pictures of everything the page shows, into screenshots/"
	@echo "make strength     measure the levels of the engine; takes hours, can be interrupted, goes on where it was"
	@echo "make setup        only make the environment in .venv"
	@echo "make wheel        build a wheel into dist/"
	@echo "make clean        remove the environment and everything that was built"

setup: .venv/ready

.venv/ready: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Gipfel needs Python 3.11 or newer; name one with: make PYTHON=python3.12 ...")'
	@echo "Setting up .venv (once, about a minute) ..."
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

play: setup
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
	    echo "tsc --noEmit -p src/gipfel/web/jsconfig.json"; $(TSC) --noEmit -p src/gipfel/web/jsconfig.json; \
	fi

browser: setup
	@$(BIN)/python -m tests.helpers.browser.chromium

postgresql: setup
	@$(BIN)/python -m tests.helpers.postgres

test: lint browser postgresql
	$(BIN)/pytest -n 2 --dist worksteal

soak: browser postgresql
	GIPFEL_SOAK=1 $(BIN)/pytest -vv tests/kernel/test_kernel.py tests/kernel/test_indices.py tests/project/test_project.py tests/server/test_fuzz.py tests/server/test_kill.py tests/server/test_soak_tables.py tests/browser/test_soak.py

screenshots: browser
	$(BIN)/python -m scripts.screenshots

strength: setup
	$(BIN)/gipfel strength --write docs/strength.md

wheel: setup
	$(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir dist .
	@ls dist

clean:
	rm -rf .venv dist build screenshots .pytest_cache .mypy_cache .ruff_cache .hypothesis
