import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { fitState, freshState, requestOf } from "../../../../../src/console/web/app/dynamo/query/request.js";
import { requestSnippets, snippets } from "../../../../../src/console/web/app/dynamo/query/snippets.js";

const table = { TableName: "t'x",
  AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }, { AttributeName: "sk", AttributeType: "N" }],
  KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }, { AttributeName: "sk", KeyType: "RANGE" }] };
const place = { endpoint: "http://127.0.0.1:8000", region: "us-east-1", amazon: false };
function of(changes, where = place) {
  const state = fitState({ ...freshState(), ...changes }, table);
  return Object.fromEntries(snippets(state, table, requestOf(state, table), where)
    .map((one) => [one.key, one.text ?? one.why]));
}
const hard = { mode: "query", partition: ["it's \"ü\" $HOME `x`"],
  sort: [{ op: ">", from: "12345678901234567890123456789012345678", to: "" }], descending: true, limit: "3",
  filter: { join: "OR", rules: [{ path: "a", op: "=", type: "BOOL", value: "true", to: "" },
    { path: "b", op: "IN", type: "S", value: "x\ny'", to: "" }] } };

test("the command reaches the program unchanged through a shell", () => {
  const command = of(hard).cli.replace(/^aws /m, "printf '%s\\0' ");
  const words = execFileSync("sh", ["-c", command], { encoding: "utf8" }).split("\0");
  assert.equal(words[words.indexOf("--table-name") + 1], "t'x");
  assert.deepEqual(JSON.parse(words[words.indexOf("--expression-attribute-values") + 1])[":pk"],
    { S: hard.partition[0] });
  assert.ok(words.includes("--no-scan-index-forward"));
  assert.ok(!of(hard, { ...place, amazon: true }).cli.includes("--endpoint-url"));
});

test("the answer of a moment is a command of Partita, and no request", () => {
  const all = of({ ...hard, asOf: "2026-11-21T06:00" });
  assert.deepEqual(Object.keys(all), ["partita"]);
  const words = execFileSync("sh", ["-c", all.partita.replace(/^partita /m, "printf '%s\\0' ")], { encoding: "utf8" })
    .split("\0");
  const after = (word) => words[words.indexOf(word) + 1];
  assert.deepEqual([words[0], words[1], after("--as-of"), after("--endpoint")],
    ["query", "t'x", "2026-11-21T06:00:00Z", place.endpoint]);
  assert.equal(after("--key-condition"), "#pk = :pk AND #sk > :sk");
  assert.ok(words.includes("--reverse") && !words.includes("--scan") && after("--names").includes('"#pk":"pk"'));
  assert.ok(of({ asOf: "2026-11-21T06:00:07" }).partita.includes("--scan"));
});

test("the texts for a server that verifies no signatures say that any keys will do", () => {
  for (const text of [of(hard).cli, of(hard).boto3]) {
    const comments = text.split("\n").filter((line) => line.startsWith("#")).join("\n");
    assert.match(comments, /any dummy key will do: AWS_ACCESS_KEY_ID=a AWS_SECRET_ACCESS_KEY=a/);
    assert.match(comments, /AWS_REGION=us-east-1/);
  }
  const amazon = of(hard, { ...place, amazon: true });
  for (const text of [amazon.cli, amazon.boto3]) assert.doesNotMatch(text, /dummy/);
});

test("the Python text is Python, and says the same request", () => {
  const code = of({ ...hard, filter: { join: "AND",
    rules: [{ path: "c", op: "=", type: "B", value: "AAH/", to: "" }] } }).boto3;
  const check = `import sys, types, json, base64
seen = []
class Client:
  def query(self, **request):
    seen.append(request); return {"Items": []}
sys.modules["boto3"] = types.SimpleNamespace(client=lambda *a, **k: Client())
exec(sys.stdin.read())
print(json.dumps(seen[0], default=lambda b: base64.b64encode(b).decode()))`;
  const request = JSON.parse(execFileSync("python3", ["-c", check], { input: code, encoding: "utf8" }));
  const state = fitState({ ...freshState(), ...hard,
    filter: { join: "AND", rules: [{ path: "c", op: "=", type: "B", value: "AAH/", to: "" }] } }, table);
  assert.deepEqual(request, requestOf(state, table).body);
});

test("the JavaScript text says the same request", async () => {
  const code = of(hard).javascript.split("\n")
    .filter((line) => !/^import|^for await|^  for|^  console|^const client/.test(line)).join("\n")
      .replace(/\n}\n*$/, "\n");
  const request = new Function(`${code}; return request;`)();
  const state = fitState({ ...freshState(), ...hard }, table);
  assert.deepEqual(request, requestOf(state, table).body);
});

test("PartiQL where a statement can say it", () => {
  assert.equal(of(hard).partiql,
    `SELECT *\nFROM "t'x"\nWHERE "pk" = 'it''s "ü" $HOME \`x\`'\n  AND "sk" > ` +
    `12345678901234567890123456789012345678\n  AND ("a" = true OR "b" IN ['x', 'y'''])\nORDER BY "sk" DESC`);
  assert.match(of({ count: true }).partiql, /cannot count/);
  assert.match(of({ filter: { join: "AND", rules: [{ path: "a", op: "=", type: "B", value: "AA==", to: "" }] } })
    .partiql, /binary/);
  assert.equal(of({ projection: "a.b[0]" }).partiql, `SELECT "a"."b"[0]\nFROM "t'x"`);
});

test("the C++ text names the struct's members in their order", () => {
  const text = of(hard).cpp;
  const order = ["table_name", "limit", "scan_index_forward", "filter_expression", "key_condition_expression",
    "expression_attribute_names", "expression_attribute_values"].map((name) => text.indexOf(`.${name} =`));
  assert.ok(order.every((at, index) => at > 0 && (!index || at > order[index - 1])), String(order));
  assert.match(text, /AttributeValue::number\("12345678901234567890123456789012345678"\)/);
  assert.match(of({ count: true }).cpp, /\.select = Select::Count/);
});

const request = (operation, body) => Object.fromEntries(requestSnippets(operation, body,
  { endpoint: "http://127.0.0.1:8000", region: "us-east-1", amazon: true }).map((one) => [one.key, one.text]));

test("a request of several words has the names of each client, and times of the kind that it wants", () => {
  const all = request("RestoreTableToPointInTime",
    { SourceTableName: "t", RestoreDateTime: 1795996244, GlobalSecondaryIndexOverride: [] });
  assert.equal(all.cli, ["aws dynamodb restore-table-to-point-in-time", "--region us-east-1", "--source-table-name t",
    "--restore-date-time 1795996244", "--global-secondary-index-override '[]'"].join(" \\\n  "));
  assert.match(all.boto3, /print\(client\.restore_table_to_point_in_time\(\*\*request\)\)/);
  assert.match(all.boto3, /"RestoreDateTime": 1795996244,/);
  assert.match(all.javascript, /new RestoreTableToPointInTimeCommand\(\{\n {2}SourceTableName: "t",\n/);
  assert.match(all.javascript, /RestoreDateTime: new Date\(1795996244 \* 1000\),/);
  assert.deepEqual(JSON.parse(all.json), { SourceTableName: "t", RestoreDateTime: 1795996244,
    GlobalSecondaryIndexOverride: [] });
});

test("members of a request of several words have True and False of Python", () => {
  const { boto3, cli } = request("UpdateContinuousBackups", { TableName: "t",
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 7 } });
  assert.match(boto3, /"PointInTimeRecoveryEnabled": True,\n\s+"RecoveryPeriodInDays": 7,/);
  assert.match(cli, /-recovery-specification '\{"PointInTimeRecoveryEnabled":true,"RecoveryPeriodInDays":7\}'/);
});
