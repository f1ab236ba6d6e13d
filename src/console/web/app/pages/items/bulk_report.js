// The progress of a work on many items, and the state of each item.
import { countText, plural } from "../../base/text.js";
import { keyLabel } from "../../dynamo/values/short_text.js";
import { m } from "../../m.js";
import { button } from "../../ui/button.js";
import { confirm } from "../../ui/dialog.js";
import { fault as faultView } from "../../ui/fault.js";
import { download } from "./job.js";

const kShownTargets = 100;
const kReasons = { changed: "It is no longer as it was shown, and was left as it is.", gone: "It was gone already." };

// attrs: table, run (a BulkRun), job, verb {now, past}; goOn() works on the remaining targets; again(targets) shows
// items as they are now; anyway(targets) works on items whatever they are now.
export function bulkReport({ table, run, job, verb, goOn, again, anyway }) {
  const { counts, notes } = run, isRunning = job.state === "running";
  const sentences = [
    `${countText(counts.written)} of ${countText(run.targets.length)} ${verb.past}`,
    counts.unchanged ? `, ${countText(counts.unchanged)} needed no change` : "",
    isRunning ? "." : { done: ". Done.", stopped: ". Stopped.", failed: ". Ended by an error." }[job.state],
  ];
  return m(".stack", { "aria-busy": String(isRunning) }, [
    isRunning ? m("progress", { max: 1, value: run.ended / Math.max(run.targets.length, 1), "aria-label": "Progress" })
      : null,
    m("p", { role: "status" }, sentences.join("")),
    isRunning && run.retries ? m(".notice.warn", [
      m("strong", run.retries.code), `: ${run.retries.message} It is tried again for about 20 seconds.`,
    ]) : null,
    job.state === "failed" ? faultView(job.fault) : null,
    isRunning ? null : [leftNotice({ run, verb, goOn }), changedNotice({ table, run, verb, again, anyway })],
    notes.length ? noteTable(table, notes) : null,
  ]);
}

function leftNotice({ run, verb, goOn }) {
  if (!run.left) return null;
  const { unsure } = run, untouched = run.left - unsure;
  return m(".notice.warn.stack", [
    untouched ? m("p", `${plural(untouched, "item")} ${untouched === 1 ? "is" : "are"} as before: not ${verb.past}.`)
      : null,
    unsure ? m("p", `Of ${plural(unsure, "item")} the answer did not come: ${unsure === 1 ? "it is" : "each is"} ` +
      `${verb.past} or not. Going on finds out.`) : null,
    m(".row", button(`Go on with the ${plural(run.left, "item")} left`, goOn,
      { small: true, kind: "primary", iconName: "play" })),
  ]);
}

function changedNotice({ table, run, verb, again, anyway }) {
  const changed = run.changed();
  if (!changed.length) return null;
  const which = changed.length === 1 ? "this item" : `these ${countText(changed.length)} items`;
  const ask = async () => {
    const yes = await confirm({ title: `${verb.now} ${which} all the same`, yes: `${verb.now} all the same`,
      danger: true, text: `${verb.now}s ${which} in ${table.TableName} whatever other writers put there.` });
    if (yes) anyway(changed);
  };
  return m(".notice.warn.stack", [
    m("p", `${plural(changed.length, "item")} changed after ${changed.length === 1 ? "it was" : "they were"} shown, ` +
      `and ${changed.length === 1 ? "was" : "were"} left.`),
    m(".row", [
      button(`Show ${which} as they are now`.replace("this item as they are", "this item as it is"),
        () => again(changed),
        { small: true, kind: "primary" }),
      button(`${verb.now} ${which} all the same`, ask, { small: true, kind: "danger" }),
    ]),
  ]);
}

function noteTable(table, notes) {
  const reasonOf = ({ outcome, reason }) => reason || kReasons[outcome];
  const line = (note) => `${JSON.stringify({ key: note.target.key, outcome: note.outcome, reason: reasonOf(note) })}\n`;
  return [
    m(".scroll.short", { role: "region", tabindex: 0, "aria-label": "Items that were left" }, m("table", [
      m("thead", m("tr", m("th", { scope: "col" }, "Item"), m("th", { scope: "col" }, "Why it was left"))),
      m("tbody", notes.slice(0, kShownTargets).map((note) =>
        m("tr", m("td", keyLabel(table, note.target.key)), m("td", reasonOf(note))))),
    ])),
    m(".row", [
      notes.length > kShownTargets
        ? m("span.muted", `The first ${kShownTargets} of ${countText(notes.length)}.`)
        : null,
      button("Download the report", () => download("left.jsonl", notes.map(line), "application/x-ndjson"),
        { small: true, iconName: "download" }),
    ]),
  ];
}
