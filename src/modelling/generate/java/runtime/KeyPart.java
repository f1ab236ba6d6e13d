package partita.runtime;

/** A part of a key's template: a literal, or a field with its format. */
public sealed interface KeyPart permits Literal, KeyField {
  /** Returns a literal. */
  static KeyPart text(String text) {
    return new Literal(text);
  }

  /** Returns a field, given by its position in the entity, without a format. */
  static KeyField field(int field) {
    return new KeyField(field, KeyFormat.PLAIN, 0, 1, 0, KeyEscape.ESCAPED, "");
  }
}
