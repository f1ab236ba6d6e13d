// The fields of an index, in the form of a new table and in that of a new index.
import { kProjections, kTypes } from "../../dynamo/tables/table_form.js";
import { m } from "../../m.js";
import { button } from "../../ui/button.js";
import { Field, select } from "../../ui/field.js";

const kTypeNames = { S: "String", N: "Number", B: "Binary" };
const kKinds = [["global", "Global"], ["local", "Local: the table's partition key"]];

// A key attribute: its name and its type.
/**
 * @param {string} label
 * @param {{name: string, type: string}} key
 * @param {{fault?: string, optional?: boolean, hint?: string}} [options]
 */
export function keyField(label, key, { fault, optional, hint } = {}) {
  return m(".row.key-field", [
    m(Field, { label: optional ? `${label} (optional)` : label, fault, hint, control: (a) => m("input.mono", {
      ...a, value: key.name, autocomplete: "off", spellcheck: false, oninput: (e) => (key.name = e.target.value) }) }),
    m(Field, { label: "Type", control: (a) =>
      select(kTypes.map((type) => [type, kTypeNames[type]]), key.type, (value) => (key.type = value), a) }),
  ]);
}

// Keys of a multi-attribute index, one to four.
function keyFields(label, keys, optional, fault) {
  const add = () => keys.push({ name: "", type: "S" });
  return [
    keys.map((key, at) => keyField(at ? `${label}, part ${at + 1}` : label, key,
      { optional: optional || at > 0, fault: at ? undefined : fault })),
    keys.length < 4 && keys[keys.length - 1].name
      ? m("div", button(`Add a part of the ${label.toLowerCase()}`, add,
        { kind: "plain", small: true, iconName: "plus" }))
      : null,
  ];
}

// `faults`: {name, partition, sort, include, reads, writes}, a text for each field that has a fault.
export function indexFields(index, { faults, provisioned, mayBeLocal }) {
  return [
    m(".row", [
      m(Field, { label: "Index name", fault: faults.name, control: (a) => m("input.mono", {
        ...a, value: index.name, autocomplete: "off", spellcheck: false,
        oninput: (e) => (index.name = e.target.value) }) }),
      mayBeLocal ? m(Field, { label: "Kind", control: (a) =>
        select(kKinds, index.local ? "local" : "global", (value) => (index.local = value === "local"), a) }) : null,
      m(Field, { label: "Projection", control: (a) =>
        select(kProjections, index.projection, (value) => (index.projection = value), a) }),
    ]),
    index.local ? null : keyFields("Partition key", index.partition, false, faults.partition),
    index.local ? keyField("Sort key", index.sort[0]) : keyFields("Sort key", index.sort, true, faults.sort),
    index.projection === "INCLUDE"
      ? m(Field, { label: "Attributes", fault: faults.include, hint: "Names with commas between them",
      control: (a) => m("input.mono", { ...a, value: index.include,
        oninput: (e) => (index.include = e.target.value) }) }) : null,
    provisioned && !index.local ? unitFields(index, faults) : null,
  ];
}

export function unitFields(one, faults) {
  const field = (label, member) => m(Field, { label, fault: faults[member], control: (a) => m("input", {
    ...a, inputmode: "numeric", value: one[member], oninput: (e) => (one[member] = e.target.value.trim()) }) });
  return m(".row", [field("Read units a second", "reads"), field("Write units a second", "writes")]);
}
