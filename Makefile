# Everything that people and the build machine do with rummysim. Needs Python 3.11 or newer with
# its venv module, and access to a package registry the first time.

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
RESULTS := results

# The strength of the players: so many deals, on a seed that nothing else is played with.
DEALS := 2000
SEED := 862043
STRENGTH := $(RESULTS)/strength
MEASURED := $(RESULTS)/strength.new
# The ideas of sharp, one switched off at a time.
IDEAS := -p 'sharp(weigh=1),sharp(weigh=3),sharp(outs_points=0),sharp(count_unseen=off)' \
  -p 'sharp(point_weight=0),sharp(take=fit),sharp(buy=missing),sharp(buy=never)' \
  -p 'sharp(whole_step=0),sharp(watch=off),sharp(joker_last=off)'
LADDER = $(BIN)/rummysim ladder --deals $(DEALS) --seed $(SEED)

.PHONY: all install check test slow golden bench strength warm clean help
.DEFAULT_GOAL := all

all: install ## set up, then the odds of all seven contracts of Shanghai as table and chart
	$(BIN)/rummysim odds shanghai --round all --policy steady --out $(RESULTS)

install: $(STAMP) ## create .venv and install rummysim with its tools

$(STAMP): pyproject.toml
	@python=$$(for name in $(PYTHON) python3 python3.13 python3.12 python3.11; do \
	  "$$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$name" && break; \
	done); \
	if [ -z "$$python" ]; then \
	  echo "rummysim needs Python 3.11 or newer; python3 here is: $$(python3 --version 2>&1)" >&2; \
	  echo "Install one and try again, or name it: make PYTHON=/path/to/python3.12" >&2; exit 1; \
	fi; \
	[ -x $(BIN)/python ] || "$$python" -m venv $(VENV) || { rm -rf $(VENV); \
	  echo "$$python has no working venv module (on Debian and Ubuntu: apt install python3-venv)" >&2; exit 1; }
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $(STAMP)

check: install ## style, types and import layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

test: check warm ## set up, check, compile, then the tests
	$(BIN)/python -m pytest -q --durations=10

slow: install ## the tests that take minutes
	$(BIN)/python -m pytest -q -m slow --durations=10

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
	$(LADDER) shanghai --players 4 --against sharp $(IDEAS) --out $(MEASURED)/ideas
	$(BIN)/rummysim simulate shanghai --players 4 --policy sharp --deals $$((10 * $(DEALS))) \
	  --seed $(SEED) --out $(MEASURED)/sharp-only
	$(BIN)/python -m rummysim.reports.strength $(MEASURED)
	rm -rf $(STRENGTH)
	mv $(MEASURED) $(STRENGTH)

warm: install ## compile every kernel into the cache
	$(BIN)/rummysim cache warm

clean: ## remove what the other targets made
	rm -rf $(VENV) build *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find rummysim tests -name __pycache__ -type d -prune -exec rm -rf {} +

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)
