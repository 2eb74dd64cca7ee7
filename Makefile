# Every target does its own set-up: all that must be there is Python 3.11 or later.
# PYTHON=python3.12 make …  names the Python from which the environment in .venv is made.

FIT := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c '$(FIT)' 2>/dev/null && echo $$p && break; done)
GAME := games/rebel_moon_defense.rules
BIN := .venv/bin

.PHONY: demo test full parity bench docs paper clean

demo: .venv/ready
	$(BIN)/rulewright check $(GAME)
	$(BIN)/rulewright play $(GAME) --seats random,random --seed 7
	$(BIN)/rulewright docs $(GAME)
	@echo "The guide stands in generated_docs/pages/$(notdir $(basename $(GAME)))"

test: .venv/ready
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy & types=$$!; $(BIN)/python -m pytest --quiet -r s --numprocesses auto; tests=$$?; \
	wait $$types && exit $$tests

# What takes long besides: more games, longer searches, small changes to the rules of a game.
full: .venv/ready
	$(BIN)/python -m pytest --quiet --numprocesses auto -m long
	$(BIN)/rulewright coverage $(GAME) --mutate --sample 8 --jobs 2
	$(if $(wildcard .venv/parity),$(MAKE) parity,@echo "PARITY NOT RUN: make parity sets the peers up")

# Each classic against another program, 300 games, and chess by its published counts; `make test` plays 5 of each once
# this has set up the peers.
parity: .venv/parity
	$(BIN)/python -m pytest tests/test_parity.py tests/test_perft.py --quiet --numprocesses auto --parity-games 300

# Among the rest random games beside OpenSpiel's: `tests.benchmarks.peers` says how.
bench: .venv/parity .venv/native
	$(BIN)/python -m tests.benchmarks

docs: .venv/ready
	$(BIN)/rulewright docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --config-file generated_docs/mkdocs.yml
	@echo "The site stands in generated_docs/site"

# What the cards and sheets of the site measure on paper; needs Chromium.
paper: docs
	$(BIN)/python -m tests.paper

clean:
	rm -rf .venv build *.egg-info generated_docs/site

# The peers, and what the adapters are for, come ready built: from their sources they would take an hour.
.venv/parity: .venv/ready
	$(BIN)/python -m pip install --quiet --only-binary open_spiel,chess --editable '.[dev,parity,pettingzoo,openspiel]'
	@touch $@

# LLVM, for machine code, and Typst, for books on paper; from their sources it would take an hour, too.
.venv/native: .venv/ready
	$(BIN)/python -m pip install --quiet --only-binary llvmlite,numpy,typst --editable '.[dev,native,print]'
	@touch $@

# The stamp is set last, so that a set-up that was broken off is done again.
.venv/ready: pyproject.toml
	@$(or $(PYTHON),false) -c '$(FIT)' || { echo "Rulewright needs Python 3.11 or later (PYTHON=… names one)"; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@
