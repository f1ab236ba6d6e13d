// The state of the tab of items: the query of the builder, and the result of its last run.
import { PageWindow } from "../../base/page_window.js";
import { pastWindow, recoveryOf } from "../../dynamo/backups/moments.js";
import { Columns } from "../../dynamo/items/columns.js";
import { PastAnswer } from "../../dynamo/past/past_answer.js";
import { fitState, freshState, isBlankQuery, requestOf } from "../../dynamo/query/request.js";
import { indexKeyNames, keyAttributes, sourceOf } from "../../dynamo/tables/keys.js";
import { Selection } from "./selection.js";

const kPageItems = 200, kFilteredItems = 1000;
// The bounds of a result of a moment, whose pages all stay, because later they would not be read the same.
const kMostPastRows = 50_000, kMostPastBytes = 64 * 1024 * 1024;

function columnsOf(table, index) {
  const keys = keyAttributes(table).map(({ name }) => name), { partition, sort } = sourceOf(table, index);
  const next = [...partition, ...sort].map(({ name }) => name).filter((name) => !keys.includes(name));
  return new Columns(keys, { next, last: indexKeyNames(table) });
}

// The result of a run of the builder so far.
function freshResult(table, state, request, { call, redraw }) {
  const result = { table, state: structuredClone(state), request, units: 0, count: 0, scanned: 0, milliseconds: 0,
    selection: null, rows: null, written: null, // `written`: the key text of the item that the user wrote last
    past: null, // the PastAnswer if the result is that of a moment, which only shows
    columns: columnsOf(table, state.index) };
  const { operation, body } = request;
  // The changes since a moment are listed for each page, which reads the history of a day, so pages of then are large.
  const limit = body.Limit ?? (body.Select === "COUNT" ? undefined : body.FilterExpression || request.asOf
    ? kFilteredItems : kPageItems);
  const readNow = async (start, { signal }) => {
    const answer = await call(operation,
      { ...body, Limit: limit, ExclusiveStartKey: start ?? undefined, ReturnConsumedCapacity: "TOTAL" }, { signal });
    return { items: answer.Items ?? [], next: answer.LastEvaluatedKey, count: answer.Count ?? 0,
      scanned: answer.ScannedCount ?? answer.Count ?? 0, units: answer.ConsumedCapacity?.CapacityUnits ?? 0 };
  };
  if (request.asOf)
    result.past = new PastAnswer(table, result.state, { call, redraw, ...(body.Select === "COUNT" ? {}
      : { mostRows: kMostPastRows, mostBytes: kMostPastBytes }) });
  result.rows = new PageWindow({
    read: async (start, { signal }) => {
      const began = performance.now();
      const answer = await (result.past ? result.past.read(start, { signal, limit }) : readNow(start, { signal }));
      result.milliseconds = performance.now() - began;
      result.units += answer.units;
      return answer;
    },
    ...(result.past ? { mostPages: Infinity, mostItems: Infinity } : {}),
    seen: ({ items, count, scanned }, isNew) => {
      if (!isNew) return;
      result.count += count;
      result.scanned += scanned;
      result.columns.see(items);
    },
    changed: redraw,
  });
  result.selection = new Selection(table, result.rows);
  return result;
}

export class ItemsState {
  // `call` sends a request; `server` has the facts that the console knows of its server.
  constructor(table, { call, server, redraw }) {
    this.table = table;
    this.world_ = { call, redraw };
    this.server_ = server;
    this.query = this.fit(freshState());
    this.result = null;
    this.tried = false; // a run was asked for, and the query has faults
    this.recovery_ = null; // {isOn, earliest, latest} of the table, and `at`, when that was read
  }

  fit(query) { return fitState(query, this.table); }
  stop() { this.result?.rows.stop(); }

  // Asks whether the table has a past to look at. Others than Partita cannot show it.
  async readRecovery() {
    if (this.server_.Amazon) return;
    const answer = await this.world_.call("DescribeContinuousBackups", { TableName: this.table.TableName })
      .catch(() => null); // the endpoint may have no backups, or they are not for this user
    this.recovery_ = answer && { ...recoveryOf(answer), at: performance.now() };
    this.world_.redraw();
  }
  // The window of moments that the table can be shown at, or null.
  get window() {
    const recovery = this.recovery_;
    return recovery?.isOn ? pastWindow(recovery, (performance.now() - recovery.at) / 1000, Date.now() / 1000) : null;
  }
  // The request of the builder. The server judges a moment of a table whose window is not known.
  get request() { return requestOf(this.query, this.table, this.window ?? undefined); }

  // Returns whether the query is without faults, and runs.
  run() {
    const { request } = this;
    this.tried = true;
    if (request.faults.size || request.ruleFaults.size) return false;
    this.stop();
    this.result = freshResult(this.table, this.query, request, this.world_);
    this.tried = false;
    return true;
  }
  // Runs a query that an address or a saved one has, as far as it is complete. A first page of a Scan costs little and
  // shows the table. Amazon charges for it, so there a Scan waits for the user.
  open(query) {
    this.query = this.fit(query);
    if (isBlankQuery(this.query)) {
      this.stop();
      this.result = null;
      this.tried = false;
      return false;
    }
    return (this.query.mode === "query" || !this.server_.Amazon) && this.run();
  }
}
