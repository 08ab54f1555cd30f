"""The tests, folder by folder like the packages they test."""
