// Dialogs that ask for a change of a table.
import { capacityForm, capacityHasFaults, capacityRequest } from "../../dynamo/tables/capacity_form.js";
import { kStreamViews, unitFaults } from "../../dynamo/tables/table_form.js";
import { m } from "../../m.js";
import { button } from "../../ui/button.js";
import { dialog } from "../../ui/dialog.js";
import { Field, select } from "../../ui/field.js";
import { report, toast } from "../../ui/toast.js";
import { isOnDemand } from "../tables/describe.js";
import { unitFields } from "../tables/index_form.js";
import { setTtl } from "../tables/ttl.js";

const buttons = (yes, result) => ({ close }) => [button("Cancel", () => close()),
  button(yes, () => close(result()), { kind: "primary" })];

// Resolves with the members of an UpdateTable request, or undefined.
export function changeCapacity(table) {
  const now = isOnDemand(table) ? "PAY_PER_REQUEST" : "PROVISIONED";
  const form = capacityForm(table, now);
  return dialog({
    title: `Capacity of ${table.TableName}`,
    body: () => [
      m(Field, { label: "Capacity", control: (a) =>
        select([["PAY_PER_REQUEST", "On demand"], ["PROVISIONED", "Provisioned"]], form.mode,
          (value) => (form.mode = value), a) }),
      form.mode === "PROVISIONED" ? [m("h3", "Table"), unitFields(form.own, unitFaults(form.own)),
        form.indexes.map(([name, units]) => [m("h3", name), unitFields(units, unitFaults(units))])] : null,
    ],
    foot: ({ close }) => {
      const request = capacityHasFaults(form) ? null : capacityRequest(table, now, form);
      return [button("Cancel", () => close()),
        button("Change the capacity", () => close(request), { kind: "primary", disabled: !request })];
    },
  });
}

export function changeStream(now) {
  let view = now || "NEW_AND_OLD_IMAGES";
  return dialog({
    title: "Stream",
    body: () => now
      ? m("p", "The stream is on. Turn it off to choose another view: its records can be read for 24 hours more.")
      : m(Field, { label: "Records have",
        control: (a) => select(kStreamViews.slice(1), view, (value) => (view = value), a) }),
    foot: buttons(now ? "Turn the stream off" : "Turn the stream on",
      () => ({ StreamSpecification: now ? { StreamEnabled: false } : { StreamEnabled: true, StreamViewType: view } })),
  });
}

// Resolves with whether it was changed.
export async function changeTtl(table, now) {
  let attribute = "";
  // Trimmed only here: a field that trims at each letter takes the space away that another word would follow.
  const name = () => now || attribute.trim();
  const chosen = await dialog({
    title: "Time to live",
    body: () => now
      ? m("p", ["Items end at the time in ", m("code", now), ". Turned off, they stay."])
      : m(Field, { label: "Attribute",
        hint: "It holds the time as a number of seconds since 1970. Items whose time has passed are deleted.",
        control: (a) => m("input.mono", { ...a, value: attribute,
          oninput: (e) => (attribute = e.target.value) }) }),
    foot: ({ close }) => [button("Cancel", () => close()),
      button(now ? "Turn off" : "Turn on", () => close(name()), { kind: "primary", disabled: !name() })],
  });
  if (!chosen) return false;
  try {
    await setTtl(table.TableName, chosen, !now);
    toast(now ? "Time to live is off." : `Items end at the time in ${chosen}.`);
    return true;
  } catch (error) {
    report(error);
    return false;
  }
}
