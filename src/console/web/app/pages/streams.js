// The tab "Stream" of a table: a live tail of its changes, or the way to begin a stream.
import { call } from "../api.js";
import { plural } from "../base/text.js";
import { viewOf } from "../dynamo/tables/key_schema.js";
import { m } from "../m.js";
import { button } from "../ui/button.js";
import { fault as faultView } from "../ui/fault.js";
import { Field, checkbox, select } from "../ui/field.js";
import { Change } from "./streams/change.js";
import { EnableStream } from "./streams/enable.js";
import { StreamState } from "./streams/state.js";

const kUnknown = ["UnknownOperationException", "NotImplemented"];
const kEvents = [["", "All"], ["INSERT", "Insert"], ["MODIFY", "Modify"], ["REMOVE", "Remove"]];
const kPlaces = [["LATEST", "now on"], ["TRIM_HORIZON", "the oldest change (24 hours)"]];

function statusText(tail) {
  if (!tail) return "Not started.";
  const read =
    `${plural(tail.seen, "change")} read${tail.dropped ? `, the oldest ${tail.dropped} no longer kept` : ""}`;
  if (tail.state === "failed") return `Stopped by an error; ${read}.`;
  if (tail.state === "ended") return `The stream has ended; ${read}.`;
  if (tail.state === "paused") return `Paused; ${read}.`;
  return `Following ${plural(tail.shardCount, "shard")}; ${read}.`;
}

/** @param {StreamState} state */
function turnButton(state) {
  const { tail } = state;
  if (tail === null || tail.state === "ended")
    return button("Start", () => state.start(), { kind: "primary", iconName: "play" });
  if (tail.state === "reading") return button("Pause", () => tail.stop(), { iconName: "pause" });
  return button(tail.state === "failed" ? "Try again" : "Resume", () => { tail.run(); },
    { kind: "primary", iconName: "play" });
}

/** @param {StreamState} state */
function bar(state) {
  const { streams, tail, filter } = state;
  return m(".row.tail-bar", [
    streams.length > 1
      ? m(Field, { label: "Stream", control: (a) =>
        select(streams.map((one) => [one.StreamArn, one.StreamLabel]), state.arn,
          (arn) => state.choose({ arn }), a) }) : null,
    m(Field, { label: "From", control: (a) => select(kPlaces, state.from, (from) => state.choose({ from }), a) }),
    turnButton(state),
    m(Field, { label: "Event", control: (a) =>
      select(kEvents, filter.event, (event) => state.setFilter({ event }), a) }),
    m(Field, { label: "Key has the text",
      control: (a) => m("input", { ...a, type: "search", value: filter.keyText,
        oninput: (e) => state.setFilter({ keyText: e.target.value }) }) }),
    checkbox("Unchanged attributes", state.showsSame, (value) => (state.showsSame = value)),
    tail?.records.length ? button("Clear", () => state.clear(), { kind: "plain" }) : null,
  ]);
}

/** @param {StreamState} state */
function panel(state, viewType) {
  const { tail } = state;
  return m(".panel", [
    bar(state),
    m(".row", { style: { marginTop: "8px" } }, [
      m("span.muted", { role: "status" }, statusText(tail)),
      viewType ? m("span.badge", viewType) : null,
    ]),
    faultView(tail?.fault),
    tail?.notices.map((text) => m(".notice.warn", text)),
  ]);
}

function emptyText({ records, state }) {
  if (records.length > 0) return "No change passes the filters.";
  return state === "reading" ? "Waiting for changes. Write to the table, and the change appears here."
    : "No change was read.";
}

// `list` has the element with the changes while there is one.
/** @param {StreamState} state */
function changes(state, list, table, viewType) {
  const { shown, wanted, waiting, older } = state.changes, { showsSame } = state;
  const base = viewOf(table, ""), keyNames = [...base.partition, ...base.sort];
  return [
    waiting > 0 ? m(".row.tail-newer",
      button(`Show ${plural(waiting, "newer change")}`,
        () => { state.showNewer(); list.dom?.scrollIntoView?.({ block: "start" }); },
        { small: true, kind: "primary" })) : null,
    m(".tail", {
      oncreate: ({ dom }) => { list.dom = dom; }, onremove: () => { list.dom = null; },
      role: "feed", "aria-label": "Changes, newest first", "aria-busy": "false",
    }, shown.slice(0, state.limit).map((one, at) =>
      m(Change, { key: one.number, one, viewType, showsSame, at, count: shown.length, keyNames }))),
    older > 0 ? m(".row", { style: { marginTop: "8px" } },
      button(`Show ${older} older changes`, () => state.showOlder())) : null,
    wanted > 0 ? null : m("p.empty", emptyText(state.tail)),
  ];
}

function noStreams() {
  return m(".panel.stack", [
    m("h2", "This endpoint has no streams"),
    m("p.muted",
      "It does not know the operations of DynamoDB Streams, so the changes of its tables cannot be followed."),
  ]);
}

/** @param {StreamState} state */
function follow(state, list, table) {
  if (state.streams === null) return m("p.loading", "Looking for streams");
  if (state.arn === null) return null;
  const viewType = state.tail?.viewType ??
    (state.arn === table.LatestStreamArn ? table.StreamSpecification?.StreamViewType : null);
  return [panel(state, viewType), state.tail ? changes(state, list, table, viewType)
    : m("p.empty", "Start shows each change of the table with its old and new image, side by side.")];
}

export const StreamsTab = ({ attrs }) => {
  const list = { dom: null };
  const isReadingOn = () => list.dom !== null &&
    (list.dom.contains(document.activeElement) || list.dom.getBoundingClientRect().top < -40);
  const state = new StreamState(attrs.table, { call, isReadingOn, redraw: m.redraw });
  state.find();
  return {
    onremove: () => state.tail?.stop(),
    view: ({ attrs: { table, reload } }) => {
      if (kUnknown.includes(state.fault?.code)) return noStreams();
      const isOn = !!table.StreamSpecification?.StreamEnabled;
      if (isOn) state.arn ??= table.LatestStreamArn ?? null;
      return [
        isOn ? null : m(EnableStream, { table, reload: async () => { await reload(); await state.findAgain(); } }),
        faultView(state.fault, { again: () => state.find() }),
        follow(state, list, table),
      ];
    },
  };
};
