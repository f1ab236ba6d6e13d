package partita.runtime;

/** The formats of a field in a key. */
public enum KeyFormat {
  /** The field's own text. */
  PLAIN,
  /** A whole number with leading zeros. */
  PADDED,
  /** A whole number with leading zeros and a sign that sorts. */
  SIGNED,
  YEAR,
  MONTH,
  DAY,
  HOUR,
  /** The number of a shard, which follows from the field's text. */
  SHARD;

  /** Returns true if a field can be read back from a part with this format. */
  boolean isLossless() {
    return this == PLAIN || this == PADDED || this == SIGNED;
  }

  /** Returns true for the leading part of a time or date. */
  boolean isCut() {
    return this == YEAR || this == MONTH || this == DAY || this == HOUR;
  }
}
