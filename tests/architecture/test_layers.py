"""The order of the packages, and that the linter which guards it can fail."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
LINTER = [
    sys.executable,
    "-c",
    "from importlinter.cli import lint_imports_command; lint_imports_command()",
    "--no-cache",
]


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*LINTER, "--config", str(folder / "pyproject.toml")], cwd=folder, capture_output=True, text=True
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


def test_the_linter_sees_an_import_that_looks_up(tmp_path):
    copy_of_package(tmp_path)
    with (tmp_path / "pnp/units.py").open("a") as file:
        file.write("\nfrom pnp.layout import Composer\n")
    result = lint(tmp_path)
    assert result.returncode != 0
    assert "pnp.units -> pnp.layout" in result.stdout.replace("\n", " ")


def test_the_linter_sees_reportlab_outside_render(tmp_path):
    copy_of_package(tmp_path)
    with (tmp_path / "pnp/draw/path.py").open("a") as file:
        file.write("\nimport reportlab.pdfgen\n")
    assert lint(tmp_path).returncode != 0


def loaded_by(*arguments: str) -> set[str]:
    code = (
        "import sys\nfrom pnp.cli.main import _run\n"
        f"sys.argv = ['pnp', *{list(arguments)!r}]\n_run()\nprint('\\n' + ' '.join(sys.modules))"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return {name.partition(".")[0] for name in result.stdout.splitlines()[-1].split()}


def test_help_loads_nothing_but_click():
    heavy = {
        "reportlab",
        "yaml",
        "pydantic",
        "jinja2",
        "PIL",
        "uharfbuzz",
        "babel",
        "markdown_it",
        "segno",
        "pyphen",
    }
    assert not loaded_by("--help") & heavy


def test_check_does_not_load_what_only_building_needs():
    assert not loaded_by("check", "--game", "data/doom", "-q") & {"reportlab", "PIL", "segno"}


def test_pydantic_is_needed_for_faults_only():
    assert "pydantic" not in loaded_by("--no-cache", "check", "--game", "data/doom", "-q")
