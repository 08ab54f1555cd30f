"""Shapes written as an SVG picture: plain paths, no text, no scripts, nothing from outside."""

from __future__ import annotations

from models.workshop.deck_art.drawing import (
    HEIGHT,
    WIDTH,
    Drawing,
    InkPoint,
    InkShape,
    Layer,
    PathStep,
)


def picture(drawing: Drawing, title: str) -> str:
    """Return the SVG file's text; `title` is read out by screen readers."""
    body = "\n".join(_layer(layer, f"{title}-{place}") for place, layer in enumerate(drawing))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}" role="img">\n<title>{title}</title>\n'
        f'<g fill="none" fill-rule="evenodd" stroke-linejoin="round" stroke-linecap="round">\n'
        f"{body}\n</g>\n</svg>\n"
    )


def _layer(layer: Layer, name: str) -> str:
    paths = "\n".join(_path(drawn) for drawn in layer.shapes)
    if not layer.twice:
        return paths
    turn = f"rotate(180 {WIDTH // 2} {HEIGHT // 2})"
    return f'<g id="{name}">\n{paths}\n</g>\n<use href="#{name}" transform="{turn}"/>'


def _path(drawn: InkShape) -> str:
    fill = f' fill="{drawn.fill}"' if drawn.fill else ""
    stroke = ""
    if drawn.stroke:
        stroke = f' stroke="{drawn.stroke}" stroke-width="{_number(drawn.width)}"'
    return f'<path d="{_relative(drawn.steps)}"{fill}{stroke}/>'


def _relative(steps: tuple[PathStep, ...]) -> str:
    """Return the outline in relative commands, counted from where the rounded pen stands."""
    written: list[str] = []
    pen: InkPoint = (0.0, 0.0)
    start = pen
    for step in steps:
        places = [(round(x, 1), round(y, 1)) for x, y in step.points]
        offsets = [_number(v) for x, y in places for v in (x - pen[0], y - pen[1])]
        written.append(step.verb.lower() + "".join(_joined(offsets)))
        pen = places[-1] if places else start
        if step.verb == "M":
            start = pen
    return "".join(written)


def _joined(numbers: list[str]) -> list[str]:
    """Return a minus sign parts numbers as well as a blank does."""
    return [
        text if place == 0 or text.startswith("-") else f" {text}"
        for place, text in enumerate(numbers)
    ]


def _number(value: float) -> str:
    """One decimal at most, without a leading or trailing nought."""
    text = f"{round(value, 1) + 0.0:.1f}".removesuffix(".0")
    if text in {"0", "-0"}:
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text
