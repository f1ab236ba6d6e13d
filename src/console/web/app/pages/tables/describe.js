// Short texts of a table's description.
import { countText } from "../../base/text.js";

// The key of a table or index, such as "PK (S) · SK (S)". A multi-attribute key joins its parts with "+".
export function keyText(schema, definitions) {
  const type = (name) => definitions?.find((one) => one.AttributeName === name)?.AttributeType;
  const part = (keyType) => schema.filter((one) => one.KeyType === keyType)
    .map(({ AttributeName }) => (type(AttributeName) ? `${AttributeName} (${type(AttributeName)})` : AttributeName))
      .join(" + ");
  return [part("HASH"), part("RANGE")].filter(Boolean).join(" · ");
}

export const isOnDemand = (table) =>
  (table.BillingModeSummary?.BillingMode ??
    table.TableThroughputModeSummary?.TableThroughputMode) === "PAY_PER_REQUEST";

export function throughputText(table) {
  if (isOnDemand(table)) return "on demand";
  const { ReadCapacityUnits: reads, WriteCapacityUnits: writes } = table.ProvisionedThroughput ?? {};
  return reads === undefined ? "–" : `${countText(reads)} read, ${countText(writes)} write`;
}

export function projectionText(projection) {
  const type = projection?.ProjectionType ?? "ALL";
  if (type === "ALL") return "all attributes";
  return type === "KEYS_ONLY" ? "keys only" : `keys and ${(projection.NonKeyAttributes ?? []).join(", ")}`;
}
