package partita.runtime;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * An item as it was read, with the fields that only its keys hold.
 *
 * @param attributes the attributes, or null if the item does not exist
 */
record StoredItem(Map<String, AttributeValue> attributes) {
  boolean exists() {
    return attributes != null;
  }

  /** Returns an attribute, or null if it or the item does not exist. */
  AttributeValue get(String name) {
    return attributes == null ? null : attributes.get(name);
  }
}
