# The checks of .ci/run, for a checkout whose .venv has the development extras:
#   python3 -m venv .venv && .venv/bin/pip install -e '.[dev]'
BIN ?= .venv/bin

.PHONY: system check format lint types layers test laws build bench docs pictures

check: lint types layers test build

format:
	$(BIN)/ruff format pnp tests
	$(BIN)/ruff check --fix pnp tests

lint:
	$(BIN)/ruff format --check pnp tests
	$(BIN)/ruff check pnp tests
	$(BIN)/proselint check --config tests/prose/proselint.json *.md docs/*.md pnp/diagnostics/codes/*.md

types:
	$(BIN)/mypy
	$(BIN)/mypy --strict docs/examples/service.py

layers:
	$(BIN)/lint-imports

test:
	$(BIN)/pytest

# Property tests with sixteen times as many examples.
laws:
	$(BIN)/pytest --hypothesis-profile thorough

# Needs system programs; .ci/run installs them.
system:
	$(BIN)/pytest -m system

build:
	for game in data/*/; do $(BIN)/pnp build --game "$$game" --lang all --strict || exit 1; done

bench:
	$(BIN)/python -m tests.bench

# The parts of pages that are made of the code.
docs:
	$(BIN)/python -c 'from pnp.diagnostics.explain import reference; print(reference(), end="")' > docs/errors.md
	$(BIN)/python -m pnp.layout.reference docs/layouts.md
	$(BIN)/python -m pnp.load.reference docs/data.md

pictures:
	$(BIN)/python -m tests.docs.pictures
	for game in data/*/; do name=$$(basename $$game); $(BIN)/pnp contact --game $$name --lang en --png --dpi 62 --out build/pictures; \
	  cp build/pictures/$$name/contact-*-1.png docs/pictures/$$name.png; done
