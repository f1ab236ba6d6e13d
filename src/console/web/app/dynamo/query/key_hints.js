// Hints for a key attribute of the query builder: the templates of the model, and a value of the rows shown.

const kMostTemplates = 3;

// The distinct templates of an attribute in the keys of an index ("" for the table). A local index has those of the
// table for its partition.
export function keyTemplates(model, tableName, index, attribute) {
  const entities = model?.Tables?.find((one) => one.Name === tableName)?.Entities ?? [];
  const of = (keep) => entities.flatMap(({ Keys }) => Keys.filter(keep).flatMap((key) =>
    [...key.Partition, ...key.Sort].filter((_, at) => key.Attributes[at] === attribute)));
  const found = of((key) => key.Index === index);
  return [...new Set(found.length ? found : of(() => true))];
}

// "string · CUST#{id} or ORG#{id} · such as CUST#7".
export function keyHint(base, templates, example) {
  const shown = templates.slice(0, kMostTemplates).join(" or ");
  return [base, shown && templates.length > kMostTemplates ? `${shown} or others` : shown,
    example ? `such as ${example}` : ""].filter(Boolean).join(" · ");
}
