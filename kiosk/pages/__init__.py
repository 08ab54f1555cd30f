"""The kiosk's pages: one blueprint a screen, each a pure picture of a `TableView`."""
