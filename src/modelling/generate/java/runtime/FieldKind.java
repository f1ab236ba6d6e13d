package partita.runtime;

/**
 * The kinds of fields. Each kind has its words for messages, and perhaps the one form of its texts.
 */
public enum FieldKind {
  STRING("a string"),
  BYTES("binary"),
  /** A whole number with a sign, of up to 64 bits. */
  INTEGER("a whole number"),
  /** A whole number without a sign, of up to 64 bits. */
  UNSIGNED("a whole number of at least zero"),
  DOUBLE("a floating-point number"),
  /** An exact number of up to 38 digits. */
  DECIMAL("a decimal number"),
  BOOL("a boolean"),
  ENUM("an enumerator"),
  /** A text of UTC with milliseconds. */
  TIME("a time", "dddd-dd-ddTdd:dd:dd.dddZ", ", such as 2026-01-05T09:00:00.000Z"),
  DATE("a date", "dddd-dd-dd", ", such as 2026-01-05"),
  UUID(
      "a UUID",
      "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx",
      ", such as 0f8fad5b-d9cb-469f-a165-70867728950e"),
  ULID("a ULID", "uuuuuuuuuuuuuuuuuuuuuuuuuu", ", such as 01ARZ3NDEKTSV4RRFFQ69G5FAV"),
  /** The number of seconds since 1970. */
  SECONDS("a time in seconds"),
  /** A map, a list, a set, or any value. */
  DOCUMENT("a document");

  private final String words;
  private final String form;
  private final String example;

  FieldKind(String words) {
    this(words, null, "");
  }

  FieldKind(String words, String form, String example) {
    this.words = words;
    this.form = form;
    this.example = example;
  }

  /** Returns the kind in words for messages, such as "a string" or "a time". */
  String words() {
    return words;
  }

  /**
   * Returns the form of the kind's texts, or null without one. In a form, 'd' is a decimal digit,
   * 'x' a lower-case hex digit and 'u' a digit of Crockford's base 32 in upper case. Any other
   * character is itself.
   */
  String form() {
    return form;
  }

  /** Returns an example for messages, which is empty for a kind whose texts have no form. */
  String example() {
    return example;
  }

  /** Returns true if values of the kind are whole numbers. */
  boolean isWhole() {
    return this == INTEGER || this == UNSIGNED || this == SECONDS;
  }
}
