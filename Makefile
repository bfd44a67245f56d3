# Everything that people and the build machine do with rummysim. Needs Python 3.11 or newer with
# its venv module, and access to a package registry the first time.

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
RESULTS := results

# Tests on all cores; eight at most, because each holds the whole engine in memory.
PYTEST := $(BIN)/python -m pytest -q --durations=10 -n auto --maxprocesses 8 --dist worksteal

# The strength of the players: so many deals, on a seed that nothing else is played with.
DEALS := 2000
SEED := 862043
STRENGTH := $(RESULTS)/strength
MEASURED := $(RESULTS)/strength.new
# Where only the two best players meet.
OTHER_TABLES := 3-players-go 5-players-go 6-players-go 3-players-go-connecticut \
  5-players-go-connecticut 6-players-go-connecticut 2-players-carioca 3-players-carioca \
  5-players-carioca 3-players-kaluki 5-players-kaluki 6-players-kaluki
# The ideas of sharp, one switched off at a time.
IDEAS := -p 'sharp(weigh=1),sharp(weigh=3),sharp(outs_points=0),sharp(count_unseen=off)' \
  -p 'sharp(point_weight=0),sharp(take=fit),sharp(buy=missing),sharp(buy=never)' \
  -p 'sharp(whole_step=0),sharp(watch=off),sharp(joker_last=off)'
LADDER = $(BIN)/rummysim ladder --deals $(DEALS) --seed $(SEED)

# The experiments: the quick form that `make` plays, and the reference that is kept with the code.
QUICK := runs/quick
FULL := runs/full
REFERENCE := $(RESULTS)/reference

.PHONY: all install check test slow referee golden bench strength report-full check-results warm clean help
.DEFAULT_GOAL := all

all: warm ## set up, then play every experiment in its quick form and write the report
	$(BIN)/rummysim run experiments --quick --out $(QUICK)
	$(BIN)/rummysim report $(QUICK) --out $(QUICK)/report

install: $(STAMP) ## create .venv and install rummysim with its tools

$(STAMP): pyproject.toml
	@python=$$(for name in $(PYTHON) python3 python3.13 python3.12 python3.11; do \
	  "$$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$name" && break; \
	done); \
	if [ -z "$$python" ]; then \
	  echo "rummysim needs Python 3.11 or newer; python3 here is: $$(python3 --version 2>&1)" >&2; \
	  echo "Install one and try again, or name it: make PYTHON=/path/to/python3.12" >&2; exit 1; \
	fi; \
	[ -x $(BIN)/pip ] || "$$python" -m venv $(VENV) || { rm -rf $(VENV); \
	  echo "$$python has no working venv module (on Debian and Ubuntu: apt install python3-venv)" >&2; exit 1; }
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $(STAMP)

check: install ## style, types and import layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

test: check warm ## set up, check, compile, then the tests
	$(PYTEST)

slow: install ## the tests that take minutes
	$(PYTEST) -m slow

referee: warm ## 23,000 matches of the other contract games before the referee, and their page
	$(BIN)/python -m tests.many_matches $(RESULTS)/referee

golden: install ## write the stored playthroughs again, after a change of behaviour
	$(BIN)/python -m pytest -q tests/golden --rewrite-golden

bench: install ## nanoseconds per turn, with the floor of shuffling and dealing
	$(BIN)/rummysim bench

strength: warm ## measure how strong the players are, 20 minutes; DEALS=30 for a look
	rm -rf $(MEASURED)
	$(LADDER) shanghai-2p --players 2 --deals $$((4 * $(DEALS))) --no-charts \
	  --out $(MEASURED)/2-players
	$(LADDER) shanghai --players 3 --no-charts --out $(MEASURED)/3-players
	for n in 5 6; do \
	  $(LADDER) shanghai --players $$n --deals $$(($(DEALS) / 2)) --no-charts \
	    --out $(MEASURED)/$$n-players || exit; \
	done
	$(LADDER) shanghai --players 4 --out $(MEASURED)/4-players
	$(LADDER) shanghai-nobuy --players 4 --deals $$(($(DEALS) * 3 / 2)) --no-charts \
	  --out $(MEASURED)/4-players-nobuy
	for game in go go-connecticut carioca kaluki; do \
	  $(LADDER) $$game --players 4 --deals $$(($(DEALS) / 4)) --no-charts \
	    --out $(MEASURED)/4-players-$$game || exit; \
	done
	for table in $(OTHER_TABLES); do \
	  $(LADDER) $${table#*-players-} --players $${table%%-*} --policy sharp,steady \
	    --no-charts --out $(MEASURED)/$$table || exit; \
	done
	$(LADDER) shanghai --players 4 --against sharp $(IDEAS) --out $(MEASURED)/ideas
	$(BIN)/rummysim simulate shanghai --players 4 --policy sharp --deals $$((10 * $(DEALS))) \
	  --seed $(SEED) --out $(MEASURED)/sharp-only
	$(BIN)/python -m rummysim.reports.strength $(MEASURED)
	rm -rf $(STRENGTH)
	mv $(MEASURED) $(STRENGTH)

report-full: warm ## the reference form: every experiment in full, within an hour, and its report
	$(BIN)/rummysim run experiments --out $(FULL)
	rm -rf $(REFERENCE).new
	$(BIN)/rummysim report $(FULL) --out $(REFERENCE).new/report
	for run in $(FULL)/*/manifest.json; do \
	  name=$$(basename $$(dirname $$run)); \
	  $(BIN)/rummysim combine --compact --quiet $(FULL)/$$name --out $(REFERENCE).new/runs/$$name \
	    >/dev/null || exit; \
	done
	rm -rf $(REFERENCE)
	mv $(REFERENCE).new $(REFERENCE)
	@echo "The report: $(REFERENCE)/report/report.html"

check-results: warm ## play a sample of the kept reference again: it must come out bit for bit
	$(BIN)/rummysim verify $(REFERENCE)/runs

warm: install ## compile every kernel into the cache
	$(BIN)/rummysim cache warm

clean: ## remove what the other targets made
	rm -rf $(VENV) build *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find rummysim tests -name __pycache__ -type d -prune -exec rm -rf {} +

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)
