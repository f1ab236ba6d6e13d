// The fields of a value of any type, nested as deep as the value is.
import { m } from "../../m.js";
import { faultOfText, freshNode, setType } from "../../dynamo/values/form.js";
import { kItemSizeBytes } from "../../dynamo/service_limits.js";
import { keepLineEnds } from "../../base/line_ends.js";
import { base64Size, bytesText, kTypes } from "../../dynamo/values/values.js";
import { button } from "../../ui/button.js";
import { checkbox, select } from "../../ui/field.js";
import { report } from "../../ui/toast.js";

function textField(node, label) {
  const rows = Math.min(12, Math.max(node.text.split("\n").length, Math.ceil(node.text.length / 70), 1));
  return m("textarea", { rows, "aria-label": label, value: node.text, spellcheck: false,
    oninput: (e) => (node.text = keepLineEnds(node.text, e.target.value)) });
}
function checkedInput(type, holder, label) {
  const fault = holder.text === "" && type === "N" ? null : faultOfText(type, holder.text.trim());
  return [
    m("input.mono", { "aria-label": label, value: holder.text, autocomplete: "off", spellcheck: false,
      "aria-invalid": fault ? "true" : undefined, oninput: (e) => (holder.text = e.target.value) }),
    fault ? m("span.fault", fault) : null,
  ];
}
async function loadFile(node, file) {
  if (!file) return;
  try {
    if (file.size > kItemSizeBytes)
      throw new Error(`An item has at most ${kItemSizeBytes / 1024} KB, and this file is larger.`);
    const bytes = new Uint8Array(await file.arrayBuffer());
    node.text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  } catch (error) {
    report(error);
  }
  m.redraw();
}

function elements(node, label) {
  const type = { SS: "S", NS: "N", BS: "B" }[node.type];
  return m(".nested", [
    node.elements.map((one, index) => m(".row.element", [
      type === "S" ? textField(one, `${label}, element ${index + 1}`)
        : checkedInput(type, one, `${label}, element ${index + 1}`),
      button(`Remove element ${index + 1} of ${label}`, () => node.elements.splice(index, 1),
        { kind: "plain", small: true, iconName: "close", hideText: true }),
    ])),
    button("Add an element", () => node.elements.push({ text: "" }), { small: true, kind: "plain", iconName: "plus" }),
  ]);
}
function list(node, label) {
  return m(".nested", [
    node.list.map((one, index) => m(ValueForm, { node: one, label: `${label}[${index}]`, title: `[${index}]`,
      onremove: () => node.list.splice(index, 1) })),
    button("Add an element", () => node.list.push(freshNode(node.list.at(-1)?.type)),
      { small: true, kind: "plain", iconName: "plus" }),
  ]);
}
// `fixed`: attributes that cannot change at all; `keys`: those whose name and type cannot, and which cannot go.
export function entryForms(entries, label = "", { fixed = [], keys = [] } = {}) {
  return [
    entries.map((entry, index) => m(ValueForm, { node: entry.node, entry,
      label: label ? `${label}.${entry.name}` : entry.name, fixed: fixed.includes(entry.name),
      isKey: keys.includes(entry.name),
      onremove: () => entries.splice(index, 1) })),
    button(label ? "Add an entry" : "Add an attribute",
      () => entries.push({ name: "", node: freshNode(), isNew: true }),
      { small: true, kind: label ? "plain" : "", iconName: "plus" }),
  ];
}

// attrs: node, label (the whole path, for screen readers), title or entry (whose name can change), fixed, isKey,
// onremove.
export const ValueForm = () => {
  let open = true;
  const content = (node, label) => {
    switch (node.type) {
      case "S": return textField(node, label);
      case "N": return checkedInput("N", node, label);
      case "B": return [
        checkedInput("B", node, `${label}, base64`),
        m("span.muted", bytesText(base64Size(node.text.trim()))),
        m("label.button.small", "From a file",
          m("input.visually-hidden", { type: "file", "aria-label": `Bytes of ${label} from a file`,
            onchange: (e) => { loadFile(node, e.target.files[0]); } })),
      ];
      case "BOOL": return checkbox(node.on ? "true" : "false", node.on, (on) => (node.on = on),
        { "aria-label": label });
      case "NULL": return m("span.muted", "null");
      default: return null;
    }
  };
  const nested = (node, label) =>
    (node.type === "L" ? list(node, label) : node.type === "M" ? m(".nested", entryForms(node.entries, label))
      : elements(node, label));
  return {
    view: ({ attrs: { node, label, title, entry, fixed, isKey, onremove } }) => {
      const isNested = !["S", "N", "B", "BOOL", "NULL"].includes(node.type);
      const count = { L: node.list.length, M: node.entries.length }[node.type] ?? node.elements.length;
      return m(".value-form", [
        m(".value-line", [
          entry?.isNew ? m("input.name", { "aria-label": "Name", placeholder: "name", value: entry.name,
            spellcheck: false, autocomplete: "off",
            oncreate: ({ dom }) => dom.focus(), oninput: (e) => (entry.name = e.target.value) })
            : m("span.name.mono", { title: entry?.name ?? title }, entry ? entry.name : title),
          fixed || isKey ? m("span.badge", { title: "An attribute of the primary key" }, `key · ${node.type}`)
            : select(Object.entries(kTypes), node.type, (type) => setType(node, type),
              { "aria-label": `Type of ${label}` }),
          isNested ? button(`${open ? "Fold" : "Unfold"} (${count})`, () => (open = !open),
            { small: true, kind: "plain", iconName: open ? "down" : "right", attrs: { "aria-expanded": String(open) } })
            : fixed ? m("code.fixed", node.text) : m(".value-content", content(node, label)),
          onremove && !fixed && !isKey ? button(`Remove ${label}`, onremove,
            { kind: "plain", small: true, iconName: "trash", hideText: true }) : null,
        ]),
        isNested && open ? nested(node, label) : null,
      ]);
    },
  };
};
