package partita.runtime;

/** The treatment of bytes up to '$' in a key's part. */
public enum KeyEscape {
  /** Such a byte becomes $HH. */
  ESCAPED,
  /** A value with such a byte is refused. */
  REJECT,
  /** The value is written as it is. */
  RAW
}
