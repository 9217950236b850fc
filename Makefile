# Opening Bell: every command of the project. `make help` lists them.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SUFFIXES:
SHELL := /bin/bash
MAKEFLAGS += --no-print-directory

VENV := .venv
BIN := $(VENV)/bin
LOCKS := deploy/requirements
# What pip does here does not depend on the machine's own settings beyond where its packages come from.
# Bytecode is written when a module is first used: most of what is installed never is.
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet --quiet
SPEC := openapi/openapi.json
ARGS ?=

.PHONY: help
help: ## List the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: run
run: $(VENV)/server.stamp ## Start the whole server; PORT, HOST, OPENINGBELL_DATA and REDIS_URL choose where (docs/run-it.md)
	@exec $(BIN)/python -m openingbell.supervisor

.PHONY: demo
demo: $(VENV)/server.stamp ## Watch four bots play a whole game on a running server
	@exec $(BIN)/bell demo $(ARGS)

.PHONY: test
test: check ## Check, then run every test; ARGS="-k name" runs a few
	@$(BIN)/python -m pytest --numprocesses=auto --dist=loadfile $(ARGS)

.PHONY: check
check: $(VENV)/dev.stamp ## Lint, types, import floors, drift of the OpenAPI document, clean lock files
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet . || { echo "Some files are not formatted: run make format" >&2; exit 1; }
	@$(BIN)/mypy service clients/python tests/tools
	@$(BIN)/python tests/tools/floors.py
	@$(BIN)/python tests/tools/locks.py check
	@$(BIN)/python -m openingbell.api.spec --check $(SPEC)
	@$(BIN)/python clients/python/tools/generate.py --check

.PHONY: format
format: $(VENV)/dev.stamp ## Format the code and repair what ruff can repair
	@$(BIN)/ruff check --quiet --fix . ; $(BIN)/ruff format --quiet .

.PHONY: openapi
openapi: $(VENV)/dev.stamp ## Write openapi/openapi.json and the Python client's types anew
	@$(BIN)/python -m openingbell.api.spec $(SPEC)
	@$(BIN)/python clients/python/tools/generate.py

.PHONY: lock
lock: $(VENV)/dev.stamp ## Resolve the locked requirements anew
	@$(BIN)/python tests/tools/locks.py write

.PHONY: bench
bench: $(VENV)/dev.stamp ## Measure; the figures go to docs/performance.md
	@$(BIN)/python -m tests.bench $(ARGS)

.PHONY: chaos
chaos: $(VENV)/dev.stamp ## Play many tables while processes are killed and stopped, and check every answer (docs/chaos.md)
	@$(BIN)/python -m tests.chaos

.PHONY: clean
clean: ## Remove what the other commands made here, except the games in .data
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
	find service clients -name '*.egg-info' -type d -prune -exec rm -rf {} +

# The oldest Python that will do comes first, so that everybody runs what the project is tested with.
$(BIN)/python:
	@for python in $(PYTHON) python3.11 python3.12 python3.13 python3; do \
	  if "$$python" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	    rm -rf $(VENV) && exec "$$python" -m venv $(VENV); fi; done; \
	echo "Opening Bell needs Python 3.11 or newer with its venv module. None was found; PYTHON=/path/to/python names one" \
	  "(on Debian and Ubuntu: apt install python3-venv)." >&2; exit 1

# `dev.txt` contains `server.txt`, so a folder that has tested needs nothing more to run.
$(VENV)/server.stamp: $(LOCKS)/server.txt pyproject.toml clients/python/pyproject.toml | $(BIN)/python
	@test -e $(VENV)/dev.stamp || echo "Installing the server into $(VENV) (once) ..."
	@$(PIP) install --no-compile --require-hashes --requirement $(LOCKS)/server.txt
	@$(MAKE) ours
	@touch $@

$(VENV)/dev.stamp: $(LOCKS)/dev.txt pyproject.toml clients/python/pyproject.toml | $(BIN)/python
	@echo "Installing the server and the tools of the tests into $(VENV) (once) ..."
	@$(PIP) install --no-compile --require-hashes --requirement $(LOCKS)/dev.txt
	@$(MAKE) ours
	@touch $(VENV)/server.stamp $@

# Our own two distributions, from this folder, with the locked build backend: nothing unhashed is fetched.
.PHONY: ours
ours:
	@$(PIP) install --no-deps --no-index --no-build-isolation --editable . --editable clients/python
