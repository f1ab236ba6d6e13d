// Deletes or edits many items: the selected ones, or the whole result. What will happen is shown first, with the count
// and the first items. The keys are collected before the first write, so exactly what was shown is written.
import { m } from "../../m.js";
import { call } from "../../api.js";
import { BatchWriter } from "../../dynamo/batch_writer.js";
import { actionsFault, bulkEditRequest, effects } from "../../dynamo/bulk_edit.js";
import { unitsText } from "../../dynamo/cost.js";
import { freshNode, valueOf } from "../../dynamo/form.js";
import { keyAttributes, keyOf } from "../../dynamo/keys.js";
import { formatPath } from "../../dynamo/paths.js";
import { isOfOneRequest, persist, persistCondition } from "../../dynamo/persist.js";
import { requestOf } from "../../dynamo/request.js";
import { scalarText, shortText } from "../../dynamo/short_text.js";
import { button } from "../../ui/button.js";
import { dialog } from "../../ui/dialog.js";
import { select } from "../../ui/field.js";
import { Job, JobView } from "./job.js";
import { ValueForm } from "./value_form.js";

const kMostKeys = 200_000, kShown = 5, kAtOnce = 8;
const number = (value) => value.toLocaleString("en");
const keyLabel = (table, item) => keyAttributes(table).map(({ name }) => shortText(item[name], 60)).join(" · ");

// The keys of the target, and the first items as the table holds them now.
class Targets {
  constructor(table, target) {
    Object.assign(this, { table, target, keys: target.keys ?? [], shown: [], units: 0, more: false, job: new Job() });
  }
  collect() {
    return this.job.run(async (job) => {
      if (this.target.state) await this.readKeys(job);
      for (const key of this.keys.slice(0, kShown)) {
        const { Item } = await call("GetItem", { TableName: this.table.TableName, Key: key, ConsistentRead: true }, { signal: job.signal });
        if (Item) this.shown.push(Item);
      }
    });
  }
  async readKeys(job) {
    const projection = keyAttributes(this.table).map(({ name }) => formatPath([name])).join(", ");
    const { operation, body } = requestOf({ ...this.target.state, projection, count: false, limit: "" }, this.table);
    let start;
    do {
      const page = await persist(() => call(operation, { ...body, ExclusiveStartKey: start, ReturnConsumedCapacity: "TOTAL" }, { signal: job.signal }), job.signal);
      for (const item of page.Items) this.keys.push(keyOf(this.table, item));
      this.units += page.ConsumedCapacity?.CapacityUnits ?? 0;
      start = page.LastEvaluatedKey;
      job.tick();
    } while (start && this.keys.length < kMostKeys);
    this.more = !!start;
  }
  view() {
    const { job } = this;
    if (job.state === "running") return m(JobView, { job, text: `Finding the items: ${number(this.keys.length)} so far${this.units ? `, ${unitsText(this.units)}` : ""}.` });
    if (job.state !== "done") return m(".notice.error", { role: "alert" }, job.state === "stopped" ? "Stopped: nothing was written." : `${job.fault.code ?? "Error"}: ${job.fault.message}`);
    return m(".stack", [
      m("p", m("strong", `${number(this.keys.length)} item${this.keys.length === 1 ? "" : "s"}`), this.units ? ` (found with ${unitsText(this.units)})` : ""),
      this.more ? m(".notice.warn", `The result has more items than these. One run takes the first ${number(this.keys.length)}; run it again for the next ones.`) : null,
    ]);
  }
}

function bulkDialog({ title, table, target, verb, danger, form, rowsOf, fault, isUntouched, work, done }) {
  const targets = new Targets(table, target), job = new Job(), counts = { written: 0, unchanged: 0 };
  targets.collect();
  dialog({
    title,
    wide: true,
    mayClose: () => { targets.job.stop(); return job.state !== "running"; },
    body: () => {
      if (job.state !== "ready")
        return m(JobView, { job, text: `${number(counts.written)} of ${number(targets.keys.length)} ${verb.past}${counts.unchanged ? `, ${number(counts.unchanged)} needed no change` : ""}.`,
          part: (counts.written + counts.unchanged + job.refusedCount) / Math.max(targets.keys.length, 1) });
      return [
        form?.(),
        targets.view(),
        targets.job.state === "done" && targets.shown.length ? m(".stack", [m("h3", `The first of them${form ? ", before and after" : ""}`), targets.shown.map((item) => m(".preview", rowsOf(item)))]) : null,
        fault?.() ? m(isUntouched() ? "p.muted" : "p.fault", fault()) : null,
      ];
    },
    foot: ({ dismiss }) => [
      job.state === "running" ? button("Stop", () => job.stop()) : targets.job.state === "running" ? button("Stop", () => targets.job.stop()) : null,
      job.state === "running" ? null : button(job.state === "ready" ? "Cancel" : "Close", dismiss),
      job.state === "ready" ? button(`${verb.now} ${number(targets.keys.length)} item${targets.keys.length === 1 ? "" : "s"}`, () => { job.run((one) => work(one, targets.keys, counts)); },
        { kind: danger ? "danger" : "primary", disabled: targets.job.state !== "done" || !targets.keys.length || !!fault?.() }) : null,
    ],
  }).then(() => { targets.job.stop(); if (counts.written) done(); });
}

export function bulkDelete(table, target, what, done) {
  bulkDialog({
    title: `Delete ${what}`, table, target, done, danger: true, verb: { now: "Delete", past: "deleted" },
    rowsOf: (item) => m("code", shortText({ M: item }, 240)),
    work: async (job, keys, counts) => {
      const writer = new BatchWriter({ call, tableName: table.TableName, keyOf: (write) => write.DeleteRequest.Key, signal: job.signal,
        written: (count) => { counts.written += count; job.tick(); }, refused: (key, error) => job.refuse(keyLabel(table, key), `${error.code ?? "Error"}: ${error.message}`) });
      for (const key of keys) await writer.add({ DeleteRequest: { Key: key } }, key);
      await writer.drain();
    },
  });
}

const kKinds = [["set", "Set"], ["remove", "Remove"], ["add", "Add a number to"]];
const actionsOf = (rows, faults) => rows.map(({ kind, name, node }) => ({ kind, name, ...(kind === "remove" ? {} : { value: valueOf(node, faults, [name]) }) }));

// One edit: reads the item, and writes it if what it changes is still as it was read.
async function editOne(table, key, actions, job, counts) {
  try {
    const read = () => persist(() => call("GetItem", { TableName: table.TableName, Key: key, ConsistentRead: true }, { signal: job.signal }), job.signal);
    const { Item } = await read();
    if (!Item) { job.refuse(keyLabel(table, key), "The item is no longer there."); return; }
    const request = bulkEditRequest(table, Item, actions);
    if (!request) { counts.unchanged += 1; return; }
    await persistCondition(() => call("UpdateItem", request, { signal: job.signal }), async () => {
      const { Item: now } = await read();
      return !!now && effects(now, actions).length === 0;
    }, job.signal);
    counts.written += 1;
  } catch (error) {
    if (!isOfOneRequest(error)) throw error;
    job.refuse(keyLabel(table, key), error.unsure ? "An answer was lost, so the item may have been edited here or by another writer: look at it."
      : error.code === "ConditionalCheckFailedException" ? "Another writer changed the item at the same time; it was left as it is." : `${error.code}: ${error.message}`);
  }
  job.tick();
}

export function bulkEdit(table, target, what, done) {
  const rows = [{ kind: "set", name: "", node: freshNode() }];
  const form = () => m(".stack", [
    rows.map((row, index) => m(".row.bulk-row", [
      select(kKinds, row.kind, (kind) => { row.kind = kind; if (kind === "add") row.node.type = "N"; }, { "aria-label": "What to do" }),
      m("input", { "aria-label": "Attribute", placeholder: "attribute", value: row.name, autocomplete: "off", spellcheck: false, oninput: (e) => (row.name = e.target.value) }),
      row.kind === "remove" ? null : m(ValueForm, { node: row.node, label: row.name || "the value", title: row.kind === "set" ? "to" : "" }),
      rows.length > 1 ? button("Remove the change", () => rows.splice(index, 1), { kind: "plain", small: true, iconName: "close", hideText: true }) : null,
    ])),
    m(".row", button("Add a change", () => rows.push({ kind: "set", name: "", node: freshNode() }), { small: true, kind: "plain", iconName: "plus" })),
  ]);
  const fault = () => {
    const faults = [], actions = actionsOf(rows, faults);
    if (actions.some(({ kind, value }) => kind === "add" && !value.N)) return "Only a number can be added.";
    return actionsFault(table, actions) ?? (faults.length ? `${faults[0].path.join(".")}: ${faults[0].text}` : null);
  };
  const change = ({ name, before, after, add }) => m("span", [m("code", name), ": ", before ? m("code", scalarText(before, 80)) : "absent", " → ",
    add !== undefined ? m("code", `${shortText(before, 80)} + ${add}`) : after ? m("code", scalarText(after, 80)) : "removed", ". "]);
  bulkDialog({
    title: `Edit ${what}`, table, target, done, form, fault, isUntouched: () => rows.every(({ name }) => name === ""), verb: { now: "Edit", past: "edited" },
    rowsOf: (item) => {
      const found = fault() ? [] : effects(item, actionsOf(rows, []));
      return [m("strong", keyLabel(table, item)), " ", found.length ? found.map(change) : m("span.muted", "no change")];
    },
    work: async (job, keys, counts) => {
      const actions = actionsOf(rows, []);
      let next = 0;
      const worker = async () => { while (next < keys.length) { job.signal.throwIfAborted(); await editOne(table, keys[next++], actions, job, counts); } };
      await Promise.all(Array.from({ length: kAtOnce }, worker));
    },
  });
}
