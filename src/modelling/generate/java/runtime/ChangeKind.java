package partita.runtime;

/** The kinds of changes of an update. */
enum ChangeKind {
  SET,
  SET_IF_ABSENT,
  INCREMENT,
  APPEND,
  PREPEND,
  ADD_TO_SET,
  REMOVE_FROM_SET,
  REMOVE
}
