"""Words per region: Gras, Laub or Blatt; Sau or Ass; Unter or Bauer (KIOSK 3.3).

Every sentence is written with the first of each; `in_region` puts the others in where it is shown.
"""

from kiosk.regional.region import PLAIN, Region
from kiosk.regional.rewrite import in_region

__all__ = ["PLAIN", "Region", "in_region"]
