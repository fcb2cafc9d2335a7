# Every target sets up what it needs and can be run again at any time.
# PYTHON=python3.13 chooses the interpreter; ARGS="…" is passed on by play, test, soak and bench.

python := .venv/bin/python

# Compiled modules are kept, whatever the shell says: without them each of the many processes that tests start
# would compile all its packages again, which takes longer than most of them live.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup play test lint soak bench words errors pages pictures lock clean host-ready dev-ready soak-ready servers-ready

help: ## list these targets
	@echo "Grubenpost: make <target>"
	@sed -n 's/^\([a-z]*\):.*## /  \1 /p' Makefile | awk '{ $$1 = sprintf("  %-7s", $$1); print }'

setup: dev-ready ## make .venv with all that players, hosts and tests need

play: host-ready ## play a game by mail against bots, all on this machine
	@$(python) -m tools.play.launch $(ARGS)

test: lint servers-ready ## check the code, then run the tests
	@echo "Running the tests."
	@$(python) -m pytest -q -n auto --dist loadfile --no-loadscope-reorder $(ARGS)

lint: dev-ready ## check style (ruff) and types (mypy)
	@echo "Checking style."
	@$(python) -m ruff check --quiet
	@$(python) -m ruff format --check --quiet
	@echo "Checking types."
	@$(python) -m mypy --no-error-summary

soak: soak-ready servers-ready ## run the long tests
	@echo "Running the long tests."
	@$(python) -m pytest -q -rP -n auto -m slow $(ARGS)

bench: dev-ready servers-ready ## measure the speed; one JSON object per line
	@$(python) -m tests.bench $(ARGS)

words: dev-ready ## find the texts that players read, for the catalogues of the languages
	@$(python) -m tools.words $(ARGS)

errors: dev-ready ## gather the codes of refusals, for `help` and docs/errors.md
	@$(python) -m tools.errors

pages: host-ready ## make the pages that replay the games in saves/
	@$(python) -m client export saves/*.json --out saves

pictures: dev-ready servers-ready ## draw the pictures in docs/ again, and all mails into build/mails
	@$(python) -m tools.pictures
	@$(python) -m tests.server.outgoing.contact_sheet build/mails

lock: ## lock the versions in requirements/ anew (ARGS=--upgrade for newer ones)
	@sh tools/lock.sh $(ARGS)

clean: ## remove .venv, caches and builds
	@rm -rf .venv build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

host-ready:
	@sh deploy/setup.sh host

dev-ready:
	@sh deploy/setup.sh dev

soak-ready:
	@sh deploy/setup.sh soak

servers-ready:
	@sh tools/test-servers.sh
