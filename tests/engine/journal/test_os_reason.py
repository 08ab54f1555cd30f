"""What the system says in its own language stands in no sentence of ours."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from engine.text import os_reason


@pytest.mark.parametrize("number", sorted(errno.errorcode))
def test_every_refusal_is_told_in_both_languages(number: int) -> None:
    said = os_reason(OSError(number, os.strerror(number)))
    assert said.de
    assert said.en
    assert os.strerror(number) not in said.de
    assert said.de != said.en


def test_a_file_that_is_not_there_is_told_as_that(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="nowhere") as caught:
        (tmp_path / "nowhere").read_text("utf-8")
    assert os_reason(caught.value).de == "gibt es nicht"
    assert os_reason(OSError(-2, "Name or service not known")).en == "unknown name or address"
