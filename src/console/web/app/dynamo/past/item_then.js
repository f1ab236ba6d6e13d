// One item as it was at a moment, or null. A span that ends as it begins has no change, and so only the item before it.
export async function itemThen(call, tableName, key, moment, signal) {
  const { Versions } = await call("Partita.ListItemVersions",
    { TableName: tableName, Key: key, StartTime: moment, EndTime: moment }, { signal });
  return Versions[0]?.Item ?? null;
}
