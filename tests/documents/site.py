"""The documents as a site that needs no network: `make docs` builds it into build/docs/site.

Which documents are on it nobody lists: all that a reader comes to from README.md by following
links, and every picture or file they link to, laid out as in the repository. MkDocs makes pages of
them; what it warns of fails the build. The site opens from a folder (`index.html`), a stick or a
web server, and searches in each of these.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.shared_data import ROOT

HERE = Path(__file__).parent
BUILT = ROOT / "build" / "docs"
SITE = BUILT / "site"
FIRST = Path("README.md")
_LINK = re.compile(r"(?P<words>!?\[[^\]]*\])\((?P<to>[^)\s]+)\)")
_SOURCE = re.compile(r'<img [^>]*src="([^"]+)"')
_OWNED = re.compile(r"(?<=\n) {3}(?=\S)")
_CODE = re.compile(r"(^```.*?^```$|`[^`\n]*`)", re.M | re.S)


def links(page: Path) -> Iterator[Path]:
    """Yield every file or folder of the repository that a document links to, by its path there."""
    prose = _CODE.sub("", (ROOT / page).read_text("utf-8"))
    for to in (*(link["to"] for link in _LINK.finditer(prose)), *_SOURCE.findall(prose)):
        if target := _target(page, to):
            yield target


def _target(page: Path, to: str) -> Path | None:
    path = to.partition("#")[0]
    if not path or "://" in path or path.startswith("mailto:"):
        return None
    return (ROOT / page.parent / path).resolve().relative_to(ROOT.resolve())


def reached() -> tuple[set[Path], set[Path]]:
    """Return the documents that links lead to from README.md, and the files they show or offer."""
    documents, files, open_ = set[Path](), set[Path](), [FIRST]
    while open_:
        page = open_.pop()
        if page in documents:
            continue
        documents.add(page)
        for target in links(page):
            if target.suffix == ".md":
                open_.append(target)
            elif (ROOT / target).is_file():
                files.add(target)
            elif (ROOT / target / "README.md").is_file():
                open_.append(target / "README.md")
    return documents, files


def written(page: Path) -> str:
    """Return a document as the site has it.

    A folder is its README, or words without a link; what is indented by three to belong to a
    numbered line is indented by four, which is what Python's Markdown wants.
    """

    def changed(link: re.Match[str]) -> str:
        target = _target(page, link["to"])
        if target is None or not (ROOT / target).is_dir():
            return link[0]
        if (ROOT / target / "README.md").is_file():
            return f"{link['words']}({link['to'].rstrip('/')}/README.md)"
        return link["words"][1:-1]

    pieces = _CODE.split((ROOT / page).read_text("utf-8"))
    # The odd ones are code, in which nothing is a link.
    pieces[::2] = [_LINK.sub(changed, _OWNED.sub("    ", prose)) for prose in pieces[::2]]
    return "".join(pieces)


def lay_out(folder: Path) -> None:
    """Write documents, files and configuration into an empty folder, for MkDocs to build."""
    documents, files = reached()
    pages = folder / "pages"
    for page in documents:
        (pages / page).parent.mkdir(parents=True, exist_ok=True)
        (pages / page).write_text(written(page), encoding="utf-8")
    vendored = HERE / "vendor" / "iframe-worker.js"
    for source, target in (
        (vendored, pages / "assets" / vendored.name),
        *((ROOT / file, pages / file) for file in files),
    ):
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
    shutil.copyfile(HERE / "mkdocs.yml", folder / "mkdocs.yml")


def main() -> int:
    """Build the site anew and return MkDocs' exit status."""
    shutil.rmtree(BUILT, ignore_errors=True)
    BUILT.mkdir(parents=True)
    lay_out(BUILT)
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet"]
    return subprocess.run(build, cwd=BUILT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
