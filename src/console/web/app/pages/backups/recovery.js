// Point-in-time recovery of a table: its window, and the changes of it.
import { timeText } from "../../base/text.js";
import { periodFault, recoveryRequest } from "../../dynamo/backups/moments.js";
import { kRecoveryDays } from "../../dynamo/service_limits.js";
import { m } from "../../m.js";
import { session } from "../../session.js";
import { button } from "../../ui/button.js";
import { confirm, dialog } from "../../ui/dialog.js";
import { fault as faultView } from "../../ui/fault.js";
import { Field } from "../../ui/field.js";
import { toast } from "../../ui/toast.js";
import { requestOf } from "./request.js";

// Asks for the period. Resolves with a number of days, or undefined.
function askPeriod(tableName, { isOn, days }) {
  let text = String(isOn ? days : kRecoveryDays);
  return dialog({
    title: isOn ? `Recovery period of ${tableName}` : `Point-in-time recovery of ${tableName}`,
    body: () => [
      m("p.muted", isOn ? "A shorter period gives up the moments before it. A longer one does not bring them back."
        : "From now on each change of an item is kept, so that the table can be restored as it was at any second."),
      m(Field, { label: "Days that are kept", fault: periodFault(text),
        control: (a) => m("input", { ...a, inputmode: "numeric", value: text,
          oninput: (e) => (text = e.target.value.trim()) }) }),
      periodFault(text) ? null : requestOf({ operation: "UpdateContinuousBackups",
        body: recoveryRequest(tableName, true, Number(text)) }),
    ],
    foot: ({ close }) => [button("Cancel", () => close()),
      button(isOn ? "Change the period" : "Turn recovery on", () => close(Number(text)),
        { kind: "primary", disabled: periodFault(text) !== "" })],
  });
}

async function turnOn(state, tableName) {
  const days = await askPeriod(tableName, state.recovery);
  if (days !== undefined && await state.turn(true, days)) toast(`Changes of ${tableName} are kept for ${days} days.`);
}
async function turnOff(state, tableName) {
  const yes = await confirm({ title: `Turn the recovery of ${tableName} off`, yes: "Turn recovery off", danger: true,
    text: "The moments that the table can be restored to are given up, also if recovery is turned on again. Backups " +
      "stay.", typed: tableName });
  if (yes && await state.turn(false, 0)) toast(`The recovery of ${tableName} is off.`);
}

function windowFacts({ isOn, days, earliest, latest }) {
  if (!isOn) return m("p.muted", "It is off: the table can be restored from its backups, and to no other moment.");
  return m("dl.facts", [
    m("dt", "Period"), m("dd", `${days} days`),
    m("dt", "Earliest restorable time"), m("dd", timeText(earliest)),
    m("dt", "Latest restorable time"), m("dd", timeText(latest)),
  ]);
}

// `restore()` begins a restore to a moment.
export function recoveryPanel(state, tableName, restore) {
  const { recovery, isBusy: disabled } = state, mayWrite = !session.server.ReadOnly;
  return m("section.panel", { "aria-labelledby": "recovery" }, [
    m(".panel-head", m("h2", { id: "recovery" }, "Point-in-time recovery"),
      recovery ? m("span.badge", { class: recovery.isOn ? "ok" : "" }, recovery.isOn ? "on" : "off") : null,
      m("span.fill"),
      recovery?.isOn ? button(mayWrite ? "Restore to a moment" : "Preview a restore to a moment", restore,
        { small: true, kind: mayWrite ? "primary" : "", disabled }) : null,
      recovery && mayWrite ? [
        button(recovery.isOn ? "Change the period" : "Turn on", () => turnOn(state, tableName),
          { small: true, disabled }),
        recovery.isOn ? button("Turn off", () => turnOff(state, tableName), { small: true, disabled }) : null,
      ] : null),
    faultView(state.fault, { again: () => state.read() }),
    recovery ? windowFacts(recovery) : state.fault ? null : m("p.loading", "Reading the recovery"),
  ]);
}
