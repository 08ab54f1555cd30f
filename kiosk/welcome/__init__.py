"""The way in: the first start, the start of every evening, house rules, after a power cut."""
