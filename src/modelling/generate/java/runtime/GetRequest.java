package partita.runtime;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A read of one item by its primary key.
 *
 * @param table the table
 * @param entity the entity of the item
 * @param values the fields of the primary key
 */
record GetRequest(
    TableDescription table, EntityDescription entity, Map<String, AttributeValue> values) {}
