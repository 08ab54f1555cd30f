"""How sure a measured share is: Wilson's 95 % interval."""

import math
from dataclasses import dataclass

Z95 = 1.959964


@dataclass(frozen=True)
class Share:
    """`hits` of `tries`."""

    hits: int
    tries: int

    def __add__(self, other: "Share") -> "Share":
        return Share(self.hits + other.hits, self.tries + other.tries)

    @property
    def value(self) -> float:
        """The measured share, 0 to 1 (0 without tries)."""
        return self.hits / self.tries if self.tries else 0.0

    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval, 0 to 1 without tries."""
        if not self.tries:
            return 0.0, 1.0
        n, p = self.tries, self.value
        middle = (p + Z95**2 / (2 * n)) / (1 + Z95**2 / n)
        half = Z95 / (1 + Z95**2 / n) * math.sqrt(p * (1 - p) / n + Z95**2 / (4 * n * n))
        return max(0.0, middle - half), min(1.0, middle + half)

    def __str__(self) -> str:
        low, high = self.interval()
        return f"{self.value:.3f} ({low:.3f}–{high:.3f})"


NONE = Share(0, 0)
