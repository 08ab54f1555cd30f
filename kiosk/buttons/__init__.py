"""What the table's four buttons mean, and what their box says back: buzzer and status light."""
