// The fault of a text that a user types for a parameter of an access pattern, before the server is asked.
import { parseJson } from "../../base/json_text.js";
import { numberFault } from "../values/numbers.js";
import { base64Fault } from "../values/values.js";
import { textOf } from "./pattern_parts.js";

const kTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/, kDate = /^\d{4}-\d\d-\d\d$/;
// A day that the month does not have would become one of the next month.
const isDay = (text) => {
  const at = new Date(`${text.slice(0, 10)}T00:00:00.000Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text.slice(0, 10);
};
const isTime = (text) => kTime.test(text) && isDay(text) && !Number.isNaN(new Date(text).getTime());

const kFaults = {
  time: (text) => (isTime(text) ? null : "This is not a time in UTC, such as 2026-01-31T12:00:00.000Z."),
  date: (text) => (kDate.test(text) && isDay(text) ? null : "This is not a date, such as 2026-01-31."),
  number: numberFault,
  binary: base64Fault,
  vector: (text) => text.split(",").map((one) => numberFault(one.trim())).find(Boolean) ?? null,
  document: (text) => {
    try {
      parseJson(text);
      return null;
    } catch {
      return 'This is no typed JSON, such as {"L":[{"S":"a"}]}.';
    }
  },
};

// A text for the user, or null. An empty text is missing, which is not a fault. `comparison`: a comparison with a part
// of a value takes every text.
export function textFault({ Type, Comparison }, text, comparison = Comparison ?? "=") {
  if (text === "" || /begins|contains/.test(comparison)) return null;
  return kFaults[Type]?.(text) ?? null;
}

// The names of the parameters whose texts have a fault.
export function faulty(pattern, form) {
  const own = (pattern.Parameters ?? []).filter((one) => {
    const { comparison, from, to } = form.range;
    const texts = one.Range ? (comparison === "" ? [] : comparison === "between" ? [from, to] : [from])
      : one.Operands === "two" || one.Operands === "many" ? form.lists[one.Name] ?? [] : [form.values[one.Name] ?? ""];
    return texts.some((text) => textFault(one, text, one.Range ? comparison : undefined));
  });
  const ofParts = (pattern.Parts ?? []).flatMap((part, at) => form.parts[at].items.flatMap((item) =>
    part.Parameters.filter((one) => textFault(one, textOf(item, one)))));
  return [...new Set([...own, ...ofParts].map((one) => one.Name))];
}

// A message of the model layer, which counts requests from 0, in the words of the form: its items count from 1.
// `effects` are those of ComposePattern.
export const inWordsOfForm = (message, effects) => message.replace(/\brequest (\d+)(?: \(([^)]*)\))?/g,
  (_, at, entity, place) => `${place === 0 ? "Item" : "item"} ${Number(at) + 1} ` +
    `(${entity ?? effects?.[at]?.Entity ?? "of the form"})`);
