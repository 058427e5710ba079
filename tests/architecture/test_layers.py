"""The order of the packages, and that the linter which guards it can fail."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LINTER = [
    sys.executable,
    "-c",
    "from importlinter.cli import lint_imports_command; lint_imports_command()",
    "--no-cache",
]


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*LINTER, "--config", str(folder / "pyproject.toml")],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
    )


def copy_of_package(folder: Path) -> None:
    for path in (ROOT / "pnp").rglob("*.py"):
        target = folder / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(path.read_bytes())
    (folder / "pyproject.toml").write_bytes((ROOT / "pyproject.toml").read_bytes())


def test_the_layers_hold():
    result = lint(ROOT)
    assert result.returncode == 0, result.stdout


def test_the_map_of_packages_has_a_row_for_each():
    page = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`pnp\..*?) \|", page.partition("## Map")[2], re.MULTILINE)
    packages = {path.stem for path in (ROOT / "pnp").iterdir() if path.is_dir() or path.suffix == ".py"} - {
        "__init__",
        "__main__",
        "__pycache__",
    }
    assert sorted(re.findall(r"`pnp\.(\w+)`", "".join(rows))) == sorted(packages)


@pytest.fixture(scope="module")
def faulty(tmp_path_factory):
    """What the linter says of a copy with one import that looks up and one of ReportLab."""
    folder = tmp_path_factory.mktemp("faulty")
    copy_of_package(folder)
    for name, line in (
        ("units", "from pnp.layout import Composer"),
        ("draw/path", "import reportlab.pdfgen"),
    ):
        with (folder / f"pnp/{name}.py").open("a") as file:
            file.write(f"\n{line}\n")
    result = lint(folder)
    assert result.returncode != 0
    return result.stdout.replace("\n", " ")


def test_the_linter_sees_an_import_that_looks_up(faulty):
    assert "Stages only look down BROKEN" in faulty
    assert "pnp.units -> pnp.layout" in faulty


def test_the_linter_sees_reportlab_outside_pdf(faulty):
    assert "Only pnp.pdf knows ReportLab BROKEN" in faulty
    assert "pnp.draw.path -> reportlab" in faulty


def loaded_by(*arguments: str) -> set[str]:
    code = (
        "import sys\nfrom pnp.cli.main import _run\n"
        f"sys.argv = ['pnp', *{list(arguments)!r}]\n_run()\nprint('\\n' + ' '.join(sys.modules))"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, encoding="utf-8", check=True
    )
    return set(result.stdout.splitlines()[-1].split())


def test_help_loads_nothing_but_click():
    heavy = {
        "reportlab",
        "yaml",
        "jinja2",
        "PIL",
        "uharfbuzz",
        "babel",
        "markdown_it",
        "segno",
        "pyphen",
    }
    loaded = loaded_by("--help")
    assert not loaded & heavy
    assert {name.split(".")[1] for name in loaded if name.startswith("pnp.")} <= {"cli", "lazy"}


def test_check_does_not_load_what_only_building_needs():
    building = {
        "pnp.layout.compose",
        "pnp.text.setting",
        "pnp.impose.imposing",
        "pnp.pdf.content",
        "pnp.icons.svg",
    }
    heavy = {"reportlab", "PIL", "segno", "pyphen", "multiprocessing"}
    assert not loaded_by("check", "--game", "docs/cookbook/money", "-q") & (heavy | building)
    # Doom has icons of its own, which `check` reads, and several languages, which processes share.
    of_doom = {"pnp.icons.svg", "multiprocessing"}
    assert not loaded_by("check", "--game", "data/doom", "-q") & ((heavy | building) - of_doom)


def test_a_check_of_labelled_fields_does_not_read_the_code_of_built_in_layouts(tmp_path):
    (tmp_path / "game.yaml").write_text("name: Ants\nplayers: 2\nlanguage: en\nlanguages: [en, cs]\n")
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards/ants.yaml").write_text(
        "kind: card\nname: Ants\nsize: poker\nlabels: {cost: Cost}\nfields: {cost: number}\n"
        "pieces: {worker: {name: Worker, cost: 3}}\n"
    )
    assert "jinja2" not in loaded_by("check", "--game", str(tmp_path), "-q")


def test_a_build_loads_no_client_for_http(tmp_path):
    loaded = loaded_by("--no-cache", "build", "--game", "docs/cookbook/money", "--out", str(tmp_path), "-q")
    assert "reportlab" in loaded
    assert not loaded & {"ssl", "http.client", "urllib.request", "email"}
