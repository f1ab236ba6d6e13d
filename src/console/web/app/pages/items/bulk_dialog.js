// The dialog of a work on many items: it first shows the effects, with the count and the first items; then the
// progress; and then the items that were written and those that were not, with a cure.
import { plural, previewTitle } from "../../base/text.js";
import { BulkRun } from "../../dynamo/items/bulk_run.js";
import { m } from "../../m.js";
import { button } from "../../ui/button.js";
import { dialog } from "../../ui/dialog.js";
import { Field } from "../../ui/field.js";
import { bulkReport } from "./bulk_report.js";
import { Targets } from "./bulk_targets.js";
import { Job } from "./job.js";
import { querySummary } from "./query_summary.js";

const kHandful = 5;

// attrs: title, table, target (see Targets; `about`: see querySummary), verb {now, past}, danger, done(); form() and
// fault(), if the user must fill in a form, and isUntouched(); rowsOf(item), a line of the preview; checks(targets),
// the checks, as texts; one(targets, {anyway}), the function for a BulkRun; again(keys), opens the same for items as
// they are now.
/**
 * @param {{title: string, table: any, target: any, verb: {now: string, past: string}, danger?: boolean,
 *   form?: () => unknown, fault?: () => string, isUntouched?: () => boolean, rowsOf: (item: any) => unknown,
 *   checks: (targets: any) => string[], one: (targets: any, options: any) => any, again?: (keys: any[]) => void,
 *   done: () => void}} work
 */
export function bulkDialog({ title, table, target, verb, danger, form, fault, isUntouched, rowsOf, checks, one,
  again, done }) {
  const targets = new Targets(table, target);
  let run = null, job = new Job(), written = 0, typed = "";
  // An action that cannot be undone asks for the count of more than a handful of items.
  const asksCount = () => danger && targets.job.state === "done" && targets.count > kHandful;
  const isTyped = () => !asksCount() || typed.replace(/[\s,.]/g, "") === String(targets.count);
  targets.collect();

  const begin = (all, options) => {
    written += run?.counts.written ?? 0;
    run = new BulkRun(all, one(targets, options));
    goOn();
  };
  const goOn = () => {
    job = new Job();
    job.run((now) => run.work(now));
  };

  const preview = () => targets.shown.length === 0 ? null : m(".stack", [
    m("h3", `${previewTitle(targets.count, targets.shown.length)}${form ? ", before and after" : ""}`),
    targets.shown.map(({ item, isChanged }) => m(".preview", [
      rowsOf(item), isChanged ? [" ", m("span.badge.warn", "changed since it was shown: it will be left")] : null,
    ])),
  ]);
  const ready = () => [
    target.about ? querySummary(target.about) : null,
    form?.(),
    targets.view(),
    targets.job.state === "done" ? [preview(), m(".stack", checks(targets).map((text) => m("p.muted", text)))] : null,
    asksCount() ? m(Field, { label: ["Type ", m("code", String(targets.count)), ` to ${verb.now.toLowerCase()} them`],
      control: (a) => m("input", { ...a, value: typed, autocomplete: "off", inputmode: "numeric",
        oninput: (e) => (typed = e.target.value) }) }) : null,
    fault?.() ? m(isUntouched() ? "p.muted" : "p.fault", fault()) : null,
  ];
  return dialog({
    title,
    wide: true,
    mayClose: () => { targets.job.stop(); return job.state !== "running"; },
    body: ({ close }) => (run === null ? ready() : bulkReport({
      table, run, job, verb, goOn,
      again: (all) => { close(); again(all.map(({ key }) => key)); },
      anyway: (all) => begin(all, { anyway: true }),
    })),
    foot: ({ dismiss }) => {
      const stoppable = [job, targets.job].find(({ state }) => state === "running");
      const isReady = targets.job.state === "done" && targets.count > 0 && !fault?.() && isTyped();
      return [
        stoppable ? button("Stop", () => stoppable.stop()) : null,
        job.state === "running" ? null : button(run ? "Close" : "Cancel", dismiss),
        run ? null : button(`${verb.now} ${plural(targets.count, "item")}`, () => begin(targets.all, { anyway: false }),
          { kind: danger ? "danger" : "primary", disabled: !isReady }),
      ];
    },
  }).then(() => { targets.job.stop(); if (written + (run?.counts.written ?? 0)) done(); });
}
