// The manifest and the client, in Node: `vscode` and its language client are replaced by what they are asked.
const assert = require("node:assert");
const fs = require("node:fs");
const Module = require("node:module");
const path = require("node:path");
const test = require("node:test");

const manifest = JSON.parse(fs.readFileSync(path.join(__dirname, "package.json"), "utf8"));

function loaded(command) {
  const asked = { started: 0, stopped: 0 };
  class LanguageClient {
    constructor(...given) {
      asked.given = given;
    }
    start() {
      asked.started += 1;
      return Promise.resolve();
    }
    stop() {
      asked.stopped += 1;
      return Promise.resolve();
    }
  }
  const parts = {
    vscode: { workspace: { getConfiguration: (name) => ({ get: (key) => (asked.setting = `${name}.${key}`, command) }) } },
    "vscode-languageclient/node": { LanguageClient },
  };
  const load = Module._load;
  Module._load = (name, ...rest) => parts[name] ?? load(name, ...rest);
  try {
    const file = path.join(__dirname, manifest.main);
    delete require.cache[require.resolve(file)];
    return [require(file), asked];
  } finally {
    Module._load = load;
  }
}

test("the manifest names files that are there, and the setting that the client reads", async () => {
  assert.ok(fs.existsSync(path.join(__dirname, manifest.main)));
  const settings = manifest.contributes.configuration.properties;
  const [extension, asked] = loaded(settings["pnp.command"].default);
  await extension.activate();
  assert.ok(asked.setting in settings);
});

test("the client starts the server once, for the files of games, and stops it", async () => {
  const [extension, asked] = loaded(["pnp", "lsp"]);
  await extension.activate();
  const [id, , server, client] = asked.given;
  assert.strictEqual(id, "pnp");
  assert.deepStrictEqual(server, { command: "pnp", args: ["lsp"] });
  assert.deepStrictEqual(new Set(client.documentSelector.map((each) => each.scheme)), new Set(["file"]));
  await extension.deactivate();
  assert.deepStrictEqual([asked.started, asked.stopped], [1, 1]);
});

test("it stops without having started", () => {
  const [extension] = loaded(["pnp", "lsp"]);
  assert.strictEqual(extension.deactivate(), undefined);
});
