"""The journal: every event on disk; the only room of the engine that touches one."""
