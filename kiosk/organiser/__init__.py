"""Many tables and one organiser: what they report, the ranking, the draw and its pages."""
