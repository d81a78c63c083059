"""Requests that schemathesis generates from the description of the API, with our seed."""

from __future__ import annotations

from typing import Any

import httpx
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.strategies import sampled_from

from tests.server.fuzz.report import Report


class Described:
    """A guest who sends whatever the description of the API allows, and more."""

    def __init__(self, web: httpx.Client, report: Report, *, cases: int, number: int) -> None:
        self._web = web
        self._report = report
        self._wanted = cases
        self._seed = number
        self._head = self._arrive()
        self._tables = [self._table(starts=starts) for starts in (False, True)]
        self.cases = 0
        self.on_real_tables = 0

    def _arrive(self) -> dict[str, str]:
        """Some operations sign out the caller; then a new guest arrives."""
        return {"x-csrf-token": self._web.get("/api/me").json()["csrf"]}

    def _table(self, *, starts: bool) -> str:
        wish = {"game": "manitou", "seats": 2, "hot_seat": starts}
        table = str(self._web.post("/api/tables", json=wish, headers=self._head).json()["id"])
        if starts:
            self._web.post(f"/api/tables/{table}/start", headers=self._head)
        return table

    def try_all(self) -> None:
        schema = schemathesis.openapi.from_dict(self._web.get("/api/schema/openapi.json").json())
        found = list(schema.get_all_operations())
        operations = [each.ok() for each in found if isinstance(each, schemathesis.core.result.Ok)]
        assert len(operations) == len(found)
        # Streams do not end. Operations without arguments are tried once, so the others get more.
        ending = [each for each in operations if not each.path.endswith("/stream")]
        for place, operation in enumerate(ending):
            left = self._wanted - self.cases
            self._try_operation(operation, -(-left // (len(ending) - place)))

    def _try_operation(self, operation: Any, cases: int) -> None:
        @seed(self._seed)
        @settings(
            max_examples=max(1, cases),
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy(), table=sampled_from([*self._tables, ""]))
        def tries(case: Any, table: str) -> None:
            if table and "table_id" in (case.path_parameters or {}):
                case.path_parameters["table_id"] = table
                self.on_real_tables += 1
            self._try(case)

        self._head = self._arrive()
        tries()

    def _try(self, case: Any) -> None:
        self.cases += 1
        arguments = case.as_transport_kwargs(base_url=str(self._web.base_url))
        arguments["headers"] = {**dict(arguments.get("headers") or {}), **self._head}
        arguments.pop("cookies", None)
        answer = self._web.request(**arguments)
        self._report.count("described", answer.status_code)
        if answer.status_code == 403:
            self._head = self._arrive()
        if answer.status_code >= 500:
            self._report.find(f"answered {answer.status_code} {answer.text[:300]}", arguments)
        elif answer.status_code >= 400 and set(answer.json()) != {"error"}:
            self._report.find(f"an error of another shape: {answer.text[:300]}", arguments)
