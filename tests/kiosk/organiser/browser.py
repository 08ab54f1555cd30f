"""A client that sends forms to the organiser's pages as a browser does."""

from __future__ import annotations

import re

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

REVOKE = (
    '{"v":1,"id":"x","game":"schafkopf","rules":{},"players":4,"dealer":3,'
    '"contract":{"kind":"rufspiel","seat":0,"suit":"G"},"doubles":[],'
    '"plays":[[0,"SA"],[1,"S7"],[2,"EA"],[3,"S9"],[0,"EZ"],[1,"E7"],[2,"S8"],[3,"E9"]],"hands":null}'
)


class Browser:
    """A client that sends forms as a browser does, with the token of the page before."""

    def __init__(self, app: Flask) -> None:
        self.client: FlaskClient = app.test_client()

    def get(self, path: str) -> str:
        answer = self.client.get(path)
        assert answer.status_code == 200, answer.text
        assert "Text(" not in answer.text, path
        return answer.text

    def send(self, page: str, path: str, **fields: object) -> TestResponse:
        token = re.search(r'name="csrf_token" value="([^"]+)"', self.client.get(page).text)
        assert token is not None
        data = {name.replace("__", "."): value for name, value in fields.items()}
        headers = {"Referer": f"http://localhost{page}"}
        return self.client.post(path, data={"csrf_token": token[1], **data}, headers=headers)

    def do(self, page: str, path: str, **fields: object) -> str:
        answer = self.send(page, path, **fields)
        assert answer.status_code == 303, answer.text
        return self.get(answer.location)
