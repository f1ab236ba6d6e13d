// The tab "Stream" of a table: a live tail of its changes, or the way to begin a stream.
import { call } from "../api.js";
import { viewOf } from "../dynamo/tables/key_schema.js";
import { passes } from "../dynamo/streams/shard_plan.js";
import { StreamTail, sleep } from "../dynamo/streams/stream_tail.js";
import { plural } from "../base/text.js";
import { m } from "../m.js";
import { button } from "../ui/button.js";
import { fault as faultView } from "../ui/fault.js";
import { Field, checkbox, select } from "../ui/field.js";
import { EnableStream } from "./streams/enable.js";
import { Change } from "./streams/change.js";

const kAtOnce = 50; // records that are shown before the user asks for more
const kUnknown = ["UnknownOperationException", "NotImplemented"];
const kEvents = [["", "All"], ["INSERT", "Insert"], ["MODIFY", "Modify"], ["REMOVE", "Remove"]];

export const StreamsTab = ({ attrs }) => {
  let streams = null, arn = attrs.table.LatestStreamArn ?? null, fault = null;
  let from = "LATEST", tail = null;
  let event = "", keyText = "", showsSame = false, limit = kAtOnce;
  let upTo = 0; // the newest record that is shown; while the user reads further down, later ones wait
  let list = null;

  // Streams that were turned off can be read for 24 hours, so that a table may have several.
  async function find() {
    try {
      streams = (await call("Streams.ListStreams", { TableName: attrs.table.TableName })).Streams;
      arn ??= streams[0]?.StreamArn ?? null;
      fault = null;
    } catch (error) {
      fault = error;
      streams = [];
    }
    m.redraw();
  }
  find();

  const isReadingOn = () => list !== null &&
    (list.contains(document.activeElement) || list.getBoundingClientRect().top < -40);
  function follow() {
    if (!isReadingOn()) upTo = tail.seen;
    m.redraw();
  }
  function start() {
    tail?.stop();
    tail = new StreamTail({ call, arn, from, onchange: follow, sleep });
    upTo = 0;
    limit = kAtOnce;
    tail.run();
  }

  function status() {
    if (!tail) return "Not started.";
    const read =
      `${plural(tail.seen, "change")} read${tail.dropped ? `, the oldest ${tail.dropped} no longer kept` : ""}`;
    if (tail.state === "failed") return `Stopped by an error; ${read}.`;
    if (tail.state === "ended") return `The stream has ended; ${read}.`;
    if (tail.state === "paused") return `Paused; ${read}.`;
    return `Following ${plural(tail.shardCount, "shard")}; ${read}.`;
  }

  function bar(viewType) {
    const isReading = tail?.state === "reading";
    return m(".panel", [
      m(".row.tail-bar", [
        streams.length > 1
          ? m(Field, { label: "Stream", control: (a) =>
            select(streams.map((one) => [one.StreamArn, one.StreamLabel]), arn,
          (value) => { arn = value; tail?.stop(); tail = null; }, a) }) : null,
        m(Field, { label: "From", control: (a) =>
          select([["LATEST", "now on"], ["TRIM_HORIZON", "the oldest change (24 hours)"]], from,
          (value) => { from = value; tail?.stop(); tail = null; }, a) }),
        tail === null || tail.state === "ended" ? button("Start", start, { kind: "primary", iconName: "play" })
          : isReading ? button("Pause", () => tail.stop(), { iconName: "pause" })
          : button(tail.state === "failed" ? "Try again" : "Resume", () => { tail.run(); },
            { kind: "primary", iconName: "play" }),
        m(Field, { label: "Event", control: (a) =>
          select(kEvents, event, (value) => { event = value; limit = kAtOnce; }, a) }),
        m(Field, { label: "Key has the text",
          control: (a) => m("input", { ...a, type: "search", value: keyText,
            oninput: (e) => { keyText = e.target.value; limit = kAtOnce; } }) }),
        checkbox("Unchanged attributes", showsSame, (value) => (showsSame = value)),
        tail?.records.length ? button("Clear", () => { tail.clear(); upTo = tail.seen; }, { kind: "plain" }) : null,
      ]),
      m(".row", { style: { marginTop: "8px" } }, [
        m("span.muted", { role: "status" }, status()),
        viewType ? m("span.badge", viewType) : null,
      ]),
      faultView(tail?.fault),
      tail?.notices.map((text) => m(".notice.warn", text)),
    ]);
  }

  function changes(table, viewType) {
    const wanted = tail.records.filter(({ record }) => passes(record, { event, keyText }));
    const shown = wanted.filter((one) => one.number <= upTo).reverse();
    const waiting = wanted.length - shown.length;
    const base = viewOf(table, "");
    return [
      waiting > 0 ? m(".row.tail-newer",
        button(`Show ${plural(waiting, "newer change")}`,
          () => { upTo = tail.seen; list?.scrollIntoView?.({ block: "start" }); },
          { small: true, kind: "primary" })) : null,
      m(".tail", {
        oncreate: ({ dom }) => { list = dom; }, onremove: () => { list = null; },
        role: "feed", "aria-label": "Changes, newest first", "aria-busy": "false",
      }, shown.slice(0,
      limit).map((one, at) => m(Change, { key: one.number, one, viewType, showsSame, at, count: shown.length,
        keyNames: [...base.partition, ...base.sort] }))),
      shown.length > limit ? m(".row", { style: { marginTop: "8px" } },
        button(`Show ${Math.min(kAtOnce, shown.length - limit)} older changes`, () => (limit += kAtOnce))) : null,
      wanted.length > 0 ? null : m("p.empty", tail.records.length > 0 ? "No change passes the filters."
        : tail.state === "reading" ? "Waiting for changes. Write to the table, and the change appears here."
        : "No change was read."),
    ];
  }

  return {
    onremove: () => tail?.stop(),
    view: ({ attrs: { table, reload } }) => {
      if (kUnknown.includes(fault?.code)) return m(".panel.stack", [
        m("h2", "This endpoint has no streams"),
        m("p.muted",
          "It does not know the operations of DynamoDB Streams, so the changes of its tables cannot be followed."),
      ]);
      const isOn = !!table.StreamSpecification?.StreamEnabled;
      if (isOn && arn === null) arn = table.LatestStreamArn ?? null;
      const viewType = tail?.viewType ??
        (arn === table.LatestStreamArn ? table.StreamSpecification?.StreamViewType : null);
      return [
        isOn ? null : m(EnableStream, { table,
          reload: async () => { await reload(); arn = null; tail?.stop(); tail = null; await find(); } }),
        faultView(fault, { again: find }),
        streams === null ? m("p.loading", "Looking for streams") : arn === null
          ? null : [bar(viewType), tail ? changes(table, viewType)
            : m("p.empty", "Start shows each change of the table with its old and new image, side by side.")],
      ];
    },
  };
};
