package partita.runtime;

import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The order of values as a part of a key has it. */
final class KeyOrder {
  private KeyOrder() {}

  /**
   * Returns the order of a stored value and a value of the question. Null if the field cannot hold
   * the stored value.
   */
  static Integer order(RowMatch.Asked in, AttributeValue stored, AttributeValue asked) {
    if (asked == null || stored.type() != asked.type()) {
      return null;
    }
    if (stored.s() != null) {
      String mine = textOf(in, stored.s());
      String other = textOf(in, asked.s());
      return mine == null || other == null ? null : Integer.valueOf(Texts.compare(mine, other));
    }
    if (stored.bool() != null) {
      return Boolean.compare(stored.bool(), asked.bool());
    }
    if (stored.n() != null && stored.n().equals(asked.n())) {
      return 0;
    }
    return Equality.order(stored, asked);
  }

  static int orderOrZero(RowMatch.Asked in, AttributeValue stored, AttributeValue asked) {
    Integer order = order(in, stored, asked);
    return order == null ? 0 : order;
  }

  // The part of a value's text by which a key orders it. Null if the field cannot hold the text.
  private static String textOf(RowMatch.Asked in, String text) {
    FieldDescription field = in.field();
    if (field.kind() == FieldKind.ENUM) {
      for (Enumerator one : field.enumerators()) {
        if (one.attribute().equals(text)) {
          return one.key();
        }
      }
      return null;
    }
    if (!TextForms.has(field.kind(), text)) {
      return null;
    }
    KeyFormat format = in.part().format();
    return format.isCut() ? text.substring(0, TextForms.cutSize(field.kind(), format)) : text;
  }
}
