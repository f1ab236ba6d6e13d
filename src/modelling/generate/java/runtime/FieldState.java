package partita.runtime;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The value of a field, as far as it is known.
 *
 * @param known true if it is known
 * @param value the value of a known field, or null if the field is absent and has no default
 * @param isDefault true if the attribute is, or may be, absent and means the value
 */
record FieldState(boolean known, AttributeValue value, boolean isDefault) {
  static final FieldState UNKNOWN = new FieldState(false, null, false);

  static FieldState of(AttributeValue value) {
    return new FieldState(true, value, false);
  }

  static FieldState absent(EntityDescription entity, String attribute) {
    AttributeValue value = Defaults.of(entity, attribute);
    return new FieldState(true, value, value != null);
  }

  static FieldState in(
      EntityDescription entity, Map<String, AttributeValue> values, FieldDescription field) {
    AttributeValue value = values.get(field.attribute());
    return value == null || Defaults.countsAsAbsent(field, value)
        ? absent(entity, field.attribute())
        : of(value);
  }

  /** Returns the state of a field whose attribute has the value or, if it is null, is absent. */
  static FieldState given(EntityDescription entity, AttributeValue value, String attribute) {
    if (value == null) {
      return absent(entity, attribute);
    }
    AttributeValue otherwise = Defaults.of(entity, attribute);
    return new FieldState(true, value, otherwise != null && Equality.same(otherwise, value));
  }

  boolean isAbsent() {
    return known && value == null;
  }
}
