package partita.runtime;

import java.math.BigInteger;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The text of one field's value in a key. */
final class KeyTexts {
  private KeyTexts() {}

  /**
   * Returns the escaped text of the value as the part writes it.
   *
   * @throws ModelException that names the field, if the value has another type or form than the
   *     field, is empty, names no enumerator, does not begin with the part's beginning, holds a
   *     byte that the part rejects, is negative in a part without a sign, or has more digits than
   *     the width; or if the field's kind has no text for such a part
   */
  static String of(KeyField part, FieldDescription field, AttributeValue value) {
    return switch (part.format()) {
      case PLAIN -> ofPlain(part, field, value);
      case PADDED, SIGNED -> ofNumber(part, field, value);
      case SHARD -> Integer.toString(ShardNumbers.of(field, value, part.shards()));
      default -> ofCut(part, field, value);
    };
  }

  private static String ofPlain(KeyField part, FieldDescription field, AttributeValue value) {
    String text = PlainTexts.of(field, value);
    if (text.isEmpty()) {
      throw PlainTexts.refused(field, "it is empty");
    }
    if (!text.startsWith(part.mustBegin())) {
      throw PlainTexts.refused(field, "it must begin with \"" + part.mustBegin() + "\"");
    }
    if (part.escape() == KeyEscape.RAW) {
      return text;
    }
    if (part.escape() == KeyEscape.ESCAPED) {
      return Escapes.escape(text);
    }
    if (Escapes.needed(text)) {
      throw PlainTexts.refused(field, "it holds a byte that would have to be escaped");
    }
    return text;
  }

  private static String ofNumber(KeyField part, FieldDescription field, AttributeValue value) {
    if (!field.kind().isWhole()) {
      throw PlainTexts.refused(field, "only a whole number can be padded");
    }
    BigInteger number = PlainTexts.numberOf(field, value);
    int width = part.width();
    boolean withSign = part.format() == KeyFormat.SIGNED;
    if (number.signum() < 0 && !withSign) {
      throw PlainTexts.refused(
          field,
          "%s is negative; {%s:s%03dd} keeps the order of negative numbers too"
              .formatted(number, field.name(), width));
    }
    String text =
        withSign ? WholeNumbers.signedPadded(number, width) : WholeNumbers.padded(number, width);
    if (text == null) {
      throw PlainTexts.refused(field, number + " has more than " + width + " digits");
    }
    return text;
  }

  private static String ofCut(KeyField part, FieldDescription field, AttributeValue value) {
    int size = TextForms.cutSize(field.kind(), part.format());
    if (size == 0) {
      throw PlainTexts.refused(field, "it is not a time with such a part");
    }
    if (value.s() == null || !TextForms.has(field.kind(), value.s())) {
      throw PlainTexts.wrongType(field);
    }
    return value.s().substring(0, size);
  }
}
