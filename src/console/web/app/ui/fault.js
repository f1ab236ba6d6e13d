// An error as a user needs it: its code, its message, and its cure.
import { m } from "../m.js";
import { button } from "./button.js";

const kCures = {
  UnknownOperationException: "This server does not have the operation, so that this page can do nothing with it here.",
  NotImplemented: "This server does not have the operation, so that this page can do nothing with it here.",
  AccessDeniedException: "The keys may not do this. Sign in with other keys, or let a policy allow it.",
  UnrecognizedClientException: "The server does not know these keys. Sign in again.",
  ExpiredTokenException: "The session token is over. Sign in again.",
  ResourceNotFoundException: "It may have been deleted meanwhile. Read the list of tables again.",
  ProvisionedThroughputExceededException: "The table's throughput is used up. Wait a moment and try again.",
  ThrottlingException: "The server asks to wait. Try again in a moment.",
  RequestLimitExceeded: "The server asks to wait. Try again in a moment.",
  TransactionConflictException: "Another write was under way to the same item. Try again.",
  ConditionalCheckFailedException: "The item is not as the condition wants it, so that nothing was written.",
  NetworkError: "If the server was stopped, start it again. Then go on here.",
  InternalServerError: "The server failed; its log may say why. Try again.",
};
export const cureOf = (error) => kCures[error?.code] ?? "";

// `again` repeats the action. `more` is shown below the cure.
/**
 * @param {any} error
 * @param {{again?: () => unknown, more?: unknown}} [options]
 */
export function fault(error, { again, more } = {}) {
  if (!error) return null;
  const cure = cureOf(error);
  return m(".notice.error", { role: "alert" }, [
    m("strong", error.code ?? "Error"), `: ${error.message || "no message"}`,
    cure ? m("div", cure) : null,
    more ?? null,
    again ? m(".row", { style: { marginTop: "4px" } }, button("Try again", again, { small: true })) : null,
  ]);
}
