// The items of a table or an index: a query or a scan, its pages in a grid, and what can be done with them.
import { m } from "../m.js";
import { call } from "../api.js";
import { itemsAddress, stateOfAddress, stateText } from "../dynamo/query/address.js";
import { Columns } from "../dynamo/items/columns.js";
import { indexKeyNames, keyAttributes, keyText, sourceOf } from "../dynamo/tables/keys.js";
import { PageWindow } from "../base/page_window.js";
import { fitState, isBlankQuery, requestOf } from "../dynamo/query/request.js";
import { shortText } from "../dynamo/values/short_text.js";
import { plural } from "../base/text.js";
import { session } from "../session.js";
import { Grid } from "../ui/grid.js";
import { addCommands } from "../ui/palette.js";
import { Builder } from "./items/builder.js";
import { openItem, newItem } from "./items/drawer.js";
import { ResultBar } from "./items/result_bar.js";
import { openSaved } from "./items/saved.js";
import { Selection } from "./items/selection.js";

const kPageItems = 200, kFilteredItems = 1000;

function columnsOf(table, index) {
  const keys = keyAttributes(table).map(({ name }) => name), { partition, sort } = sourceOf(table, index);
  const next = [...partition, ...sort].map(({ name }) => name).filter((name) => !keys.includes(name));
  return new Columns(keys, { next, last: indexKeyNames(table) });
}

// Why a result has no items.
function emptyText({ scanned, request: { operation, body } }) {
  const where = body.IndexName ? `The index ${body.IndexName}` : "The table";
  if (scanned) return `${plural(scanned, "item")} ${scanned === 1 ? "was" : "were"} read, and none matches the filter.`;
  return operation === "Scan" ? `${where} is empty.` : `${where} has no item with this key.`;
}

// The partition key's attributes, if all rows have the same.
function sharedNames({ table, state }) {
  const { kind, partition } = sourceOf(table, state.index);
  return state.mode === "query" && kind !== "global" ? partition.map(({ name }) => name) : [];
}

// What a run of the builder gave so far.
function freshResult(table, state, request) {
  const result = { table, state: structuredClone(state), request, units: 0, count: 0, scanned: 0, milliseconds: 0,
    selection: null, rows: null, written: null, // `written`: the key text of the item that the user wrote last
    columns: columnsOf(table, state.index) };
  const { operation, body } = request;
  const limit = body.Limit ?? (body.Select === "COUNT" ? undefined : body.FilterExpression
    ? kFilteredItems : kPageItems);
  result.rows = new PageWindow({
    read: async (start, { signal }) => {
      const began = performance.now();
      const answer = await call(operation,
        { ...body, Limit: limit, ExclusiveStartKey: start ?? undefined, ReturnConsumedCapacity: "TOTAL" }, { signal });
      result.milliseconds = performance.now() - began;
      result.units += answer.ConsumedCapacity?.CapacityUnits ?? 0;
      return { items: answer.Items ?? [], next: answer.LastEvaluatedKey, count: answer.Count ?? 0,
        scanned: answer.ScannedCount ?? answer.Count ?? 0 };
    },
    seen: ({ items, count, scanned }, isNew) => {
      if (!isNew) return;
      result.count += count;
      result.scanned += scanned;
      result.columns.see(items);
    },
    changed: m.redraw,
  });
  result.selection = new Selection(table, result.rows);
  return result;
}

export const ItemsTab = ({ attrs: first }) => {
  let state = fitState(stateOfAddress(location.hash), first.table), table = first.table, result = null, tried = false;

  let isLeft = false; // work that was begun here may end while another page is shown

  // After a run by the keyboard, what had the focus then: the result takes it as soon as its first rows are there.
  let focusBefore = null;

  function run({ push = true, byKeyboard = false } = {}) {
    if (isLeft) return;
    focusBefore = null;
    const request = requestOf(state, table);
    tried = true;
    if (request.faults.size || request.ruleFaults.size) return;
    result?.rows.stop();
    result = freshResult(table, state, request);
    tried = false;
    if (byKeyboard) focusBefore = document.activeElement;
    const address = itemsAddress(table.TableName, state);
    if (push && location.hash !== address && stateText(state) !== stateText(stateOfAddress(location.hash)))
      history.pushState(null, "", address);
  }
  // Runs a query that an address or a saved one has, as far as it is complete. A first page of a Scan costs little and
  // shows the table. Amazon charges for it, so there a Scan waits for the user.
  function begin(options) {
    if (isBlankQuery(state)) {
      result?.rows.stop();
      result = null;
      tried = false;
    } else if (state.mode === "query" || !session.server.Amazon) {
      run(options);
    }
  }
  const open = (saved) => {
    state = fitState(saved, table);
    begin();
    m.redraw();
  };
  // After writes: the same once more, and the sizes that estimates are made of.
  const again = (made) => {
    run();
    if (made) result.written = keyText(table, made);
    first.reload?.();
  };
  begin({ push: false });

  function onpopstate() {
    const shown = fitState(stateOfAddress(location.hash), table);
    const isHere = location.hash.split("?")[0] === itemsAddress(table.TableName).split("?")[0];
    if (!isHere || stateText(shown) === stateText(result?.state ?? state)) return;
    state = shown;
    begin({ push: false });
    m.redraw();
  }
  addEventListener("popstate", onpopstate);
  const removeCommands = addCommands(() => [
    { text: "Run the query", kind: "Items", run },
    ...(session.server.ReadOnly ? []
      : [{ text: "New item", kind: "Items", run: () => newItem(table, { done: again }) }]),
  ]);

  // A value of an attribute in the rows that are shown.
  function example(name) {
    for (const [, item] of result?.rows.loaded() ?? []) if (item?.[name]) return shortText(item[name], 40);
    return "";
  }

  function onkeydown(event) {
    const isRun = event.key === "Enter" && (event.ctrlKey || event.metaKey);
    event.redraw = isRun;
    if (!isRun) return;
    event.preventDefault();
    run({ byKeyboard: event.target.closest("form.builder") !== null });
  }
  function takeFocus({ dom }) {
    const { rows } = result ?? {};
    if (!focusBefore || (!rows.length && !rows.complete && !rows.stopped && !rows.fault)) return;
    const stays = rows.fault || (document.activeElement !== focusBefore && document.activeElement !== document.body);
    focusBefore = null;
    if (!stays) (dom.querySelector('.grid-body [tabindex="0"]') ?? dom.querySelector(".result-status"))?.focus();
  }

  return {
    onremove: () => {
      isLeft = true;
      removeEventListener("popstate", onpopstate);
      removeCommands();
      result?.rows.stop();
    },
    view: ({ attrs }) => {
      table = attrs.table;
      const shown = result;
      return m(".items", { onkeydown, onupdate: takeFocus }, [
        m(Builder, { table, state, tried, example, onrun: run, onsaved: () => openSaved(table.TableName, state, open),
          onreset: () => { state = fitState(stateOfAddress(""), table); } }),
        result ? [
          m(ResultBar, { result, isOld: stateText(state) !== stateText(result.state), onrun: again }),
          m(Grid, {
            label: `Items of ${table.TableName}`, rows: result.rows, columns: result.columns.shown(),
            selection: result.selection, height: "max(320px, calc(100vh - 240px))",
            onopen: (item, index) => openItem(table, item, {
              changed: (now) => {
                shown.rows.replace(index, now);
                shown.selection.replace(item, now);
                shown.written = now && keyText(table, now);
              },
              done: again }),
            shared: sharedNames(result), isMarked: (item) => keyText(table, item) === shown.written,
            onwidth: (column, width) => result.columns.widths.set(column.id, width),
            onunfold: (column) => result.columns.unfold(column.id, [...result.rows.loaded()].map(([, item]) => item)),
          }),
          result.rows.complete && !result.rows.length && result.request.body.Select !== "COUNT"
            ? m("p.empty", emptyText(result)) : null,
        ] : m(".empty", "Choose what to read, and run it."),
      ]);
    },
  };
};
