package partita.runtime;

/** The purposes of actions. */
enum ActionPart {
  /** The item that the request names. */
  ITEM,
  /** The item under its old key, for a move. */
  OLD_ITEM,
  /** Creates the sentinel of a unique value. */
  CLAIM,
  /** Removes that sentinel. */
  RELEASE,
  /** Gives that sentinel another owner. */
  REPOINT,
  /** Removes the expired owner whose value a claim takes over, or checks that it is gone. */
  EXPIRED;

  /** Returns true if the action ends the item's ownership of a sentinel. */
  boolean endsOwnership() {
    return this == RELEASE || this == REPOINT;
  }
}
