package partita.runtime;

import java.util.Arrays;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The condition on which an index holds an item.
 *
 * @param field the position of a field
 * @param equals the text of the field's attribute
 */
public record When(int field, String equals) {
  /** Returns true if the index holds an item whose field has this value. */
  boolean isMetBy(AttributeValue value) {
    if (value.bool() != null) {
      return equals.equals(value.bool() ? "true" : "false");
    }
    if (value.b() != null) {
      return Arrays.equals(value.b().asByteArrayUnsafe(), Texts.utf8(equals));
    }
    return equals.equals(value.s() != null ? value.s() : value.n());
  }
}
