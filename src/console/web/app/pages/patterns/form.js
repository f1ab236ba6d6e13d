// The parameters of an access pattern.
import { m } from "../../m.js";
import { Field, freshId, select } from "../../ui/field.js";

const kComparisons = [["=", "="], ["<", "<"], ["<=", "≤"], [">", ">"], [">=", "≥"], ["between", "between"],
  ["begins_with", "begins with"]];
export const kHints = { vector: "numbers with commas", time: "such as 2026-01-31T12:00:00.000Z", binary: "base64",
  number: "", integer: "" };

export function input(a, one, value, oninput, list) {
  if (one.Type === "boolean") return select([["", "–"], ["true", "true"], ["false", "false"]], value, oninput, a);
  if (one.Values?.length) return select([["", "–"], ...one.Values.map((text) => [text, text])], value, oninput, a);
  if (one.Type === "document" || one.Type === "vector")
    return m("textarea.mono", { ...a, value, rows: 2, spellcheck: false, oninput: (e) => oninput(e.target.value) });
  return m("input.mono", { ...a, value, list, spellcheck: false, autocomplete: "off",
    oninput: (e) => oninput(e.target.value) });
}

export const Parameters = () => {
  const lists = freshId("suggestions");
  return {
    view: ({ attrs: { pattern, form, found, changed } }) => {
      const texts = (name) =>
        [...new Set((found ?? []).map((one) => one.values[name]).filter((text) => text !== undefined))];
      const compared = (one) => (one.Comparison && one.Comparison !== "=" ? one.Comparison.replace("_", " ") : "");
      const hint = (one) => [one.Type, kHints[one.Type], compared(one), one.Optional ? "may be left out" : ""]
        .filter(Boolean).join(", ");
      const value = (one) => m(Field, { key: one.Name, label: one.Name, hint: hint(one), control: (a) =>
        input(a, one, form.values[one.Name] ?? "", (text) => { form.values[one.Name] = text; changed(); },
          `${lists}-${one.Name}`) });
      // The operands of a filter that takes several: two fields, or a line for each value.
      const setList = (one, texts) => { form.lists[one.Name] = texts; changed(); };
      const two = (one) => m(".row.tail-bar", { key: one.Name },
        [0, 1].map((at) => m(Field, { label: `${one.Name} ${at === 0 ? "from" : "to"}`, hint: hint(one), control: (a) =>
        input(a, one, form.lists[one.Name]?.[at] ?? "",
          (text) => { const texts = [...(form.lists[one.Name] ?? ["", ""])]; texts[at] = text; setList(one, texts); },
          `${lists}-${one.Name}`) })));
      const many = (one) => m(Field, { key: one.Name, label: one.Name,
        hint: `${hint(one)}; a line for each value${one.Values ? `: ${one.Values.join(", ")}` : ""}`, control: (a) =>
        m("textarea.mono", { ...a, rows: 3, spellcheck: false, value: (form.lists[one.Name] ?? []).join("\n"),
          oninput: (e) => setList(one, e.target.value.split("\n")) }) });
      const shown = (one) => (one.Range ? range(one) : one.Operands === "two" ? two(one) : one.Operands === "many"
        ? many(one) : value(one));
      const range = (one) => m(".row.tail-bar", { key: one.Name }, [
        m(Field, { label: one.Name, hint: hint(one),
          control: (a) => select([["", one.Optional ? "any" : "–"], ...kComparisons], form.range.comparison,
          (text) => {
            form.range.comparison = text;
            if (text && form.range.from === "") form.range.from = texts(one.Name)[0] ?? "";
            changed();
          }, a) }),
        form.range.comparison === "" ? null
          : m(Field, { key: "from", label: form.range.comparison === "between" ? "from" : "value", hint: " ",
            control: (a) =>
          input(a, one, form.range.from, (text) => { form.range.from = text; changed(); }, `${lists}-${one.Name}`) }),
        form.range.comparison !== "between" ? null : m(Field, { key: "to", label: "to", hint: " ", control: (a) =>
          input(a, one, form.range.to, (text) => { form.range.to = text; changed(); }, `${lists}-${one.Name}`) }),
      ].filter(Boolean).map((node, at) => m("div", { key: at }, node)));
      return m(".parameters", [
        pattern.Parameters.map(shown),
        pattern.Parameters.map((one) => m("datalist", { key: `list-${one.Name}`, id: `${lists}-${one.Name}` },
          texts(one.Name).map((text) => m("option", { value: text })))),
      ]);
    },
  };
};
