package partita.runtime;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The texts of an action with their placeholders. Each is null if the action has no such text.
 *
 * @param update the update expression
 * @param condition the condition expression
 * @param names the names of the placeholders
 * @param values the values of the placeholders
 */
record ActionExpressions(
    String update,
    String condition,
    Map<String, String> names,
    Map<String, AttributeValue> values) {}
