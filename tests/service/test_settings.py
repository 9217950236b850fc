from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from openingbell.settings import Settings, SettingsError, table

ROOT = Path(__file__).resolve().parents[2]


def test_defaults_without_any_variable() -> None:
    settings = Settings.read({})
    assert (settings.host, settings.port) == ("127.0.0.1", 8765)
    assert settings.data == Path(".data").absolute()
    assert settings.redis_url is None
    assert settings == Settings()


def test_empty_variables_count_as_unset() -> None:
    assert Settings.read({"PORT": "", "REDIS_URL": "  "}) == Settings()


def test_jobs_follow_the_games_unless_told() -> None:
    games, jobs = "redis://games:6379/0", "unix:///run/jobs.sock"
    assert Settings.read({"REDIS_URL": games}).jobs() == games
    assert Settings.read({"REDIS_URL": games, "OPENINGBELL_JOBS_URL": jobs}).jobs() == jobs


def test_a_process_without_a_store_says_so() -> None:
    with pytest.raises(SettingsError, match="REDIS_URL is not set"):
        Settings().redis()
    with pytest.raises(SettingsError, match="REDIS_URL is not set"):
        Settings().jobs()


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("PORT", "http"),
        ("PORT", "65536"),
        ("PORT", "-1"),
        ("PORT", "٨٧٦٥"),
        ("OPENINGBELL_WORKERS", "0"),
        ("HOST", "http://here"),
        ("REDIS_URL", "localhost:6379"),
        ("REDIS_URL", "http://localhost"),
        ("REDIS_URL", "redis://"),
        ("REDIS_URL", "unix://"),
        ("REDIS_URL", "redis://host:port/0"),
        ("OPENINGBELL_JOBS_URL", "memory"),
    ],
)
def test_a_bad_value_is_named(variable: str, value: str) -> None:
    with pytest.raises(SettingsError) as refused:
        Settings.read({variable: value})
    assert str(refused.value).startswith(f"{variable}={value!r}: expected ")


def test_settings_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Settings().port = 1  # type: ignore[misc]


def test_the_documentation_has_this_table() -> None:
    assert table() in (ROOT / "docs" / "run-it.md").read_text()


def test_every_setting_has_a_row() -> None:
    assert len(table().splitlines()) == 2 + len(dataclasses.fields(Settings))
