// Transactions, each sent until it is carried out or refused.
import type { CancellationReason, TransactWriteItemsCommandInput } from "@aws-sdk/client-dynamodb";

import { OutcomeUnknown } from "./errors.js";
import { causeOf } from "./lost_answer.js";
import { sendTransaction, type WriteCall } from "./requests.js";
import { delayBefore, wait } from "./retry_delay.js";
import { isCancellation, maySucceedLater, messageOf, outcomeIsUnknown, reasonsOf } from "./service_errors.js";
import type { Session } from "./session.js";
import { transactWriteItem, type WriteAction } from "./write_action.js";

// The action that caused the cancellation of a transaction.
export interface Cancellation {
  readonly action: number;
  readonly code: string; // such as "ConditionalCheckFailed"
  readonly reason: CancellationReason;
}

const conflicts: readonly string[] = [
  "TransactionConflict",
  "ThrottlingError",
  "ProvisionedThroughputExceeded",
  "RequestLimitExceeded",
];

// Returns the action to blame: the first whose condition failed, or else the first that was refused for good, or else
// the first that met another writer. undefined if the error has no reasons.
export function blamed(error: unknown): Cancellation | undefined {
  const causes = reasonsOf(error)
    .map((reason, action) => ({ action, code: reason.Code ?? "None", reason }))
    .filter((cause) => cause.code !== "None");
  return (
    causes.find((cause) => cause.code === "ConditionalCheckFailed") ??
    causes.find((cause) => !conflicts.includes(cause.code)) ??
    causes[0]
  );
}

function transactionMaySucceedLater(error: unknown): boolean {
  return isCancellation(error) ? conflicts.includes(blamed(error)?.code ?? "") : maySucceedLater(error);
}

function inputOf(session: Session, actions: readonly WriteAction[]): TransactWriteItemsCommandInput {
  return {
    TransactItems: actions.map((action) => transactWriteItem(action, session.tableName(action.table))),
    ReturnConsumedCapacity: "TOTAL",
    ClientRequestToken: session.requestToken(),
  };
}

// Returns the error of a write whose outcome is not known, with the message of `cause`.
export function outcomeUnknown(cause: unknown): OutcomeUnknown {
  return new OutcomeUnknown(`The outcome of the write is not known: ${messageOf(cause)}`, { cause: causeOf(cause) });
}

// Sends the actions as one transaction. Its token makes a repetition harmless, so unknown outcomes and conflicts with
// other writers are tried again with growing delays. Throws the last error of the SDK, or OutcomeUnknown if the
// attempts are used up and the last one had no clear outcome.
export async function runTransaction(call: WriteCall, actions: readonly WriteAction[]): Promise<void> {
  const input = inputOf(call.session, actions);
  for (let made = 1; ; ++made) {
    try {
      return await sendTransaction(call, input);
    } catch (error) {
      if (!transactionMaySucceedLater(error)) throw error;
      const delay = delayBefore(call.session, made);
      if (delay === undefined) throw outcomeIsUnknown(error) ? outcomeUnknown(error) : error;
      await wait(delay, call.options);
    }
  }
}
