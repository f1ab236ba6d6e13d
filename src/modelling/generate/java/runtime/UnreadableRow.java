package partita.runtime;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The report of a row that cannot be used.
 *
 * @param key its primary key
 * @param entity the name of its entity, or null
 * @param message the reason
 */
record UnreadableRow(Map<String, AttributeValue> key, String entity, String message) {}
