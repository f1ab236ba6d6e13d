// The rules of a filter, as rows; a group of rules is joined by AND or OR and may hold groups.
import { m } from "../../m.js";
import { freshRule, kFilterOps, typesOf, valuesOf } from "../../dynamo/query/filter.js";
import { kTypes } from "../../dynamo/values/values.js";
import { button } from "../../ui/button.js";
import { select } from "../../ui/field.js";

function valueInput(rule, member, label) {
  const set = (text) => (rule[member] = text);
  if (rule.op === "attribute_type")
    return select(Object.entries(kTypes), rule.value || "S", set, { "aria-label": "Type" });
  if (rule.type === "BOOL" && typesOf(rule.op).includes("BOOL") && rule.op !== "IN")
    return select(["true", "false"], rule[member] || "true", set, { "aria-label": label });
  if (rule.type === "NULL" && typesOf(rule.op).includes("NULL")) return null;
  if (rule.op === "IN")
    return m("textarea", { rows: 2, "aria-label": `${label}, one a line`, placeholder: "one value a line",
      value: rule[member], oninput: (e) => set(e.target.value) });
  return m("input", { "aria-label": label, value: rule[member], autocomplete: "off", spellcheck: false,
    oninput: (e) => set(e.target.value) });
}

function ruleRow(group, rule, index, faults) {
  const types = typesOf(rule.op), count = valuesOf(rule.op);
  const fault = faults.get(rule);
  const choose = (op) => {
    rule.op = op;
    if (typesOf(op).length && !typesOf(op).includes(rule.type)) rule.type = typesOf(op)[0];
    if (op === "attribute_type") rule.value = "S";
  };
  const chooseType = (type) => {
    rule.type = type;
    if (type === "BOOL" && rule.value !== "false") rule.value = "true";
  };
  return m(".filter-row", [
    m("input.path", { "aria-label": "Attribute or path", "aria-invalid": fault ? "true" : undefined,
      placeholder: "attribute, a.b or a[0]", value: rule.path, autocomplete: "off", spellcheck: false,
      oninput: (e) => (rule.path = e.target.value) }),
    select(kFilterOps, rule.op, choose, { "aria-label": "Operator" }),
    types.length && count ? select(types.map((type) => [type, kTypes[type]]), rule.type, chooseType,
      { "aria-label": "Type of the value" }) : null,
    count >= 1 ? valueInput(rule, "value", count === 2 ? "From" : "Value") : null,
    count === 2 ? valueInput(rule, "to", "To") : null,
    button("Remove the condition", () => group.rules.splice(index, 1),
      { kind: "plain", small: true, iconName: "close", hideText: true }),
    fault ? m("span.fault", fault) : null,
  ]);
}

export const FilterRows = {
  view: ({ attrs: { group, faults, depth = 0, onremove } }) => m(depth ? ".filter-group.nested" : ".filter-group",
    { role: "group", "aria-label": depth ? "Group of filter conditions" : "Filter" }, [
    group.rules.length ? m(".row", [
      m("span.label.muted", "Filter: items for which"),
      select([["AND", "all conditions hold"], ["OR", "one condition holds"]], group.join, (join) => (group.join = join),
        { "aria-label": "How the conditions are joined" }),
    ]) : null,
    group.rules.map((rule, index) => (rule.rules
      ? m(FilterRows, { group: rule, faults, depth: depth + 1, onremove: () => group.rules.splice(index, 1) })
      : ruleRow(group, rule, index, faults))),
    m(".row", [
      button("Add a filter condition", () => group.rules.push(freshRule()), { small: true, iconName: "plus" }),
      group.rules.length && depth < 3
        ? button("Add a group of conditions",
          () => group.rules.push({ join: group.join === "AND" ? "OR" : "AND", rules: [freshRule()] }),
          { small: true, kind: "plain" }) : null,
      onremove ? button("Remove the group of conditions", onremove, { small: true, kind: "plain" }) : null,
      group.rules.length && !depth ? m("span.muted",
        "A filter drops items after they were read: it saves no read units.") : null,
    ]),
  ]),
};
