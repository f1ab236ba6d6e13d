package partita.runtime;

/** The kinds of actions of a transaction. */
enum ActionKind {
  PUT,
  UPDATE,
  DELETE,
  CHECK
}
