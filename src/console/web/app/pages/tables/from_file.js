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

// The tables of a file, as [{request, ttl?}]. Throws an Error with a text for the user.
async function tablesIn(file) {
  if (file.size > kMostBytes) throw new Error("A template has at most 1 MB.");
  const text = await file.text();
  let json = null;
  try {
    json = JSON.parse(text);
  } catch (_) {
    // YAML, or no template at all, which the server tells.
  }
  const requests = json ? requestsInJson(json) : null;
  if (requests) return { tables: requests.map((request) => ({ request })), notes: [] };
  const answer = await call("PartitaConsole.ReadTemplate", { Name: file.name, Text: text });
  return { tables: answer.Tables.map(({ Request, TimeToLiveAttribute }) =>
    ({ request: Request, ttl: TimeToLiveAttribute })), notes: answer.Notes ?? [] };
}

// Resolves with whether a table was created.
export function createFromFile() {
  let found = null, notes = [], fault = null, busy = false, created = false;
  const states = new Map(); // by table name: "waiting", "created", or an error's text
  const choose = async (event) => {
    fault = found = null;
    states.clear();
    try {
      ({ tables: found, notes } = await tablesIn(event.target.files[0]));
    } catch (error) {
      fault = error.code ? `${error.code}: ${error.message}` : error.message;
    }
    m.redraw();
  };
  const exists = (name) => (tables.names ?? []).includes(name);
  const isThere = (name) => states.get(name) === "created" || exists(name);
  const createAll = async () => {
    busy = true;
    for (const { request, ttl } of found) {
      const name = request.TableName;
      if (isThere(name)) continue;
      try {
        await call("CreateTable", request);
        created = true;
        if (ttl) await whenActive(name).then(() => setTtl(name, ttl, true));
        states.set(name, "created");
      } catch (error) {
        states.set(name, `${error.code ?? "Error"}: ${error.message}`);
      }
      m.redraw();
    }
    busy = false;
    m.redraw();
  };
  const state = (name) => {
    const text = states.get(name);
    if (text === "created") return m("span.badge.ok", "created");
    if (text) return m("span.badge.danger", text);
    return exists(name) ? m("span.badge.warn", "exists already, and is left as it is") : m("span.badge", "new");
  };
  return dialog({
    title: "Create tables from a file",
    wide: true,
    mayClose: () => !busy,
    body: () => [
      m("p.muted", "A CloudFormation or SAM template, a serverless.yml, or JSON of CreateTable or DescribeTable."),
      m("input", { type: "file", "aria-label": "The file with the tables", accept: ".json,.yml,.yaml,.template",
        onchange: choose }),
      fault ? m(".notice.error", { role: "alert" }, fault) : null,
      notes.map((note) => m(".notice.warn", note)),
      found ? m(".scroll", m("table", [
        m("thead", m("tr", ["Table", "Key", "Indexes", "State"].map((text) => m("th", { scope: "col" }, text)))),
        m("tbody", found.map(({ request }) => m("tr", [
          m("td", isThere(request.TableName) ? m("a", { href: itemsAddress(request.TableName) }, request.TableName)
            : request.TableName),
          m("td.mono", keyText(request.KeySchema, request.AttributeDefinitions)),
          m("td", [...(request.GlobalSecondaryIndexes ?? []), ...(request.LocalSecondaryIndexes ?? [])]
            .map((index) => index.IndexName).join(", ") || "–"),
          m("td", state(request.TableName)),
        ]))),
      ])) : null,
    ],
    foot: ({ close }) => {
      const left = (found ?? []).filter(({ request }) => !isThere(request.TableName));
      const isDone = found !== null && !left.length;
      return [
        button(created || isDone ? "Close" : "Cancel", () => close(created),
          { kind: isDone ? "primary" : "", disabled: busy }),
        isDone ? null : button(!found ? "Create tables" : busy
          ? "Creating" : `Create ${plural(left.length, "table")}`, createAll,
          { kind: "primary", disabled: busy || !found }),
      ];
    },
  }).then((done) => done || created);
}
