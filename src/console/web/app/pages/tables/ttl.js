// Time to live of a table.
import { call } from "../../api.js";

// The attribute that ends items, or "" without one. A server that does not know the operation has no such attribute.
export async function ttlOf(name) {
  try {
    const { TimeToLiveDescription: ttl } = await call("DescribeTimeToLive", { TableName: name });
    return ttl?.TimeToLiveStatus === "ENABLED" || ttl?.TimeToLiveStatus === "ENABLING" ? ttl.AttributeName : "";
  } catch {
    return "";
  }
}
export function setTtl(name, attribute, enabled) {
  return call("UpdateTimeToLive",
    { TableName: name, TimeToLiveSpecification: { AttributeName: attribute, Enabled: enabled } });
}
