// The parameters of an access pattern.
import { textFault } from "../../dynamo/patterns/pattern_texts.js";
import { m } from "../../m.js";
import { button } from "../../ui/button.js";
import { Field, freshId, select } from "../../ui/field.js";

const kComparisons = [["=", "="], ["<", "<"], ["<=", "≤"], [">", ">"], [">=", "≥"], ["between", "between"],
  ["begins_with", "begins with"]];
export const kHints = { vector: "numbers with commas", time: "in UTC, such as 2026-01-31T12:00:00.000Z",
  date: "such as 2026-01-31", binary: "base64" };

function input(a, one, value, oninput, list) {
  if (one.Type === "boolean") return select([["", "–"], ["true", "true"], ["false", "false"]], value, oninput, a);
  if (one.Values?.length) return select([["", "–"], ...one.Values.map((text) => [text, text])], value, oninput, a);
  if (one.Type === "document" || one.Type === "vector")
    return m("textarea.mono", { ...a, value, rows: 2, spellcheck: false, oninput: (e) => oninput(e.target.value) });
  return m("input.mono", { ...a, value, list, spellcheck: false, autocomplete: "off",
    oninput: (e) => oninput(e.target.value) });
}

// A field of one value, which says the fault of its text from the moment on at which it is left. A time can be now.
//   m(Value, {one, label, hint, value, oninput, list, comparison, attrs})
export const Value = () => {
  let isLeft = false;
  return {
    view: ({ attrs: { one, label, hint, value, oninput, list, comparison, attrs } }) => m(Field, {
      label, hint, fault: isLeft ? textFault(one, value, comparison) : null,
      control: (a) => {
        const control = input({ ...a, ...attrs, onblur: () => { isLeft = value !== ""; } }, one, value, oninput, list);
        return one.Type !== "time" ? control : m(".with-button", [control,
          button("Now", () => oninput(new Date().toISOString()), { small: true, disabled: attrs?.disabled,
            title: "The time now, in UTC", attrs: { "aria-label": `Now for ${label}` } })]);
      },
    }),
  };
};

export const Parameters = () => {
  const lists = freshId("suggestions");
  return {
    view: ({ attrs: { pattern, form, found, changed } }) => {
      const texts = (name) =>
        [...new Set((found ?? []).map((one) => one.values[name]).filter((text) => text !== undefined))];
      const compared = (one) => (one.Comparison && one.Comparison !== "=" ? one.Comparison.replace("_", " ") : "");
      const hint = (one) => [one.Type, kHints[one.Type], compared(one), one.Optional ? "may be left out" : ""]
        .filter(Boolean).join(", ");
      const list = (one) => `${lists}-${one.Name}`;
      const value = (one) => m(Value, { key: one.Name, one, label: one.Name, hint: hint(one), list: list(one),
        value: form.values[one.Name] ?? "", oninput: (text) => { form.values[one.Name] = text; changed(); } });
      // The operands of a filter that takes several: two fields, or a line for each value.
      const setList = (one, texts) => { form.lists[one.Name] = texts; changed(); };
      const two = (one) => m(".row.tail-bar", { key: one.Name },
        [0, 1].map((at) => m(Value, { one, label: `${one.Name} ${at === 0 ? "from" : "to"}`, hint: hint(one),
          list: list(one), value: form.lists[one.Name]?.[at] ?? "", oninput: (text) => {
            const texts = [...(form.lists[one.Name] ?? ["", ""])];
            texts[at] = text;
            setList(one, texts);
          } })));
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
          : m(Value, { key: "from", one, label: form.range.comparison === "between" ? "from" : "value", hint: " ",
            list: list(one), comparison: form.range.comparison, value: form.range.from,
            oninput: (text) => { form.range.from = text; changed(); } }),
        form.range.comparison !== "between" ? null : m(Value, { key: "to", one, label: "to", hint: " ",
          list: list(one), comparison: form.range.comparison, value: form.range.to,
          oninput: (text) => { form.range.to = text; changed(); } }),
      ].filter(Boolean).map((node, at) => m("div", { key: at }, node)));
      return m(".parameters", [
        pattern.Parameters.map(shown),
        pattern.Parameters.map((one) => m("datalist", { key: `list-${one.Name}`, id: `${lists}-${one.Name}` },
          texts(one.Name).map((text) => m("option", { value: text })))),
      ]);
    },
  };
};
