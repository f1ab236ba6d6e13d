// The items that a write of the model, or a read by keys, is for.
import { plural } from "../../base/text.js";
import { emptyItem, fillItem, inherited, labelOf, setText, textOf } from "../../dynamo/patterns/pattern_parts.js";
import { m } from "../../m.js";
import { button } from "../../ui/button.js";
import { checkbox, Field, freshId, select } from "../../ui/field.js";
import { kHints, Value } from "./form.js";

const kVerbs = { get: "Read", put: "Put", create: "Create", update: "Update", delete: "Delete",
  check: "Check that there is" };
const kOnlyIf = "The write is carried out only if the stored item has";
const kRoles = [["key", null], ["field", null], ["given", kOnlyIf], ["version", kOnlyIf], ["set", "Change to"]];

function hintOf(part, one, isRemoved) {
  const kOptional = {
    version: part.Kind === "put" ? "empty: there is no such item" : "empty: any",
    given: "empty: the item lacks it",
    set: isRemoved ? "is removed" : "empty: stays",
  };
  const optional = one.Optional ? kOptional[one.Role] ?? "may be left out" : "";
  return [one.Type === "document" ? "typed JSON" : one.Type, kHints[one.Type], optional].filter(Boolean).join(", ");
}

const labelOfField = (one) => {
  if (one.Role === "set") return `new ${one.Name}`;
  return one.Role === "given" || one.Role === "version" ? `${one.Name} now` : one.Name;
};

// `place`: {attrs, lists, at, number}, of the part `at` and of one of its items.
function field({ attrs: { pattern, form, changed }, lists, at }, item, one) {
  const isRemoved = item.remove.includes(one.Name) && one.Role === "set";
  const other = inherited(pattern, form.parts, at, one);
  const change = (text) => { setText(item, one, text); changed(); };
  const remove = (on) => {
    item.remove = item.remove.filter((text) => text !== one.Name).concat(on ? [one.Name] : []);
    changed();
  };
  return m("div", { key: `${one.Role} ${one.Name}` }, [
    m(Value, {
      one, label: labelOfField(one), list: `${lists}-${at}-${one.Name}`, value: textOf(item, one), oninput: change,
      hint: other && textOf(item, one) === "" ? `as above: ${other}` : hintOf(pattern.Parts[at], one, isRemoved),
      attrs: { placeholder: other, disabled: isRemoved },
    }),
    one.Role === "set" && one.Optional ? checkbox(`remove ${one.Name}`, isRemoved, remove) : null,
  ]);
}

function itemBar({ attrs: { pattern, form, changed, found }, at, number }) {
  const part = pattern.Parts[at], examples = found?.[at] ?? [], { items } = form.parts[at];
  const several = items.length > 1;
  const choose = (i) => {
    if (i === "") return;
    items[number] = fillItem(part, examples[Number(i)]);
    changed();
  };
  const leaveOut = () => { items.splice(number, 1); changed(); };
  const options = [["", "Choose"], ...examples.map((texts, i) => [String(i), labelOf(part, texts).slice(0, 100)])];
  return m(".row.tail-bar", [
    examples.length === 0 ? null : m(Field, {
      label: several ? `Item ${number + 1}: values of an item that exists` : "Values of an item that exists",
      control: (a) => select(options, "", choose, a),
    }),
    part.Many && (several || pattern.Parts.length > 1)
      ? button(`Leave out item ${number + 1}`, leaveOut, { small: true, kind: "plain", iconName: "close" }) : null,
  ]);
}

function itemView(place, item) {
  const { Parameters } = place.attrs.pattern.Parts[place.at];
  const groups = kRoles.map(([role, title]) => [title, Parameters.filter((one) => one.Role === role)])
    .filter(([, fields]) => fields.length > 0);
  return m(".part-item", { key: place.number }, [
    itemBar(place),
    groups.map(([title, fields]) => [title ? m("p.muted", title) : null,
      m(".parameters", fields.map((one) => field(place, item, one)))]),
  ]);
}

const namesOf = (part) => [...new Set(part.Parameters.map((one) => one.Name))];

function suggestions({ pattern, found }, lists, at) {
  return namesOf(pattern.Parts[at]).map((name) => {
    const texts = new Set((found?.[at] ?? []).map((one) => one[name]).filter((text) => text !== undefined));
    return m("datalist", { id: `${lists}-${at}-${name}` }, [...texts].map((text) => m("option", { value: text })));
  });
}

function partView(attrs, lists, at) {
  const part = attrs.pattern.Parts[at], { items } = attrs.form.parts[at];
  const head = [
    m("legend", `${kVerbs[part.Kind] ?? part.Kind} ${part.Entity}`),
    part.Items ? m("p.muted", `The model says that a call has about ${plural(part.Items, "item")} of this entity.`)
      : null,
    part.Note ? m(".notice", part.Note) : null,
  ];
  if (part.Parameters.length === 0) return m("fieldset.part", head);
  const add = () => { items.push(emptyItem()); attrs.changed(); };
  return m("fieldset.part", [
    head,
    items.map((item, number) => itemView({ attrs, lists, at, number }, item)),
    part.Many ? m(".row", button(`Add ${part.Entity}`, add, { small: true, iconName: "plus" })) : null,
    suggestions(attrs, lists, at),
  ]);
}

export const Parts = () => {
  const lists = freshId("of-items");
  return { view: ({ attrs }) => attrs.pattern.Parts.map((_, at) => partView(attrs, lists, at)) };
};
