// Creates tables from a file: CreateTable requests or DescribeTable answers as JSON, which the page reads itself, and
// CloudFormation, SAM and serverless.yml, which the server reads.
import { call } from "../../api.js";
import { plural } from "../../base/text.js";
import { itemsAddress } from "../../dynamo/query/address.js";
import { requestsInJson } from "../../dynamo/tables/table_form.js";
import { m } from "../../m.js";
import { tables } from "../../tables.js";
import { button } from "../../ui/button.js";
import { dialog } from "../../ui/dialog.js";
import { keyText } from "./describe.js";
import { setTtl } from "./ttl.js";
import { whenActive } from "./when_active.js";

const kMostBytes = 1 << 20;

const exists = (name) => (tables.names ?? []).includes(name);

// The tables of a file, as [{request, ttl?}]. Throws an Error with a text for the user.
async function tablesIn(file) {
  if (file.size > kMostBytes) throw new Error("A template has at most 1 MB.");
  const text = await file.text();
  let json = null;
  try {
    json = JSON.parse(text);
  } catch {
    // YAML, or no template at all, which the server tells.
  }
  const requests = json ? requestsInJson(json) : null;
  if (requests) return { tables: requests.map((request) => ({ request })), notes: [] };
  const answer = await call("PartitaConsole.ReadTemplate", { Name: file.name, Text: text });
  return { tables: answer.Tables.map(({ Request, TimeToLiveAttribute }) =>
    ({ request: Request, ttl: TimeToLiveAttribute })), notes: answer.Notes ?? [] };
}

// The tables of a file on their way to be created.
class Creation {
  found = null; // [{request, ttl?}]
  notes = [];
  fault = null; // of the file, as a text
  isBusy = false;
  hasCreated = false;
  #states = new Map(); // by table name: "created", or an error's text

  async choose(file) {
    this.fault = this.found = null;
    this.#states.clear();
    try {
      ({ tables: this.found, notes: this.notes } = await tablesIn(file));
    } catch (error) {
      this.fault = error.code ? `${error.code}: ${error.message}` : error.message;
    }
    m.redraw();
  }

  stateOf(name) { return this.#states.get(name); }
  isThere(name) { return this.stateOf(name) === "created" || exists(name); }
  get left() { return (this.found ?? []).filter(({ request }) => !this.isThere(request.TableName)); }
  get isDone() { return this.found !== null && !this.left.length; }

  async createAll() {
    this.isBusy = true;
    for (const one of this.left) {
      await this.#create(one);
      m.redraw();
    }
    this.isBusy = false;
    m.redraw();
  }
  async #create({ request, ttl }) {
    const name = request.TableName;
    try {
      await call("CreateTable", request);
      this.hasCreated = true;
      if (ttl) await whenActive(name).then(() => setTtl(name, ttl, true));
      this.#states.set(name, "created");
    } catch (error) {
      this.#states.set(name, `${error.code ?? "Error"}: ${error.message}`);
    }
  }
}

/** @param {Creation} creation */
function stateBadge(creation, name) {
  const text = creation.stateOf(name);
  if (text === "created") return m("span.badge.ok", "created");
  if (text) return m("span.badge.danger", text);
  return exists(name) ? m("span.badge.warn", "exists already, and is left as it is") : m("span.badge", "new");
}

/** @param {Creation} creation */
function foundTables(creation) {
  return m(".scroll", m("table", [
    m("thead", m("tr", ["Table", "Key", "Indexes", "State"].map((text) => m("th", { scope: "col" }, text)))),
    m("tbody", creation.found.map(({ request }) => m("tr", [
      m("td", creation.isThere(request.TableName)
        ? m("a", { href: itemsAddress(request.TableName) }, request.TableName) : request.TableName),
      m("td.mono", keyText(request.KeySchema, request.AttributeDefinitions)),
      m("td", [...(request.GlobalSecondaryIndexes ?? []), ...(request.LocalSecondaryIndexes ?? [])]
        .map((index) => index.IndexName).join(", ") || "–"),
      m("td", stateBadge(creation, request.TableName)),
    ]))),
  ]));
}

/** @param {Creation} creation */
function foot(creation, close) {
  const { found, left, isDone, isBusy: disabled, hasCreated } = creation;
  const text = !found ? "Create tables" : disabled ? "Creating" : `Create ${plural(left.length, "table")}`;
  return [
    button(hasCreated || isDone ? "Close" : "Cancel", () => close(hasCreated),
      { kind: isDone ? "primary" : "", disabled }),
    isDone ? null : button(text, () => creation.createAll(), { kind: "primary", disabled: disabled || !found }),
  ];
}

// Resolves with whether a table was created.
export function createFromFile() {
  const creation = new Creation();
  return dialog({
    title: "Create tables from a file",
    wide: true,
    mayClose: () => !creation.isBusy,
    body: () => [
      m("p.muted", "A CloudFormation or SAM template, a serverless.yml, or JSON of CreateTable or DescribeTable."),
      m("input", { type: "file", "aria-label": "The file with the tables", accept: ".json,.yml,.yaml,.template",
        onchange: (e) => { creation.choose(e.target.files[0]); } }),
      creation.fault ? m(".notice.error", { role: "alert" }, creation.fault) : null,
      creation.notes.map((note) => m(".notice.warn", note)),
      creation.found ? foundTables(creation) : null,
    ],
    foot: ({ close }) => foot(creation, close),
  }).then((done) => done || creation.hasCreated);
}
