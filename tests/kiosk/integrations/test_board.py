"""Grafana's board and Prometheus's rules ask for what a table tells, by the labels it has."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
import yaml
from prometheus_client import generate_latest
from prometheus_client.parser import text_string_to_metric_families

from engine.evening.state import TableState
from kiosk.integrations.metrics import Metrics, Standing
from kiosk.table.view import TableView
from tests.shared_data import ROOT

BOARD = json.loads((ROOT / "hardware/grafana/mehrkopf.json").read_text("utf-8"))
RULES = yaml.safe_load((ROOT / "hardware/grafana/rules.yml").read_text("utf-8"))
PAGE = (ROOT / "docs/METRICS.md").read_text("utf-8")
FULL = Standing(int, lambda: {"eyes": 1}, {"table": int, "guests": int}, lambda: 50.0)
OF_THE_MONITOR = {"instance"}
"""Labels that Prometheus itself puts on what it reads."""
SELECTED = re.compile(r"\b((?:mehrkopf|process)_[a-z0-9_]+)(?:\{([^}]*)\})?")


def told() -> dict[str, dict[str, set[str]]]:
    """Return every sample a table tells, with the values of its labels."""
    metrics = Metrics(FULL, TableView(0, TableState(), None))
    found: dict[str, dict[str, set[str]]] = {}
    for family in text_string_to_metric_families(generate_latest(metrics.registry).decode()):
        for sample in family.samples:
            labels = found.setdefault(sample.name, {})
            for label, value in sample.labels.items():
                labels.setdefault(label, set()).add(value)
    return found


def asked() -> list[str]:
    panels: list[dict[str, Any]] = BOARD["panels"]
    exprs = [target["expr"] for panel in panels for target in panel["targets"]]
    return exprs + [rule["expr"] for group in RULES["groups"] for rule in group["rules"]]


@pytest.mark.parametrize("expr", asked())
def test_what_is_asked_for_is_told(expr: str) -> None:
    there = told()
    selections = SELECTED.findall(expr)
    assert selections
    assert expr.count("(") == expr.count(")")
    grouped = {each for by in re.findall(r"by \(([^)]*)\)", expr) for each in by.split(", ")}
    for name, selector in selections:
        assert name in there, name
        labels = there[name]
        assert grouped <= labels.keys() | OF_THE_MONITOR, (name, grouped)
        for label, sign, value in re.findall(r'(\w+)(=~|=)"([^"]*)"', selector):
            if label not in OF_THE_MONITOR:
                assert sign == "="
                assert value in labels[label]


def test_the_board_shows_every_metric_and_each_panel_has_a_place() -> None:
    shown = {name for expr in asked() for name, _ in SELECTED.findall(expr)}
    families = {re.sub("_(bucket|sum|count)$", "", name) for name in told()}
    unseen = families - {re.sub("_(bucket|sum|count)$", "", name) for name in shown}
    assert {name for name in unseen if name.startswith("mehrkopf_")} == {"mehrkopf_info"}
    places = [panel["gridPos"] for panel in BOARD["panels"]]
    cells = {
        (x, y)
        for at in places
        for x in range(at["x"], at["x"] + at["w"])
        for y in range(at["y"], at["y"] + at["h"])
    }
    assert len(cells) == sum(at["w"] * at["h"] for at in places)
    assert max(x for x, _ in cells) < 24
    assert len({panel["id"] for panel in BOARD["panels"]}) == len(places)
    assert all(" · " in panel["title"] and panel["description"] for panel in BOARD["panels"])


def test_the_page_names_every_metric_in_both_languages() -> None:
    german, english = PAGE.split("## English")
    for part in (german, english):
        listed = set(re.findall(r"^\| `(\w+)", part, re.MULTILINE))
        families = {re.sub("_(bucket|sum|count)$", "", name) for name in told()}
        assert listed - {"process_"} == {each for each in families if each.startswith("mehrkopf_")}


def test_what_the_board_has_chosen_is_whole() -> None:
    """Grafana's schema (`VariableOption`) wants text and value of a choice, or no choice at all."""
    for variable in BOARD["templating"]["list"]:
        assert "current" not in variable or {"text", "value"} <= variable["current"].keys()
