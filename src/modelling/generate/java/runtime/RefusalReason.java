package partita.runtime;

/** Why the service did not carry a write out. */
public enum RefusalReason {
  /** A create found an item with this key. */
  ITEM_EXISTS,
  /** The item that must exist does not. */
  ITEM_MISSING,
  /** The condition of the call does not hold. */
  CONDITION_FAILED,
  /** The item has another version than the call expects. */
  VERSION_CONFLICT,
  /** Another item has the value of a unique field. */
  UNIQUE_VALUE_TAKEN,
  /** The item changed between the read and each attempt to write it. */
  CHANGED_MEANWHILE
}
