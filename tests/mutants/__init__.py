"""Plants small faults in the product and counts how many of them its tests notice."""
