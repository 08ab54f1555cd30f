"""Whether every word of a page can be read: none lies under the foot, none is cut off by its box.

None lies under the strip's imitation or the word that says what that is. A telephone's frame leaves
the page two thirds of the screen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

CUT = """() => {
    const foot = document.querySelector(".foot, .transport")?.getBoundingClientRect();
    const reading = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange(), cut = new Set();
    for (let node; (node = reading.nextNode());) {
        const e = node.parentElement, said = node.data.trim();
        if (!said || e.closest(".sr, .to, #strip-word, script, svg, select")) continue;
        if (!e.checkVisibility()) continue;
        range.selectNodeContents(node);
        for (const box of range.getClientRects()) {
            // The line is higher than its letters: so much of it may be lost.
            const spare = Math.max(1.5, 0.22 * box.height), why = hidden(e, box, spare);
            if (why) cut.add(`${said.slice(0, 40)} [${why}]`);
        }
    }
    return [...cut];

    function hidden(e, box, spare) {
        for (let over = e; over !== document.body; over = over.parentElement) {
            const { overflowX, overflowY } = getComputedStyle(over);
            if (overflowX === "visible" && overflowY === "visible") continue;
            const at = over.getBoundingClientRect();
            const tall = box.top < at.top - spare || box.bottom > at.bottom + spare;
            const wide = box.left < at.left - 1.5 || box.right > at.right + 1.5;
            if (over.matches(SCROLLED)) return "";
            if (tall || wide) return name(over);
        }
        const place = e.closest(".foot .button")?.getBoundingClientRect();
        if (place && (box.top < place.top - spare || box.bottom > place.bottom + spare))
            return "its button";
        if (!foot || e.closest(".foot, .transport")) return "";
        return box.bottom > foot.top + spare && box.top < foot.bottom ? "foot" : "";
    }

    function name(over) { return over.className || over.id || over.tagName; }
}"""
"""What is cut off or covered, each with what hides it; not in a list that says it scrolls."""

SCROLLED = ".scrolls, .laws, .says, .topics"
LETTERS_CUT = CUT.replace("SCROLLED", f'"{SCROLLED}"')
UNDER_THE_STRIP = """() => {
    // As if every light were on: the strip is 1.1 % of the height above and below, 0.7 % of the
    // width at the sides.
    const wide = innerWidth, high = innerHeight, edge = 0.011 * high, side = 0.007 * wide;
    const bands = [["above", 0, 0, wide, edge], ["below", 0, high - edge, wide, high],
        ["left", 0, 0, side, high], ["right", wide - side, 0, wide, high]];
    const word = document.querySelector("#strip-word"), at = word?.getBoundingClientRect();
    if (at) bands.push(["word", at.left, at.top, at.right, at.bottom]);
    const reading = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange(), under = new Set();
    if (!document.querySelector("#strip")) return [];
    for (let node; (node = reading.nextNode());) {
        const e = node.parentElement, said = node.data.trim();
        if (!said || e === word || e.closest(".sr, script, svg, select") || !e.checkVisibility())
            continue;
        range.selectNodeContents(node);
        for (const box of range.getClientRects())
            for (const [name, left, top, right, bottom] of bands) {
                // A line is higher than its letters.
                const spare = 0.15 * box.height;
                const from = [Math.max(left, box.left), Math.max(top, box.top + spare)];
                const to = [Math.min(right, box.right), Math.min(bottom, box.bottom - spare)];
                if (to[0] - from[0] < 1 || to[1] - from[1] < 1) continue;
                // What scrolled away under a header or a foot is not seen there.
                const seen = document.elementFromPoint(
                    (from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
                if (seen && e.contains(seen)) under.add(`${said.slice(0, 40)} [strip ${name}]`);
            }
    }
    return [...under];
}"""
"""What lies under the imitation of the strip, with the edge, or under the word along it."""
FRAME_TAKES = """[...document.querySelectorAll(".bar, .foot")]
    .reduce((taken, e) => taken + e.getBoundingClientRect().height, 0) / innerHeight"""
"""How much of the screen's height header and footer take."""
MOST_OF_A_PHONE = 1 / 3


LACKS_HELP = """document.querySelector(".page .foot, .page .transport")
    && !document.querySelector("#help p")?.textContent.trim()"""

HELP_BELOW = """(() => { const [help, back] = ["#help", ".bar .back"]
    .map(name => document.querySelector(name)?.getBoundingClientRect());
    return help && back && help.top >= back.bottom })()"""
"""Whether the question mark has slipped below the button that leads back."""


def unreadable(page: Page) -> list[object]:
    """Return what cannot be read at this size, how much a telephone's frame takes, and no help."""
    page.evaluate("document.fonts.ready.then(() => scrollTo(0, 0))")
    under: list[object] = page.evaluate(UNDER_THE_STRIP)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    cut: list[object] = [*under, *page.evaluate(LETTERS_CUT)]
    size = page.viewport_size
    taken: float = page.evaluate(FRAME_TAKES)
    upright = size is not None and size["height"] > size["width"]
    if upright and taken > MOST_OF_A_PHONE:
        cut.append(f"the frame takes {taken:.2f}")
    if page.evaluate(HELP_BELOW):
        cut.append("the help stands on a line of its own")
    return [*cut, "no help"] if page.evaluate(LACKS_HELP) else cut
