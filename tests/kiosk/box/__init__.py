"""Buttons, lights and sounds."""
