// The items of a table or an index: a query or a scan, its pages in a grid, and what can be done with them.
import { m } from "../m.js";
import { call } from "../api.js";
import { itemsAddress, stateOfAddress, stateText } from "../dynamo/address.js";
import { Columns } from "../dynamo/columns.js";
import { keyAttributes } from "../dynamo/keys.js";
import { PageWindow } from "../dynamo/page_window.js";
import { fitState, requestOf } from "../dynamo/request.js";
import { session } from "../session.js";
import { Grid } from "../ui/grid.js";
import { addCommands } from "../ui/palette.js";
import { Builder } from "./items/builder.js";
import { openItem, newItem } from "./items/drawer.js";
import { ResultBar } from "./items/result_bar.js";
import { openSaved } from "./items/saved.js";
import { Selection } from "./items/selection.js";

const kPageItems = 200, kFilteredItems = 1000;

// What a run of the builder gave so far.
function freshResult(table, state, request) {
  const result = { table, state: structuredClone(state), request, units: 0, count: 0, scanned: 0, milliseconds: 0,
    selection: null, rows: null,
    columns: new Columns(keyAttributes(table).map(({ name }) => name)) };
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

  function run({ push = true } = {}) {
    if (isLeft) return;
    const request = requestOf(state, table);
    tried = true;
    if (request.faults.size || request.ruleFaults.size) return;
    result?.rows.stop();
    result = freshResult(table, state, request);
    tried = false;
    const address = itemsAddress(table.TableName, state);
    if (push && location.hash !== address && stateText(state) !== stateText(stateOfAddress(location.hash)))
      history.pushState(null, "", address);
  }
  const open = (saved) => {
    state = fitState(saved, table);
    if (state.mode === "query" || !session.server.Amazon) run();
    m.redraw();
  };
  // After writes: the same once more, and the sizes that estimates are made of.
  const again = () => { run(); first.reload?.(); };
  // A first page costs little and shows the table. Amazon charges for it, so there a Scan waits for the user.
  if (state.mode === "query" || !session.server.Amazon) run({ push: false });

  function onpopstate() {
    const shown = fitState(stateOfAddress(location.hash), table);
    const isHere = location.hash.split("?")[0] === itemsAddress(table.TableName).split("?")[0];
    if (!isHere || stateText(shown) === stateText(result?.state ?? state)) return;
    state = shown;
    if (state.mode === "query" || !session.server.Amazon) run({ push: false });
    m.redraw();
  }
  addEventListener("popstate", onpopstate);
  const removeCommands = addCommands(() => [
    { text: "Run the query", kind: "Items", run },
    ...(session.server.ReadOnly ? []
      : [{ text: "New item", kind: "Items", run: () => newItem(table, { done: again }) }]),
  ]);

  function onkeydown(event) {
    const isRun = event.key === "Enter" && (event.ctrlKey || event.metaKey);
    event.redraw = isRun;
    if (!isRun) return;
    event.preventDefault();
    run();
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
      return m(".items", { onkeydown }, [
        m(Builder, { table, state, tried, onrun: run, onsaved: () => openSaved(table.TableName, state, open),
          onreset: () => { state = fitState(stateOfAddress(""), table); } }),
        result ? [
          m(ResultBar, { result, isOld: stateText(state) !== stateText(result.state), onrun: again }),
          m(Grid, {
            label: `Items of ${table.TableName}`, rows: result.rows, columns: result.columns.shown(),
            selection: result.selection, height: "max(320px, calc(100vh - 240px))",
            onopen: (item, index) => openItem(table, item, {
              changed: (now) => { shown.rows.replace(index, now); shown.selection.replace(item, now); }, done: again }),
            onwidth: (column, width) => result.columns.widths.set(column.id, width),
            onunfold: (column) => result.columns.unfold(column.id, [...result.rows.loaded()].map(([, item]) => item)),
          }),
          result.rows.complete && !result.rows.length && result.request.body.Select !== "COUNT"
            ? m("p.empty", "No items: nothing in what was read matches.") : null,
        ] : m(".empty", "Choose what to read, and run it."),
      ]);
    },
  };
};
