package partita.runtime;

/** The types of fields of the kind {@link FieldKind#DOCUMENT}. */
public enum DocumentType {
  ANY,
  MAP,
  LIST,
  STRING_SET,
  NUMBER_SET,
  BINARY_SET,
  VECTOR;

  /** Returns true for a set, which is an absent attribute if it is empty. */
  boolean isSet() {
    return this == STRING_SET || this == NUMBER_SET || this == BINARY_SET;
  }
}
