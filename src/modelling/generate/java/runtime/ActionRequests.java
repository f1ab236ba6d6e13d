package partita.runtime;

import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.Update;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * The requests of actions. Each asks for the stored item in case its condition fails. The functions
 * take an action and the session, or the table's name in the database.
 */
final class ActionRequests {
  private static final ReturnValuesOnConditionCheckFailure OLD_ON_FAILURE =
      ReturnValuesOnConditionCheckFailure.ALL_OLD;

  private ActionRequests() {}

  static PutItemRequest put(WriteAction action, Session session) {
    ActionExpressions texts = action.expressions();
    return PutItemRequest.builder()
        .tableName(session.tableName(action.table()))
        .item(action.item())
        .conditionExpression(texts.condition())
        .expressionAttributeNames(texts.names())
        .expressionAttributeValues(texts.values())
        .returnValuesOnConditionCheckFailure(OLD_ON_FAILURE)
        .returnValues(action.returnsOld() ? ReturnValue.ALL_OLD : null)
        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
        .overrideConfiguration(session.ofWrites())
        .build();
  }

  static UpdateItemRequest update(WriteAction action, Session session) {
    ActionExpressions texts = action.expressions();
    return UpdateItemRequest.builder()
        .tableName(session.tableName(action.table()))
        .key(action.key())
        .updateExpression(texts.update())
        .conditionExpression(texts.condition())
        .expressionAttributeNames(texts.names())
        .expressionAttributeValues(texts.values())
        .returnValuesOnConditionCheckFailure(OLD_ON_FAILURE)
        .returnValues(action.returnsOld() ? ReturnValue.ALL_OLD : ReturnValue.ALL_NEW)
        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
        .overrideConfiguration(session.ofWrites())
        .build();
  }

  static DeleteItemRequest delete(WriteAction action, Session session) {
    ActionExpressions texts = action.expressions();
    return DeleteItemRequest.builder()
        .tableName(session.tableName(action.table()))
        .key(action.key())
        .conditionExpression(texts.condition())
        .expressionAttributeNames(texts.names())
        .expressionAttributeValues(texts.values())
        .returnValuesOnConditionCheckFailure(OLD_ON_FAILURE)
        .returnValues(ReturnValue.ALL_OLD)
        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
        .overrideConfiguration(session.ofWrites())
        .build();
  }

  /** Requires: an update has an update expression or a condition. */
  static TransactWriteItem transactItem(WriteAction action, String tableName) {
    TransactWriteItem.Builder item = TransactWriteItem.builder();
    // A transaction takes no update without changes.
    boolean isUpdate = action.kind() == ActionKind.UPDATE && action.expressions().update() != null;
    if (action.kind() == ActionKind.PUT) {
      item.put(putPart(action, tableName));
    } else if (isUpdate) {
      item.update(updatePart(action, tableName));
    } else if (action.kind() == ActionKind.DELETE) {
      item.delete(deletePart(action, tableName));
    } else {
      item.conditionCheck(checkPart(action, tableName));
    }
    return item.build();
  }

  private static Put putPart(WriteAction action, String tableName) {
    ActionExpressions texts = action.expressions();
    return Put.builder()
        .tableName(tableName)
        .item(action.item())
        .conditionExpression(texts.condition())
        .expressionAttributeNames(texts.names())
        .expressionAttributeValues(texts.values())
        .returnValuesOnConditionCheckFailure(OLD_ON_FAILURE)
        .build();
  }

  private static Update updatePart(WriteAction action, String tableName) {
    ActionExpressions texts = action.expressions();
    return Update.builder()
        .tableName(tableName)
        .key(action.key())
        .updateExpression(texts.update())
        .conditionExpression(texts.condition())
        .expressionAttributeNames(texts.names())
        .expressionAttributeValues(texts.values())
        .returnValuesOnConditionCheckFailure(OLD_ON_FAILURE)
        .build();
  }

  private static Delete deletePart(WriteAction action, String tableName) {
    ActionExpressions texts = action.expressions();
    return Delete.builder()
        .tableName(tableName)
        .key(action.key())
        .conditionExpression(texts.condition())
        .expressionAttributeNames(texts.names())
        .expressionAttributeValues(texts.values())
        .returnValuesOnConditionCheckFailure(OLD_ON_FAILURE)
        .build();
  }

  private static ConditionCheck checkPart(WriteAction action, String tableName) {
    ActionExpressions texts = action.expressions();
    return ConditionCheck.builder()
        .tableName(tableName)
        .key(action.key())
        .conditionExpression(texts.condition())
        .expressionAttributeNames(texts.names())
        .expressionAttributeValues(texts.values())
        .returnValuesOnConditionCheckFailure(OLD_ON_FAILURE)
        .build();
  }
}
