// The errors of the service and of the way to it, told apart by their names, because a program may have several copies
// of the SDK.
import { DynamoDBServiceException, type CancellationReason } from "@aws-sdk/client-dynamodb";

import { toMap, type AttributeMap, type AttributeValue } from "./attributes.js";

interface Details {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly message?: unknown;
  readonly Item?: Record<string, AttributeValue>;
  readonly CancellationReasons?: readonly CancellationReason[];
  readonly $metadata?: { readonly httpStatusCode?: number };
}

const throttled: readonly string[] = [
  "LimitExceededException",
  "ProvisionedThroughputExceededException",
  "RequestLimitExceeded",
  "ThrottlingException",
  "TransactionInProgressException",
];
const unanswered: readonly string[] = [
  "InternalServerError",
  "LostAnswer", // lost_answer.ts
  "NetworkingError",
  "RequestTimeout",
  "RequestTimeoutException",
  "ServiceUnavailable",
  "ServiceUnavailableException",
  "TimeoutError",
];
const brokenConnection: readonly string[] = [
  "EAI_AGAIN",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EPIPE",
  "ERR_HTTP2_STREAM_ERROR",
  "ETIMEDOUT",
];

function detailsOf(error: unknown): Details {
  return typeof error === "object" && error !== null ? error : {};
}

function nameOf(error: unknown): string {
  const { name } = detailsOf(error);
  return typeof name === "string" ? name : "";
}

// Returns the text of an error, or of any other value that was thrown.
export function messageOf(error: unknown): string {
  const { message } = detailsOf(error);
  return typeof message === "string" ? message : String(error);
}

// The three functions below tell the errors of the service apart.
export function isConditionFailure(error: unknown): boolean {
  return nameOf(error) === "ConditionalCheckFailedException";
}
export function isCancellation(error: unknown): boolean {
  return nameOf(error) === "TransactionCanceledException";
}
export function isValidation(error: unknown): boolean {
  return nameOf(error) === "ValidationException";
}

// Returns the item that a failed condition found, or undefined if there is none.
export function foundItem(error: unknown): AttributeMap | undefined {
  const { Item } = detailsOf(error);
  return Item && toMap(Item);
}

// Returns the reasons of a cancelled transaction, one for each action.
export function reasonsOf(error: unknown): readonly CancellationReason[] {
  return detailsOf(error).CancellationReasons ?? [];
}

// Returns true if the request may have been carried out although it failed.
export function outcomeIsUnknown(error: unknown): boolean {
  const { code, $metadata } = detailsOf(error);
  const status = $metadata?.httpStatusCode ?? 0;
  return unanswered.includes(nameOf(error)) || brokenConnection.includes(String(code)) || status >= 500;
}

// Returns true if the service asks to slow down. The SDK has then sent the request again already.
export function isThrottled(error: unknown): boolean {
  return throttled.includes(nameOf(error)) || detailsOf(error).$metadata?.httpStatusCode === 429;
}

// Returns true if the same request may succeed later, and the SDK does not send it again.
export function maySucceedLater(error: unknown): boolean {
  return outcomeIsUnknown(error) || nameOf(error) === "TransactionConflictException";
}

// Returns an error of the service with this text.
export function validationError(message: string, cause: unknown): Error {
  const error = new DynamoDBServiceException({
    name: "ValidationException",
    $fault: "client",
    $metadata: detailsOf(cause).$metadata ?? {},
    message,
  });
  error.cause = cause;
  return error;
}
