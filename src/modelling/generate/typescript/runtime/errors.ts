// The errors of this package. Errors of the service that no model explains are those of the SDK.
import type { AttributeMap } from "./attributes.js";

// A call that is wrong whatever the table holds: a value that cannot be in a key, a token of another read. It is thrown
// before a request is sent.
export class ModelError extends Error {
  override readonly name: string = "ModelError";
}

// Why the service did not carry a write out:
//   ItemExists        create() found an item with this key
//   ItemMissing       the item that must exist does not
//   ConditionFailed   the condition of the call does not hold
//   VersionConflict   the item has another version than the call expects
//   UniqueValueTaken  another item has the value of a unique field
//   ChangedMeanwhile  the item changed between the read and each attempt to write it
export type RefusalReason =
  "ItemExists" | "ItemMissing" | "ConditionFailed" | "VersionConflict" | "UniqueValueTaken" | "ChangedMeanwhile";

export interface RefusalDetails {
  readonly item?: AttributeMap; // as it is stored, if the service returned it
  readonly position?: number; // in a transaction, counted from 0
  readonly fields?: readonly string[]; // of UniqueValueTaken
  readonly cause?: unknown;
}

export class WriteRefused extends Error {
  override readonly name: string = "WriteRefused";
  readonly item: AttributeMap | undefined;
  readonly position: number | undefined;
  readonly fields: readonly string[];

  constructor(
    readonly reason: RefusalReason,
    message: string,
    details: RefusalDetails = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.item = details.item;
    this.position = details.position;
    this.fields = details.fields ?? [];
  }
}

// The answer of a write was lost, and whether it was carried out is not known. Read the item before you try again.
export class OutcomeUnknown extends Error {
  override readonly name: string = "OutcomeUnknown";
}

// A row that was read and that the model cannot use: it belongs to no entity, lacks a required field, or has a value
// that the field's kind does not have.
export class UnreadableRow extends Error {
  override readonly name: string = "UnreadableRow";
  constructor(
    message: string,
    readonly key: AttributeMap,
    readonly entity: string | undefined,
  ) {
    super(message);
  }
}
