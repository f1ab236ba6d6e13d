package partita.runtime;

import java.math.BigInteger;
import java.util.UUID;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The text of a field's value in a key without a format, before it is escaped. */
final class PlainTexts {
  private PlainTexts() {}

  /** Returns the error of a value that cannot be in a key. */
  static ModelException refused(FieldDescription field, String why) {
    return new ModelException("The field " + field.name() + " cannot be in a key: " + why);
  }

  /** Returns the error of a value that has another type or form than its field. */
  static ModelException wrongType(FieldDescription field) {
    FieldKind kind = field.kind();
    return refused(field, "its value must be " + kind.words() + kind.example());
  }

  /** Returns the number of a field of a whole kind. Throws ModelException for another value. */
  static BigInteger numberOf(FieldDescription field, AttributeValue value) {
    BigInteger number = value.n() == null ? null : WholeNumbers.read(value.n());
    if (number == null || !WholeNumbers.fits(field.kind(), number)) {
      throw wrongType(field);
    }
    return number;
  }

  /**
   * Returns the text that a part without a format writes, before it is escaped.
   *
   * @throws ModelException that names the field, if the value has another type or form than the
   *     field or names no enumerator, or if the field's kind has no such text
   */
  static String of(FieldDescription field, AttributeValue value) {
    switch (field.kind()) {
      case STRING, TIME, DATE, UUID, ULID -> {
        if (value.s() == null || !TextForms.has(field.kind(), value.s())) {
          throw wrongType(field);
        }
        return value.s();
      }
      case ENUM -> {
        return textOfEnumerator(field, value);
      }
      case BOOL -> {
        if (value.bool() == null) {
          throw wrongType(field);
        }
        return value.bool() ? "true" : "false";
      }
      case BYTES -> {
        if (value.b() == null) {
          throw wrongType(field);
        }
        return TextForms.hex(Values.bytesOf(value));
      }
      case INTEGER, UNSIGNED, SECONDS -> {
        boolean isPlain = value.n() != null && WholeNumbers.isPlain(value.n());
        return isPlain ? value.n() : numberOf(field, value).toString();
      }
      default ->
          throw refused(
              field, field.kind().words() + " has no text that sorts in the order of its values");
    }
  }

  private static String textOfEnumerator(FieldDescription field, AttributeValue value) {
    if (value.s() == null) {
      throw wrongType(field);
    }
    for (Enumerator one : field.enumerators()) {
      if (one.attribute().equals(value.s())) {
        return one.key();
      }
    }
    throw refused(field, "no enumerator has the text \"" + value.s() + "\"");
  }
}
