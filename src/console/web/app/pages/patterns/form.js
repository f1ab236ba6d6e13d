// The parameters of an access pattern.
import { m } from "../../m.js";
import { Field, freshId, select } from "../../ui/field.js";

const kComparisons = [["=", "="], ["<", "<"], ["<=", "≤"], [">", ">"], [">=", "≥"], ["between", "between"], ["begins_with", "begins with"]];
const kHints = { time: "such as 2026-01-31T12:00:00.000Z", binary: "base64", number: "", integer: "" };

function input(a, one, value, oninput, list) {
  if (one.Type === "boolean") return select([["", "–"], ["true", "true"], ["false", "false"]], value, oninput, a);
  if (one.Values?.length) return select([["", "–"], ...one.Values.map((text) => [text, text])], value, oninput, a);
  return m("input.mono", { ...a, value, list, spellcheck: false, autocomplete: "off", oninput: (e) => oninput(e.target.value) });
}

export const Parameters = () => {
  const lists = freshId("suggestions");
  return {
    view: ({ attrs: { pattern, form, found, changed } }) => {
      const texts = (name) => [...new Set((found ?? []).map((one) => one.values[name]).filter((text) => text !== undefined))];
      const hint = (one) => [one.Type, kHints[one.Type], one.Optional ? "may be left out" : ""].filter(Boolean).join(", ");
      const value = (one) => m(Field, { key: one.Name, label: one.Name, hint: hint(one), control: (a) =>
        input(a, one, form.values[one.Name] ?? "", (text) => { form.values[one.Name] = text; changed(); }, `${lists}-${one.Name}`) });
      const range = (one) => m(".row.tail-bar", { key: one.Name }, [
        m(Field, { label: one.Name, hint: hint(one), control: (a) => select([["", one.Optional ? "any" : "–"], ...kComparisons], form.range.comparison,
          (text) => { form.range.comparison = text; if (text && form.range.from === "") form.range.from = texts(one.Name)[0] ?? ""; changed(); }, a) }),
        form.range.comparison === "" ? null : m(Field, { key: "from", label: form.range.comparison === "between" ? "from" : "value", hint: " ", control: (a) =>
          input(a, one, form.range.from, (text) => { form.range.from = text; changed(); }, `${lists}-${one.Name}`) }),
        form.range.comparison !== "between" ? null : m(Field, { key: "to", label: "to", hint: " ", control: (a) =>
          input(a, one, form.range.to, (text) => { form.range.to = text; changed(); }, `${lists}-${one.Name}`) }),
      ].filter(Boolean).map((node, at) => m("div", { key: at }, node)));
      return m(".parameters", [
        pattern.Parameters.map((one) => (one.Range ? range(one) : value(one))),
        pattern.Parameters.map((one) => m("datalist", { key: `list-${one.Name}`, id: `${lists}-${one.Name}` }, texts(one.Name).map((text) => m("option", { value: text })))),
      ]);
    },
  };
};
