package partita.runtime;

/** The kinds of writes. */
enum WriteKind {
  CREATE,
  PUT,
  UPDATE,
  UPSERT,
  REMOVE,
  CHECK,
  MOVE
}
