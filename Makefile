# The house's commands; `make help` lists them.
#
# They need make and Python 3.11 or newer. What Debian has to bring is installed when root asks, and
# named in one sentence otherwise. Python packages come locked with their hashes.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
SHELL := /bin/sh

VENV ?= .venv
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
# The system's Python creates the environment; everything else runs in it.
PY = $(VENV)/bin/python
PIP = $(PY) -m pip --disable-pip-version-check --quiet
ARGS ?=

# $(call need,test command,Debian packages): install what is missing, or say so and stop.
define need
@( $(1) ) >/dev/null 2>&1 || if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then \
	echo "apt-get install $(2)"; apt-get -qq update && \
	DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends $(2) >/dev/null; \
else \
	echo "Es fehlt: $(2). Bitte 'sudo apt install $(2)' und dann noch einmal." >&2; \
	echo "Missing: $(2). Please 'sudo apt install $(2)', then try again." >&2; exit 2; \
fi
endef

.PHONY: help setup setup-dev setup-club setup-train setup-bench docs run test coverage system-test prove prove-engine mutants lint bench model lock dist stick clean

help: ## list the commands
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | column -t -s '|' 2>/dev/null \
		|| sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1: \2/p' $(MAKEFILE_LIST)

# The stamps make a second `make setup` do nothing; each is older than what it was made from only
# when there is something to do.
$(VENV)/bin/python:
	$(call need,test -n "$(PYTHON)" && $(or $(PYTHON),python3) -c 'import ensurepip; import venv',python3 python3-venv)
	@$(or $(PYTHON),python3) -m venv $(VENV)

$(VENV)/.runtime: requirements/runtime.txt requirements/build.txt pyproject.toml | $(VENV)/bin/python
	@echo "Installing the table referee into $(VENV)"
	@$(PIP) install --require-hashes --only-binary :all: -r requirements/build.txt -r requirements/runtime.txt
	@$(PIP) install --no-deps --no-build-isolation --editable .
	$(call need,$(PY) -c 'import cv2',libgl1 libglib2.0-0)
	@touch $@

$(VENV)/.dev: requirements/dev.txt $(VENV)/.runtime
	@echo "Installing the tests' and linters' tools into $(VENV)"
	@$(PIP) install --require-hashes --only-binary :all: -r requirements/dev.txt
	$(call need,test ! -e /usr/bin/chromium -a ! -e /usr/bin/chromium-headless-shell || $(VENV)/lib/python*/site-packages/playwright/driver/node --version,libatomic1)
	@touch $@

$(VENV)/.train: requirements/train.txt requirements/torch.txt $(VENV)/.runtime
	@echo "Installing the training's tools into $(VENV)"
	@$(PIP) install --require-hashes --only-binary :all: -r requirements/train.txt
	@$(PIP) install -r requirements/torch.txt
	@touch $@

$(VENV)/.bench: requirements/bench.txt $(VENV)/.runtime
	@echo "Installing the engine that bench measures beside ours into $(VENV)"
	@$(PIP) install --require-hashes --only-binary :all: -r requirements/bench.txt
	@touch $@

$(VENV)/.club: requirements/club.txt $(VENV)/.runtime
	@echo "Installing what more than one table needs into $(VENV)"
	@$(PIP) install --require-hashes --only-binary :all: -r requirements/club.txt
	@touch $@

# yattag, which writes reports nobody asks for here, is published as source only.
$(VENV)/.mutants: requirements/mutants.txt $(VENV)/.dev
	@echo "Installing what plants faults into $(VENV)"
	@$(PIP) install --require-hashes --only-binary :all: --no-binary yattag --no-build-isolation -r requirements/mutants.txt
	@touch $@

$(VENV)/.docs: requirements/docs.txt $(VENV)/.dev
	@echo "Installing what builds the documents into $(VENV)"
	@$(PIP) install --require-hashes --only-binary :all: -r requirements/docs.txt
	@touch $@

setup: $(VENV)/.runtime ## make .venv with the command mehrkopf in it

setup-dev: $(VENV)/.dev ## and what tests and linters need

setup-club: $(VENV)/.club ## and what a tournament, metrics and the archive need

setup-train: $(VENV)/.train ## and what training needs

setup-bench: $(VENV)/.bench ## and the engine that bench measures beside ours

run: setup ## start the table; without a camera it plays the demonstration
	@$(VENV)/bin/mehrkopf run $(ARGS)

# What builds the strip's firmware and its emulated board, and what looks at wiring, box and units.
CHIP_TOOLS = gcc libc6-dev gcc-avr avr-libc binutils-avr libsimavr-dev libelf-dev qemu-system-misc
DRAWING_TOOLS = openscad admesh graphviz
# The tests start a broker and a database server of their own.
SERVERS = mosquitto postgresql

.PHONY: tools firmware hardware
tools:
	$(call need,command -v gcc && command -v avr-gcc && command -v avr-size && command -v qemu-system-avr \
		&& test -e /usr/include/simavr/sim_avr.h && test -e /usr/include/libelf.h \
		&& test -e /usr/lib/avr/include/avr/io.h,$(CHIP_TOOLS))
	$(call need,command -v openscad && command -v admesh && command -v dot && command -v systemd-analyze,$(DRAWING_TOOLS) systemd)
	$(call need,test -x /usr/sbin/mosquitto && command -v mosquitto_passwd && ls /usr/lib/postgresql/*/bin/initdb,$(SERVERS))

firmware: ## build the strip controller's program; flash and RAM it takes
	$(call need,command -v avr-gcc && command -v avr-size && test -e /usr/lib/avr/include/avr/io.h,gcc-avr avr-libc binutils-avr)
	@$(MAKE) --no-print-directory -C hardware/controller

hardware: setup-dev ## draw wiring, parts, box, sign and the guides' tables anew
	$(call need,command -v openscad && command -v admesh && command -v dot && command -v xvfb-run && command -v prusa-slicer,$(DRAWING_TOOLS) xvfb xauth prusa-slicer)
	@$(PY) -m hardware.tools $(ARGS)

# Cores take work from each other. Compiled files are kept whatever the environment says: each worker
# and every program that a test starts would compile all of them again. A test that hangs is told
# with its stack instead of holding up the run. Every event of every journal that a test writes waits
# for the disk: where Debian's eatmydata is installed nothing waits (cut power is tried in a guest).
TESTS = $(shell command -v eatmydata) env -u PYTHONDONTWRITEBYTECODE $(PY) -m pytest -n auto --dist worksteal --timeout 300

test: setup-dev tools firmware ## all tests, about a quarter of an hour on two cores
	@$(TESTS) $(ARGS)

coverage: setup-dev tools firmware ## all tests again, counting the lines they reach; about twice as long
	@$(TESTS) --cov --cov-report=term:skip-covered $(ARGS)

system-test: setup-dev tools firmware ## the installed package, a guest with real device files, update and first boot, arm64
	$(call need,command -v qemu-system-x86_64 && command -v setpriv && test -e /usr/sbin/mkfs.ext4 && command -v gcc-12 && command -v xz && test -e /usr/sbin/mkfs.vfat,qemu-system-x86 util-linux e2fsprogs gcc-12 make xz-utils dosfstools)
	$(call need,command -v mmdebstrap && command -v arch-test && command -v systemd-nspawn && command -v qemu-aarch64-static,mmdebstrap arch-test systemd-container qemu-user-static)
	@$(PY) -m pytest -n 2 -p tests.system.halves -m system $(ARGS)

prove: setup-dev ## the full numbers the issues ask for; needs the large test data
	@$(PY) -m pytest -m prove -rA $(ARGS)

prove-engine: setup-dev ## rules and referee alone: every distribution, planted errors, real deals
	@$(PY) -m pytest -m prove -rA tests/engine $(ARGS)

mutants: $(VENV)/.mutants ## plant small faults, count what the tests notice; goes on where it was broken off
	@$(PY) -m tests.mutants $(ARGS)

docs: $(VENV)/.docs ## the documents as a site that needs no network: build/docs/site/index.html
	@NO_MKDOCS_2_WARNING=1 $(PY) -m tests.documents.site
	@$(PY) -m pytest -n 0 -q -m docs tests/documents $(ARGS)
	@du -sh build/docs/site

lint: setup-dev ## format, style, types and import directions
	@$(VENV)/bin/ruff check .
	@$(VENV)/bin/ruff format --check .
	@$(VENV)/bin/mypy
	@$(VENV)/bin/lint-imports

bench: setup ## the figures to keep (DESIGN 15); NAME=referee, camera, pages, scoring, openspiel or matchers
	@$(if $(NAME),$(PY) -m tests.bench $(NAME),$(VENV)/bin/mehrkopf bench) $(ARGS)

model: setup-train ## train the nets anew: own and procedural decks, two cores, under an hour
	@$(PY) -m models.workshop.training $(ARGS)

# The lock names extras (coverage[toml]): left out, a newer version in the registry breaks the installation.
LOCK = CUSTOM_COMPILE_COMMAND='make lock' $(VENV)/bin/pip-compile --quiet --allow-unsafe --generate-hashes --no-strip-extras \
	--no-emit-index-url --no-emit-find-links --no-emit-trusted-host

# What more than one table needs; the tests need it too.
CLUB = --extra archive --extra metrics --extra mqtt --extra organiser

lock: setup-dev ## lock the dependencies anew (UPGRADE=1 for the newest versions)
	@$(LOCK) $(if $(UPGRADE),--upgrade) -o requirements/build.txt requirements/build.in
	@$(LOCK) $(if $(UPGRADE),--upgrade) -o requirements/runtime.txt pyproject.toml
	@$(LOCK) $(if $(UPGRADE),--upgrade) --extra dev $(CLUB) -c requirements/runtime.txt -o requirements/dev.txt pyproject.toml requirements/dev.in
	@$(LOCK) $(if $(UPGRADE),--upgrade) $(CLUB) -c requirements/runtime.txt -c requirements/dev.txt -o requirements/club.txt pyproject.toml
	@$(LOCK) $(if $(UPGRADE),--upgrade) --extra pi -c requirements/runtime.txt -o requirements/pi.txt pyproject.toml
	@$(LOCK) $(if $(UPGRADE),--upgrade) -c requirements/runtime.txt -o requirements/train.txt requirements/train.in
	@$(LOCK) $(if $(UPGRADE),--upgrade) -c requirements/runtime.txt -o requirements/bench.txt requirements/bench.in
	@$(LOCK) $(if $(UPGRADE),--upgrade) -c requirements/runtime.txt -c requirements/dev.txt -o requirements/mutants.txt requirements/mutants.in
	@$(LOCK) $(if $(UPGRADE),--upgrade) -c requirements/runtime.txt -c requirements/dev.txt -o requirements/docs.txt requirements/docs.in

VERSION = $(shell sed -n 's/^version = "\(.*\)"$$/\1/p' pyproject.toml)
DIST = dist/mehrkopf-$(VERSION)
FOR ?= 3.11-x86_64 3.11-aarch64 3.13-x86_64 3.13-aarch64

dist: setup ## wheel, source and checksums of what is committed, into dist/
	@rm -rf dist && mkdir dist
	@git archive --prefix=mehrkopf-$(VERSION)/ --output $(DIST).tar.gz HEAD
	@SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) $(PIP) wheel --no-index --no-deps --no-build-isolation --wheel-dir dist $(DIST).tar.gz
	@cd dist && sha256sum mehrkopf-* >SHA256SUMS && cat SHA256SUMS

stick: dist ## and a folder to install from without network: dist/stick (FOR="3.13-aarch64" for a Pi alone)
	@mkdir dist/stick && tar -x -C dist/stick -f $(DIST).tar.gz
	@hardware/wheels.sh $(PY) $(DIST:dist/%=dist/stick/%)/wheels $(FOR)
	@du -sh dist/stick

clean: ## remove what the commands made, the environment too
	@rm -rf hardware/controller/build tests/chip/build
	@rm -rf $(VENV) build dist *.egg-info .coverage .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
