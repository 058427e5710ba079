"""Real clients: Debian's Neovim without a window, and the extension of VS Code in Node."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.preview.game import write_game
from tests.processes import PATIENCE

ROOT = Path(__file__).parents[2]

LUA = """
local found, out = {}, {}
local client = vim.lsp.start_client({ name = "pnp", cmd = { SERVER, "-m", "pnp", "lsp" }, root_dir = vim.fn.getcwd() })
vim.cmd("edit cards/ants.yaml")
vim.lsp.buf_attach_client(0, client)
local function wait(what) assert(vim.wait(30000, what, 20), "nothing came") end
local function ask(method, line, column, more)
  local place = { textDocument = vim.lsp.util.make_text_document_params(), position = { line = line, character = column } }
  local answers = vim.lsp.buf_request_sync(0, method, vim.tbl_extend("force", place, more or {}), 30000)
  return answers[client].result
end
wait(function() return vim.lsp.buf_is_attached(0, client) and vim.lsp.get_client_by_id(client).initialized end)
vim.api.nvim_buf_set_lines(0, 13, 14, false, { "    caste: soldir" })
wait(function()
  for _, item in ipairs(vim.diagnostic.get(0)) do if item.code == "M110" or item.message:find("soldir") then return true end end
end)
out.finding = vim.diagnostic.get(0)[1].message
vim.api.nvim_buf_set_lines(0, 13, 14, false, { "    caste: soldier" })
out.hover = ask("textDocument/hover", 13, 13).contents.value
out.definition = ask("textDocument/definition", 13, 13)[1].uri
out.references = #ask("textDocument/references", 13, 13, { context = { includeDeclaration = true } })
out.symbols = #ask("textDocument/documentSymbol", 0, 0)
out.completion = #ask("textDocument/completion", 13, 11).items
vim.lsp.util.apply_workspace_edit(ask("textDocument/rename", 13, 13, { newName = "guard" }), "utf-16")
out.renamed = vim.api.nvim_buf_get_lines(0, 13, 14, false)[1]
local file = io.open("out.json", "w")
file:write(vim.fn.json_encode(out))
file:close()
vim.cmd("qa!")
"""


@pytest.mark.system
def test_neovim_is_served(tmp_path: Path) -> None:
    folder = write_game(tmp_path)
    script = tmp_path / "client.lua"
    script.write_text(LUA.replace("SERVER", json.dumps(sys.executable)), encoding="utf-8")
    done = subprocess.run(
        ["nvim", "--headless", "-u", "NONE", "-i", "NONE", "-c", f"luafile {script}", "-c", "cq"],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert (folder / "out.json").is_file(), done.stderr
    out = json.loads((folder / "out.json").read_text(encoding="utf-8"))
    assert out["finding"].startswith("unknown caste 'soldir'")
    assert "term **caste.soldier**" in out["hover"]
    assert out["definition"].endswith("/game.yaml")
    assert out["references"] == 2
    assert out["symbols"] >= 1
    assert out["completion"] >= 2
    assert out["renamed"] == "    caste: guard"


@pytest.mark.system
def test_the_extension_of_vs_code_starts_the_server() -> None:
    assert shutil.which("node")
    done = subprocess.run(
        ["node", "--test", "test.js"], cwd=ROOT / "editors/vscode", capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stdout
