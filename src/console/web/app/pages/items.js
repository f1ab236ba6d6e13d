// The items of a table or an index: a query or a scan, its pages in a grid, and the actions on them.
import { call } from "../api.js";
import { plural } from "../base/text.js";
import { itemsAddress, stateOfAddress, stateText } from "../dynamo/query/address.js";
import { keyText, sourceOf } from "../dynamo/tables/keys.js";
import { shortText } from "../dynamo/values/short_text.js";
import { m } from "../m.js";
import { session } from "../session.js";
import { Grid } from "../ui/grid.js";
import { addCommands } from "../ui/palette.js";
import { Builder } from "./items/builder.js";
import { newItem, openItem } from "./items/drawer.js";
import { ItemsState } from "./items/items_state.js";
import { pastBanner } from "./items/past_banner.js";
import { ResultBar } from "./items/result_bar.js";
import { openSaved } from "./items/saved.js";

// Why a result has no items.
function emptyText({ scanned, past, request: { operation, body } }) {
  const where = body.IndexName ? `The index ${body.IndexName}` : "The table";
  if (past && body.FilterExpression) return "No item of that moment matches.";
  if (past) return operation === "Scan" ? `${where} was empty then.` : `${where} had no item with this key then.`;
  if (scanned) return `${plural(scanned, "item")} ${scanned === 1 ? "was" : "were"} read, and none matches the filter.`;
  return operation === "Scan" ? `${where} is empty.` : `${where} has no item with this key.`;
}

// The partition key's attributes, if all rows have the same.
function sharedNames({ table, state }) {
  const { kind, partition } = sourceOf(table, state.index);
  return state.mode === "query" && kind !== "global" ? partition.map(({ name }) => name) : [];
}

// After a run by the keyboard the result takes the focus as soon as its first rows are there, unless the focus moved
// before.
class FocusOfResult {
  #before = null; // the element that had the focus at the run

  run(byKeyboard) { this.#before = byKeyboard ? document.activeElement : null; }
  drawn({ rows }, dom) {
    if (!this.#before || (!rows.length && !rows.complete && !rows.stopped && !rows.fault)) return;
    const stays = rows.fault || (document.activeElement !== this.#before && document.activeElement !== document.body);
    this.#before = null;
    if (!stays) (dom.querySelector('.grid-body [tabindex="0"]') ?? dom.querySelector(".result-status"))?.focus();
  }
}

// A value of an attribute in the rows that are shown.
function example({ result }, name) {
  for (const [, item] of result?.rows.loaded() ?? []) if (item?.[name]) return shortText(item[name], 40);
  return "";
}

function grid({ table, result }, again) {
  const { rows, columns, selection } = result;
  return m(Grid, {
    label: `Items of ${table.TableName}`, rows, columns: columns.shown(), selection,
    height: "max(320px, calc(100vh - 240px))",
    onopen: (item, index) => openItem(table, item, { moment: result.past?.moment, done: again, changed: (now) => {
      rows.replace(index, now);
      selection.replace(item, now);
      result.written = now && keyText(table, now);
    } }),
    shared: sharedNames(result), isMarked: (item) => keyText(table, item) === result.written,
    onwidth: (column, width) => columns.widths.set(column.id, width),
    onunfold: (column) => columns.unfold(column.id, [...rows.loaded()].map(([, item]) => item)),
  });
}

/** @param {ItemsState} state */
function resultView(state, again) {
  const { result } = state;
  if (!result) return m(".empty", "Choose what to read, and run it.");
  const isEmpty = result.rows.complete && !result.rows.length && result.request.body.Select !== "COUNT";
  return [
    pastBanner(result),
    m(ResultBar, { result, isOld: stateText(state.query) !== stateText(result.state), onrun: again }),
    grid(state, again),
    isEmpty ? m("p.empty", emptyText(result)) : null,
  ];
}

/** @param {ItemsState} state */
const commands = (state, { run, again }) => addCommands(() => [
  { text: "Run the query", kind: "Items", run: () => run() },
  ...(session.server.ReadOnly || state.result?.past ? []
    : [{ text: "New item", kind: "Items", run: () => newItem(state.table, { done: again }) }]),
]);

// The runs of a tab, each with its address, and the focus that follows them.
class Runs {
  #isLeft = false; // work that was begun here may end while another page is shown

  constructor(state, reload) {
    this.state = state;
    this.reload_ = reload;
    this.focus = new FocusOfResult();
    state.open(stateOfAddress(location.hash));
  }

  run = ({ byKeyboard = false } = {}) => {
    if (this.#isLeft) return;
    this.focus.run(false);
    if (!this.state.run()) return;
    this.focus.run(byKeyboard);
    this.#push();
  };
  // After writes: the same once more, and the sizes that estimates are made of.
  again = (made) => {
    this.run();
    if (made) this.state.result.written = keyText(this.state.table, made);
    this.reload_?.();
  };
  open = (saved) => {
    if (!this.#isLeft && this.state.open(saved)) this.#push();
    m.redraw();
  };
  onpopstate = () => {
    const { table, result, query } = this.state, wanted = this.state.fit(stateOfAddress(location.hash));
    const isHere = location.hash.split("?")[0] === itemsAddress(table.TableName).split("?")[0];
    if (!isHere || stateText(wanted) === stateText(result?.state ?? query)) return;
    this.focus.run(false);
    this.state.open(wanted);
    m.redraw();
  };
  onkeydown = (event) => {
    const isRun = event.key === "Enter" && (event.ctrlKey || event.metaKey);
    event.redraw = isRun;
    if (!isRun) return;
    event.preventDefault();
    this.run({ byKeyboard: event.target.closest("form.builder") !== null });
  };
  leave() {
    this.#isLeft = true;
    this.state.stop();
  }

  // Puts the query that was run into the address.
  #push() {
    const { table, query } = this.state, address = itemsAddress(table.TableName, query);
    if (location.hash !== address && stateText(query) !== stateText(stateOfAddress(location.hash)))
      history.pushState(null, "", address);
  }
}

export const ItemsTab = ({ attrs: first }) => {
  const state = new ItemsState(first.table, { call, server: session.server, redraw: m.redraw });
  const runs = new Runs(state, first.reload);
  state.readRecovery();
  const removeCommands = commands(state, runs);
  addEventListener("popstate", runs.onpopstate);
  return {
    onremove: () => {
      runs.leave();
      removeEventListener("popstate", runs.onpopstate);
      removeCommands();
    },
    view: ({ attrs: { table } }) => {
      state.table = table;
      const { query } = state;
      return m(".items", { onkeydown: runs.onkeydown,
        onupdate: ({ dom }) => state.result && runs.focus.drawn(state.result, dom) }, [
        m(Builder, { table, state: query, request: state.request, window: state.window, tried: state.tried,
          example: (name) => example(state, name),
          onrun: runs.run, onsaved: () => openSaved(table.TableName, query, runs.open),
          onreset: () => { state.query = state.fit(stateOfAddress("")); } }),
        resultView(state, runs.again),
      ]);
    },
  };
};
