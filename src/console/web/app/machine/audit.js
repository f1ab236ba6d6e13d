// Records of the audit log as a table. Pure functions.

// The columns that people look for first. A record has only those that concern it.
const kFirst = ["time", "operation", "table", "status", "error", "allowed", "reason", "user", "account", "access_key",
  "source", "items"];

// The columns that the records have, the identifier of the request last.
export function auditColumns(records) {
  const seen = new Set(records.flatMap(Object.keys));
  const others = [...seen].filter((name) => !kFirst.includes(name) && name !== "id").sort();
  return [...kFirst.filter((name) => seen.has(name)), ...others, ...(seen.has("id") ? ["id"] : [])];
}

// The console's page of the machine asks for these all the time.
export const isOfTheConsole = (record) => record.operation === "ListHotKeys" || record.operation === "ReadAuditLog";

export function auditText(value) {
  return value === undefined ? "" : typeof value === "object" ? JSON.stringify(value) : String(value);
}
