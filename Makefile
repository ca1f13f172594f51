# `make play` and `make test` set everything up by themselves; both rest on `make setup`.
PYTHON ?= python3
BIN = .venv/bin

.PHONY: help setup play test lint strength wheel clean

help:
	@echo "make play      set everything up and start a game"
	@echo "make test      set everything up and run linter, type checker and tests"
	@echo "make strength  measure the levels of the engine; takes hours, can be interrupted, goes on where it was"
	@echo "make setup     only make the environment in .venv"
	@echo "make wheel     build a wheel into dist/"
	@echo "make clean     remove the environment and everything that was built"

setup: .venv/ready

.venv/ready: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Gipfel needs Python 3.11 or newer; name one with: make PYTHON=python3.12 ...")'
	@echo "Setting up .venv (once, about a minute) ..."
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

play: setup
	@$(BIN)/gipfel terminal gipf

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

test: lint
	$(BIN)/pytest -n 2

strength: setup
	$(BIN)/gipfel strength --write docs/strength.md

wheel: setup
	$(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir dist .
	@ls dist

clean:
	rm -rf .venv dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis
