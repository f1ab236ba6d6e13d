// Endpoints that do not know the operations of backups.
import { m } from "../../m.js";

const kUnknown = ["UnknownOperationException", "NotImplemented"];

export const isUnknown = (fault) => kUnknown.includes(fault?.code);

export function noBackups() {
  return m(".panel.stack", [
    m("h2", "This endpoint has no backups"),
    m("p.muted", "It does not know the operations of backups and recovery."),
  ]);
}
