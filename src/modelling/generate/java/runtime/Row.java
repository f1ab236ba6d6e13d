package partita.runtime;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * An item of an entity.
 *
 * @param entity the entity
 * @param attributes the attributes as stored, and the fields that only keys hold
 */
record Row(EntityDescription entity, Map<String, AttributeValue> attributes) {}
