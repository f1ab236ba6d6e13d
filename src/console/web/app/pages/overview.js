// The overview of a table: the facts about it, and buttons for those that can be changed.
import { call } from "../api.js";
import { bytesText, countText, timeText } from "../base/text.js";
import { go } from "../go.js";
import { m } from "../m.js";
import { session } from "../session.js";
import { button } from "../ui/button.js";
import { confirm } from "../ui/dialog.js";
import { report, toast } from "../ui/toast.js";
import { changeCapacity, changeStream, changeTtl } from "./overview/changes.js";
import { addIndex } from "./overview/add_index.js";
import { deleteTable } from "./tables/delete.js";
import { isOnDemand, keyText, projectionText, throughputText } from "./tables/describe.js";
import { ttlOf } from "./tables/ttl.js";
import { whenActive } from "./tables/when_active.js";

const fact = (name, value, change) => [m("dt", name), m("dd", value, change)];
const smallButton = (text, run) =>
  (session.server.ReadOnly ? null : button(text, run, { small: true, kind: "plain" }));

// It is empty for a server without tags, or for a user who may not see them.
const tagsOf = (arn) => (!arn ? [] : call("ListTagsOfResource", { ResourceArn: arn })
  .then((answer) => answer.Tags ?? [], () => []));

// Facts that can be changed. `update(request, done)` changes the table, and `readRest()` reads facts that its
// description lacks.
function changeableFacts(table, ttl, update, readRest) {
  const isProtected = !!table.DeletionProtectionEnabled;
  const stream = table.StreamSpecification?.StreamEnabled ? table.StreamSpecification.StreamViewType : "";
  return [
    fact("Capacity", throughputText(table), smallButton("Change", () => changeCapacity(table)
      .then((request) => request && update(request, "The capacity is being changed.")))),
    fact("Time to live", ttl === null ? "…" : ttl ? m("code", ttl) : "off", ttl === null ? null
      : smallButton("Change", () => changeTtl(table, ttl).then((done) => done && readRest()))),
    fact("Stream", stream ? stream.toLowerCase().replaceAll("_", " ") : "off",
      smallButton("Change", () => changeStream(stream)
        .then((request) => request && update(request, "The stream is being changed.")))),
    fact("Deletion protection", isProtected ? "on" : "off", smallButton(isProtected ? "Turn off" : "Turn on",
      () => update({ DeletionProtectionEnabled: !isProtected }, `The protection is ${isProtected ? "off" : "on"}.`))),
  ];
}

function factsPanel(table, { ttl, tags }, reload, update, readRest) {
  return m("section.panel", { "aria-labelledby": "facts" }, [
    m(".panel-head", m("h2", { id: "facts" }, "Table"), m("span.fill"),
      button("Refresh", reload, { iconName: "refresh", small: true, kind: "plain", hideText: true })),
    m("dl.facts", [
      fact("Key", m("code", keyText(table.KeySchema, table.AttributeDefinitions))),
      fact("Items", countText(table.ItemCount)),
      fact("Size", bytesText(table.TableSizeBytes)),
      fact("Created", table.CreationDateTime ? timeText(table.CreationDateTime) : "unknown"),
      changeableFacts(table, ttl, update, readRest),
      fact("Class", table.TableClassSummary?.TableClass === "STANDARD_INFREQUENT_ACCESS"
        ? "standard, infrequent access" : "standard"),
      tags?.length ? fact("Tags", tags.map((tag) => m("span.badge", `${tag.Key}: ${tag.Value}`))) : null,
      table.TableArn ? fact("ARN", m("code.break", table.TableArn)) : null,
    ]),
  ]);
}

function indexPanel(table, update) {
  const mayWrite = !session.server.ReadOnly;
  const add = () => addIndex(table).then((request) => request && update(request, "The index is being created."));
  const drop = (index) => dropIndex(index).then((yes) => yes &&
    update({ GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: index.IndexName } }] },
      `${index.IndexName} is being deleted.`));
  return m("section.panel", { "aria-labelledby": "indexes" }, [
    m(".panel-head", m("h2", { id: "indexes" }, "Indexes"), m("span.fill"),
      mayWrite ? button("Add a global index", add, { small: true, iconName: "plus" }) : null),
    indexTable(table, mayWrite, drop),
  ]);
}

function deletePanel(table) {
  return m("section.panel", m(".row", [
    m("div", m("h2", "Delete the table"), m("p.muted",
      "Its items and indexes are deleted with it. This cannot be undone.")),
    m("span.fill"),
    button("Delete the table", () => deleteTable(table.TableName).then((done) => done && go("/tables")),
      { kind: "danger", iconName: "trash", disabled: !!table.DeletionProtectionEnabled }),
  ]));
}

// Sends an UpdateTable request, waits for it, and shows the table as it is then.
async function updateTable(name, reload, request, done) {
  try {
    await call("UpdateTable", { TableName: name, ...request });
    toast(done);
    await reload();
    await whenActive(name);
  } catch (error) {
    report(error);
  }
  await reload();
}

export const OverviewTab = ({ attrs: { table: first } }) => {
  const rest = { ttl: null, tags: null };
  const readRest = async ({ TableName, TableArn }) => {
    rest.ttl = await ttlOf(TableName);
    rest.tags = await tagsOf(TableArn);
    m.redraw();
  };
  readRest(first);
  return {
    view: ({ attrs: { table, reload } }) => {
      const update = (request, done) => updateTable(table.TableName, reload, request, done);
      return [
        factsPanel(table, rest, reload, update, () => readRest(table)),
        indexPanel(table, update),
        m("details.panel", m("summary", "The description as JSON"), m("pre", JSON.stringify(table, null, 2))),
        session.server.ReadOnly ? null : deletePanel(table),
      ];
    },
  };
};

const dropIndex = (index) => confirm({ title: `Delete the index ${index.IndexName}`,
  text: "Queries of this index fail from now on. The table's items stay as they are.", yes: "Delete the index",
  danger: true, typed: index.IndexName });

function indexTable(table, write, drop) {
  const rows = [
    ...(table.GlobalSecondaryIndexes ?? []).map((index) => [index, "global"]),
    ...(table.LocalSecondaryIndexes ?? []).map((index) => [index, "local"]),
    ...(table.VectorIndexes ?? []).map((index) => [index, "vector"]),
  ];
  if (!rows.length) return m("p.muted", "The table has no index.");
  return m(".scroll", m("table", [
    m("thead", m("tr", ["Index", "Kind", "Status", "Key", "Projection", "Items", "Size", "Throughput"]
      .map((text) => m("th", { scope: "col" }, text)),
      m("th", m("span.visually-hidden", "Actions")))),
    m("tbody", rows.map(([index, kind]) => m("tr", [
      m("td.mono", index.IndexName), m("td", kind),
      m("td", index.Backfilling ? "filling" : (index.IndexStatus ?? "–").toLowerCase()),
      m("td.mono", index.KeySchema ? keyText(index.KeySchema, table.AttributeDefinitions)
        : `${index.VectorAttribute?.AttributeName ?? ""} × ${index.Dimensions ?? "?"}`),
      m("td", projectionText(index.Projection)), m("td.number", countText(index.ItemCount)),
      m("td.number", bytesText(index.IndexSizeBytes)),
      m("td", kind !== "global" ? "the table's" : isOnDemand(table)
        ? "on demand" : throughputText({ ...index, BillingModeSummary: null })),
      m("td", write && kind === "global" ? button(`Delete ${index.IndexName}`, () => drop(index),
        { kind: "plain", small: true, iconName: "trash", hideText: true }) : null),
    ]))),
  ]));
}
