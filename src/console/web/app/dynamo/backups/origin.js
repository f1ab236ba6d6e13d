// The source of a restore, in one form for a backup and for a table at a moment:
// {tableName, backup, items, bytes, keySchema, definitions, billing, indexes, settings, now}. `billing` has the members
// of a table's description that say its capacity. `indexes` are [{name, kind, keySchema, projection, units}], or null
// if the backup does not tell them. `settings` has the values of settings that a restore leaves behind, of which
// undefined ones are not known. `now` is {items, bytes} of the table as it is, or null if the table is not there.

const indexOf = (kind) => (one) => ({ name: one.IndexName, kind, keySchema: one.KeySchema, projection: one.Projection,
  units: one.ProvisionedThroughput ?? null });
const indexesIn = (place) => [
  ...(place.GlobalSecondaryIndexes ?? []).map(indexOf("global")),
  ...(place.LocalSecondaryIndexes ?? []).map(indexOf("local")),
  ...(place.VectorIndexes ?? []).map(indexOf("vector")),
];
const streamText = (stream) =>
  (stream?.StreamEnabled ? stream.StreamViewType.toLowerCase().replaceAll("_", " ") : "off");
const ttlText = (ttl) => (ttl?.TimeToLiveStatus === "ENABLED" ? ttl.AttributeName : "off");

// `table` is the description of the table of this name that is there now, or null. It may be another table.
export function originOfBackup(description, table) {
  const { BackupDetails: backup, SourceTableDetails: source } = description;
  const features = description.SourceTableFeatureDetails ?? {};
  const isSame = table?.TableId !== undefined && table.TableId === source.TableId;
  // A SYSTEM backup shows no features, whatever the table had.
  const isTold = backup.BackupType !== "SYSTEM";
  return {
    tableName: source.TableName, backup, items: source.ItemCount,
    bytes: source.TableSizeBytes ?? backup.BackupSizeBytes, keySchema: source.KeySchema,
    definitions: isSame ? table.AttributeDefinitions : undefined,
    billing: { BillingModeSummary: { BillingMode: source.BillingMode },
      ProvisionedThroughput: source.ProvisionedThroughput },
    indexes: isTold ? indexesIn(features) : null,
    settings: isTold ? { stream: streamText(features.StreamDescription),
      ttl: ttlText(features.TimeToLiveDescription) } : {},
    now: isSame ? { items: table.ItemCount, bytes: table.TableSizeBytes } : null,
  };
}

// `ttl` is the attribute of time to live or "", `tags` a list, or null if they could not be read, `policy` a text, or
// undefined, and `recovery` that of recoveryOf().
export function originOfTable(table, { ttl, tags, policy, recovery }) {
  return {
    tableName: table.TableName, backup: null, items: table.ItemCount, bytes: table.TableSizeBytes,
    keySchema: table.KeySchema, definitions: table.AttributeDefinitions, billing: table, indexes: indexesIn(table),
    settings: {
      stream: streamText(table.StreamSpecification), ttl: ttl || "off",
      tags: tags ? tags.map(({ Key }) => Key).join(", ") || "none" : undefined,
      policy, protection: table.DeletionProtectionEnabled ? "on" : "off", recovery: `on, ${recovery.days} days`,
    },
    now: { items: table.ItemCount, bytes: table.TableSizeBytes },
  };
}
