"""What all tests share. Fixtures that only one part needs stand beside its tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

from tests.support.supervised import Server

pytest_plugins = ("tests.service.rules.battery.summary",)
# Named here, because a run in several processes loads no other conftest where its summary is written.

# How long an example takes says something about the machine, never about the code.
hypothesis.settings.register_profile("project", deadline=None, print_blob=True)
hypothesis.settings.load_profile("project")


@pytest.fixture(autouse=True)
def _own_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """No setting of whoever runs the tests reaches them."""
    for variable in ("HOST", "PORT", "OPENINGBELL_DATA", "OPENINGBELL_JOBS_URL", "OPENINGBELL_RATES", "REDIS_URL"):
        monkeypatch.delenv(variable, raising=False)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A whole real server, shared by the tests that leave it running."""
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder that does not exist yet."""
    return tmp_path / "data"
