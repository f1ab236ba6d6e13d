package partita.runtime;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The attributes of an item, and the fields that were read from its keys. An attribute with the
 * name of a field that only keys hold is ignored, because an earlier model wrote it.
 *
 * @param stored the attributes
 * @param added the fields that were read from keys, by their attributes
 */
record KnownValues(Map<String, AttributeValue> stored, Map<String, AttributeValue> added) {
  /** Returns the attribute or a field that was read from a key, or null if both are absent. */
  AttributeValue get(String attribute) {
    AttributeValue value = stored.get(attribute);
    return value == null ? added.get(attribute) : value;
  }

  AttributeValue ofField(FieldDescription field) {
    return field.keyOnly() ? added.get(field.attribute()) : get(field.attribute());
  }
}
