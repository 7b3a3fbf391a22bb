# make run starts Pincite; make check and make test say whether it is sound. Nothing else is needed first.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

PYTHON ?=
VENV := .venv
BIN := $(VENV)/bin
PARALLEL ?= 2
SUITABLE := import sys, venv, ensurepip; sys.exit(not (3, 11) <= sys.version_info < (3, 15))
HTML = $$(find templates documents search kb_project -name '*.html')

.PHONY: help run test test-long check bench bench-full accessibility screenshots messages lock clean venv venv-dev

help:
	@echo "make run        install what is pinned, start everything (PORT=8000, DATA_DIR=var)"
	@echo "make test       the tests, at most five minutes"
	@echo "make test-long  the long tests: corpus, faults, browser"
	@echo "make bench      how fast it is here, as one table, a few minutes (ARGS='--folder PDFS --json FILE')"
	@echo "make bench-full     the same with larger libraries and a browser, up to an hour or two"
	@echo "make check      format, lint, types, imports, templates, migrations"
	@echo "make accessibility  what axe finds on every screen, as a table"
	@echo "make screenshots    pictures of every screen, to var/screenshots/"
	@echo "make messages       collect the words to translate, compile what is translated"
	@echo "make lock       write requirements*.txt anew from requirements*.in"
	@echo "make clean      remove .venv and caches (never the data in var/)"

# exec: the supervisor takes make's signals itself, and ends when make is killed.
run: venv
	@exec $(BIN)/python manage.py up --stop-with-parent

test: venv-dev
	$(BIN)/python -m pytest -n $(PARALLEL) --dist worksteal --hypothesis-profile quick -m "not long" $(ARGS)

test-long: venv-dev
	$(BIN)/python -m pytest -m "long or hypothesis" $(ARGS)

check: export SECRET_KEY := only-for-checks
check: venv-dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/djade --target-version 5.2 --check $(HTML)
	$(BIN)/djhtml --check $(HTML)
	$(BIN)/lint-imports
	$(BIN)/mypy documents search kb_project
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/python manage.py check

bench: venv-dev
	$(BIN)/python -m benchmarks.bench $(ARGS)

bench-full: venv-dev
	$(BIN)/python -m benchmarks.bench --full $(ARGS)

accessibility: venv-dev
	$(BIN)/python -m pytest -v tests/browser/test_every_screen.py --show-capture=no

screenshots: venv-dev
	$(BIN)/python -m scripts.screenshots

messages: venv-dev
	$(BIN)/python -m scripts.translations

lock: venv-dev
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes requirements.in -o requirements.txt
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes -c requirements.txt requirements-dev.in -o requirements-dev.txt

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis mutants staticfiles test-results
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

venv:
	$(call install,requirements.txt)

venv-dev:
	$(call install,requirements-dev.txt)

# Install a lock into the virtual environment unless exactly this lock is installed already: the copy of it says so.
define install
	@if ! $(BIN)/python -c '' 2>/dev/null || ! cmp -s $(1) $(VENV)/$(1).installed; then \
	  python="$(PYTHON)"; \
	  for candidate in $$python python3 python3.13 python3.12 python3.11 python3.14 python; do \
	    if "$$candidate" -c '$(SUITABLE)' 2>/dev/null; then python="$$candidate"; break; fi; \
	  done; \
	  if ! "$${python:-python3}" -c '$(SUITABLE)' 2>/dev/null; then \
	    echo "Pincite needs Python 3.11 to 3.14 with its venv module (on Debian: apt install python3-venv); set PYTHON to it." >&2; \
	    exit 1; \
	  fi; \
	  if ! $(BIN)/python -m pip --version >/dev/null 2>&1; then \
	    echo "Making $(VENV) with $$("$$python" --version)"; \
	    "$$python" -m venv --clear $(VENV); \
	  fi; \
	  echo "Installing $(1): $$(grep -c '==' $(1)) packages, a minute or two"; \
	  $(BIN)/python -m pip install --disable-pip-version-check --no-input --progress-bar off --require-hashes -r $(1) \
	    2> >(grep -v -e 'is ignored' -e 'Running pip as the' >&2 || true) | awk ' \
	      /^Collecting / { if (++found % 20 == 0) { print "  " found " found"; fflush() } } \
	      /^Installing collected/ { print "  " found " found, unpacking them"; fflush() }'; \
	  cp $(1) $(VENV)/$(1).installed; \
	fi
endef
