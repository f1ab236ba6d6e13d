package partita.runtime;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The function of a computed field. */
@FunctionalInterface
public interface ComputedFunction {
  /**
   * Returns the value of the field, or null for an absent one. The values are those of the item's
   * other fields, by their attributes.
   */
  AttributeValue compute(Map<String, AttributeValue> values);
}
