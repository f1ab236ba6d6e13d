package partita.runtime;

import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * One action of a transaction on one item. A single action is sent as a PutItem, UpdateItem or
 * DeleteItem.
 *
 * @param kind its kind
 * @param part its purpose
 * @param returnsOld true if the old item is returned; else an update returns the new one
 * @param unique the fields that are unique together, of an action on a sentinel, or null
 * @param table the table
 * @param key the primary key
 * @param item the whole item of a put, or null
 * @param expressions its texts
 */
record WriteAction(
    ActionKind kind,
    ActionPart part,
    boolean returnsOld,
    List<Integer> unique,
    TableDescription table,
    Map<String, AttributeValue> key,
    Map<String, AttributeValue> item,
    ActionExpressions expressions) {
  /** Returns the same action with the condition of another one. */
  WriteAction withConditionOf(ActionExpressions other) {
    ActionExpressions joined =
        new ActionExpressions(
            expressions.update(), other.condition(), other.names(), other.values());
    return new WriteAction(kind, part, returnsOld, unique, table, key, item, joined);
  }

  WriteAction withPart(ActionPart other, List<Integer> fields) {
    return new WriteAction(kind, other, returnsOld, fields, table, key, item, expressions);
  }
}
