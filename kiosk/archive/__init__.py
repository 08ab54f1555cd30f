"""Many evenings: read again together, judged anew, counted and compared."""
