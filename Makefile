# Every target does its own set-up; `make` alone lists them.
.DEFAULT_GOAL := help
.PHONY: help run test quick check format proofs docs bench lock clean

BIN  := .venv/bin
JOBS ?= 4 # on two cores: tests in the browser mostly wait
# Modules are compiled once and kept, whatever the shell says: many processes of the tests read them.
unexport PYTHONDONTWRITEBYTECODE

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## set up and open the tables in the browser (HOST=0.0.0.0 lets others in, PORT=8021, DATA=FOLDER for its log)
	@scripts/venv.sh run
	@exec $(BIN)/vingt serve $(if $(HOST),--host $(HOST)) $(if $(PORT),--port $(PORT)) $(if $(DATA),--data $(DATA))

# Kernels and test modules are compiled once, beside the set-up and the checks: else each process of the tests would.
test: ## set up, check, and run every test (JOBS=4 at a time)
	@scripts/system-parts.sh & parts=$$!; scripts/venv.sh run && wait $$parts
	@$(BIN)/python -m tests.kernels & kernels=$$!; scripts/venv.sh dev && { \
		$(BIN)/python -m pytest --collect-only -qq >/dev/null & modules=$$!; \
		$(MAKE) --no-print-directory check && { wait $$modules || true; } && wait $$kernels; }
	@$(BIN)/python -m pytest -n $(JOBS) --dist worksteal

# The rules, their data, the engine and the door: what most changes touch, in seconds. The rest is make test's.
QUICK := tests/test_project.py tests/test_documentation.py tests/rulebook --ignore=tests/rulebook/test_schema.py --ignore=tests/rulebook/test_identity.py \
	tests/rounds/test_worked_rounds.py tests/rounds/test_corners.py tests/wagers/test_examples.py tests/wagers/test_payout.py \
	tests/wagers/test_stakes.py tests/live/test_codec.py tests/live/test_ledger.py tests/cli/test_check.py tests/cli/test_rules.py \
	tests/door/test_parts.py

quick: ## the hand at work: check, and the quick tests (under a minute)
	@$(MAKE) --no-print-directory check
	@$(BIN)/python -m pytest -n $(JOBS) --dist worksteal $(QUICK)

check: ## format, lint, types and import contracts
	@scripts/venv.sh dev
	@$(BIN)/ruff format --quiet --check . || { echo "not formatted: make format mends it"; exit 1; }
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo

format: ## format the code and mend what lint can
	@scripts/venv.sh dev
	@$(BIN)/ruff check --quiet --fix-only .
	@$(BIN)/ruff format --quiet .

proofs: ## write src/vingt/rulebook/proofs.json: which tests prove which clause
	@scripts/venv.sh dev
	@$(BIN)/python -m pytest --write-proofs

docs: ## build the documentation site, which make run then serves under /docs
	@scripts/venv.sh dev
	@$(BIN)/python -m handbook

bench: ## run the benchmarks (ONLY="name name" for some)
	@scripts/venv.sh dev
	@$(BIN)/python -m bench $(ONLY)

lock: ## write requirements/*.txt anew from pyproject.toml (UPGRADE=1: newest versions)
	@scripts/lock.sh $(if $(UPGRADE),--upgrade)

clean: ## remove everything made here, .venv too
	@rm -rf .venv .venv-lock dist build src/vingt/web/site .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
