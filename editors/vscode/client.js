// Starts `pnp lsp` for the files of games, and stops it with the editor.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const FILES = ["**/*.{yaml,yml}", "**/layouts/*.xml", "**/rulebook/*.md", "**/locale/*.po"];

let client;

exports.activate = () => {
  const [command, ...args] = vscode.workspace.getConfiguration("pnp").get("command");
  client = new LanguageClient(
    "pnp",
    "pnp",
    { command, args },
    { documentSelector: FILES.map((pattern) => ({ scheme: "file", pattern })) },
  );
  return client.start();
};

exports.deactivate = () => client && client.stop();
