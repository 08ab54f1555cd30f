"""Many tables and one organiser, each a process of its own, at a real broker and database."""
