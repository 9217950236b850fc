"""The house keeps its own rules: layout, lock files, import floors, commands that the documents name."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tools import locks

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("**/*.md"))]
LAYOUT = {
    *(".ci", ".gitignore", "CHANGELOG.md", "LICENSE", "Makefile", "README.md", "pyproject.toml"),
    *("clients", "deploy", "docs", "openapi", "service", "tests"),
}
# In a sentence, or as a line of a shell example.
MAKE = re.compile(r"`make ([a-z-]+)`|^(?:\S+=\S+ )*make ([a-z-]+)$", re.MULTILINE)
FLOORS = ("codec", "fairness", "bots", "table", "store", "tables", "settings", "wiring", "wsgi", "worker", "clock")
GOOD = f"{locks.HEADER}flask==3.1.3 \\\n    --hash=sha256:{'a' * 64} \\\n    --hash=sha256:{'b' * 64}\n"


def _tracked() -> list[str]:
    done = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def test_the_top_level_is_the_agreed_one() -> None:
    assert {path.split("/", 1)[0] for path in _tracked()} <= LAYOUT


LONG = {
    "clients/python/src/openingbell_client/_generated.py": "a program writes it",
    "tests/service/api/test_bad_input.py": "one table of everything bad that can be sent, read as a whole",
}
"""Files of more than 400 lines, and why."""


def test_files_over_400_lines_say_why() -> None:
    code = [path for path in _tracked() if path.endswith((".py", ".lua")) and (ROOT / path).exists()]
    assert {path for path in code if len((ROOT / path).read_text().splitlines()) > 400} == set(LONG)


def test_the_lock_files_are_clean() -> None:
    assert locks.check() == []


def test_the_server_s_lock_is_part_of_the_tests_one() -> None:
    texts = [(locks.FOLDER / f"{name}.txt").read_text() for name in ("server", "dev")]
    pins = [set(re.findall(r"^\S+==\S+", text, re.MULTILINE)) for text in texts]
    assert pins[0] < pins[1]


def test_a_good_lock_file_passes() -> None:
    assert locks.faults(GOOD) == []


@pytest.mark.parametrize(
    "bad",
    [
        "",
        locks.HEADER,
        "flask==3.1.3\n",
        "flask==3.1.3 \\\n",
        GOOD.replace("==3.1.3", ">=3"),
        GOOD.replace("sha256", "md5"),
        GOOD.replace("a" * 64, "a" * 63),
        f"--index-url https://registry.example/simple\n{GOOD}",
        f"{GOOD}--find-links /somewhere\n",
        f"{GOOD}--extra-index-url file:///somewhere\n",
        f"# from https://registry.example/simple\n{GOOD}",
        f"{GOOD}flask @ https://registry.example/flask.whl \\\n    --hash=sha256:{'a' * 64}\n",
        f"jinja2==3.1.6 \\\n{GOOD}",
        GOOD.replace("flask", "openingbell"),
    ],
)
def test_a_bad_lock_file_is_found_out(bad: str) -> None:
    assert locks.faults(bad)


def test_a_requirement_that_is_not_locked_is_found_out() -> None:
    assert locks.unlocked(GOOD, ["Flask>=3", "gunicorn>=26", "openingbell-client"]) == ["gunicorn"]


def test_every_command_in_the_documents_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = {name for path in DOCUMENTS for pair in MAKE.findall(path.read_text()) for name in pair if name}
    assert {"run", "test", "demo", "help"} <= named <= targets


def test_the_readme_leads_to_every_page() -> None:
    linked = set(re.findall(r"\]\(([^)#:]+)\)", (ROOT / "README.md").read_text()))
    assert {str(path.relative_to(ROOT)) for path in DOCUMENTS[1:]} <= linked


def test_links_between_the_documents_lead_somewhere() -> None:
    for path in DOCUMENTS:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text()):
            assert (path.parent / target).exists(), f"{path.name} links to {target}"


def test_every_test_that_the_documents_name_exists() -> None:
    named = [pair for path in DOCUMENTS for pair in re.findall(r"`(tests/[\w/.]+)::(\w+)`", path.read_text())]
    assert len(named) > 30
    for path, test in named:
        assert re.search(rf"^def {test}\(", (ROOT / path).read_text(), re.MULTILINE), f"{path} has no {test}"


def test_every_dependency_has_its_reason() -> None:
    reasons = (ROOT / "docs" / "dependencies.md").read_text().lower()
    for requirement in locks.wanted("dev"):
        name = re.split(r"[^A-Za-z0-9_.-]", requirement, maxsplit=1)[0].lower()
        assert re.search(rf"\b{re.escape(name)}\b", reasons), f"docs/dependencies.md does not say why {name}"


def _lint(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as lint; lint()", "--no-cache"]
    env = {"PYTHONPATH": f"{folder}:{folder / 'service'}:{folder / 'clients/python/src'}", "PATH": ""}
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True)


@pytest.fixture(scope="module")
def skeleton(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project's contracts over packages that hold one module a floor and nothing in them."""
    folder = tmp_path_factory.mktemp("skeleton")
    shutil.copy(ROOT / "pyproject.toml", folder)
    shutil.copytree(ROOT / "tests" / "tools", folder / "tests" / "tools")
    for module in ("rules", "api"):
        _module(folder, f"service/openingbell/{module}/__init__.py")
        _module(folder, f"service/openingbell/{module}/part.py")
    for name in FLOORS:
        _module(folder, f"service/openingbell/{name}.py")
    _module(folder, "service/openingbell/__init__.py")
    _module(folder, "clients/python/src/openingbell_client/__init__.py")
    return folder


def _module(folder: Path, path: str) -> Path:
    file = folder / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch()
    return file


def test_the_floors_stand_without_a_fault(skeleton: Path) -> None:
    done = _lint(skeleton)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("module", "line", "contract"),
    [
        ("rules/part", "from openingbell import codec", "Imports run downwards only"),
        ("rules/part", "import msgspec", "The rules, fairness and the bots import the standard library only"),
        ("fairness", "from openingbell import codec", "Imports run downwards only"),
        ("table", "from openingbell import store", "Imports run downwards only"),
        ("store", "from openingbell import tables", "Imports run downwards only"),
        ("tables", "from openingbell import wiring", "Imports run downwards only"),
        ("tables", "from openingbell import settings", "Imports run downwards only"),
        ("wiring", "from openingbell import api", "Imports run downwards only"),
        ("api/part", "from openingbell import wsgi", "Imports run downwards only"),
        ("newcomer", "", "Imports run downwards only"),
        ("tables", "import flask", "flask, flask-smorest and marshmallow only in the API"),
        ("wsgi", "from marshmallow import Schema", "flask, flask-smorest and marshmallow only in the API"),
        ("api/part", "import redis", "redis only in the store and the wiring"),
        ("worker", "import redis", "redis only in the store and the wiring"),
        ("api/part", "import rq", "rq only in the entry points and the wiring"),
        ("tables", "from rq import Queue", "rq only in the entry points and the wiring"),
        ("api/part", "import openingbell_client", "The service imports nothing of the client"),
        ("../../clients/python/src/openingbell_client/part", "import openingbell", "The client imports nothing"),
    ],
)
def test_a_planted_violation_is_found_out(skeleton: Path, module: str, line: str, contract: str) -> None:
    file = _module(skeleton, f"service/openingbell/{module}.py")
    planted_new = module == "newcomer" or module.startswith("..")
    file.write_text(f"{line}\n")
    try:
        done = _lint(skeleton)
    finally:
        file.write_text("")
        if planted_new:
            file.unlink()
    assert done.returncode != 0
    broken = [row for row in done.stdout.splitlines() if row.endswith("BROKEN")]
    assert any(row.startswith(contract) for row in broken), done.stdout + done.stderr


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("api/part", "import flask"),
        ("store", "import redis"),
        ("wiring", "import redis, rq"),
        ("worker", "import rq"),
        ("worker", "from openingbell import wiring"),
        ("wsgi", "from openingbell import api"),
        ("rules/part", "import dataclasses"),
        ("codec", "import msgspec"),
    ],
)
def test_what_is_allowed_is_allowed(skeleton: Path, module: str, line: str) -> None:
    file = _module(skeleton, f"service/openingbell/{module}.py")
    file.write_text(f"{line}\n")
    try:
        done = _lint(skeleton)
    finally:
        file.write_text("")
    assert done.returncode == 0, done.stdout + done.stderr
