package partita.runtime;

import java.util.LinkedHashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** A call of a write: sends its requests, and counts their cost. */
final class WriteCall {
  private final Session session;
  private final CostMeter cost = new CostMeter();

  WriteCall(Session session) {
    this.session = session;
  }

  Session session() {
    return session;
  }

  CostMeter cost() {
    return cost;
  }

  /** Reads an item with its latest value. Returns a new map, or null if it does not exist. */
  Map<String, AttributeValue> getItem(TableDescription table, Map<String, AttributeValue> key) {
    cost.addRequests(1);
    GetItemResponse answer =
        session
            .client()
            .getItem(
                GetItemRequest.builder()
                    .tableName(session.tableName(table))
                    .key(key)
                    .consistentRead(true)
                    .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                    .build());
    cost.addCapacity(answer.consumedCapacity());
    return answer.hasItem() && !answer.item().isEmpty() ? new LinkedHashMap<>(answer.item()) : null;
  }

  /** Sends one action by itself. Returns the item that the service returned, or null. */
  Map<String, AttributeValue> send(WriteAction action) {
    cost.addRequests(1);
    return switch (action.kind()) {
      case PUT -> {
        PutItemResponse answer = session.writer().putItem(ActionRequests.put(action, session));
        cost.addCapacity(answer.consumedCapacity());
        yield Values.whole(answer.attributes());
      }
      case UPDATE -> {
        UpdateItemResponse answer =
            session.writer().updateItem(ActionRequests.update(action, session));
        cost.addCapacity(answer.consumedCapacity());
        yield Values.whole(answer.attributes());
      }
      case DELETE -> {
        DeleteItemResponse answer =
            session.writer().deleteItem(ActionRequests.delete(action, session));
        cost.addCapacity(answer.consumedCapacity());
        yield Values.whole(answer.attributes());
      }
      case CHECK -> throw new IllegalStateException("a check is sent in a transaction only");
    };
  }

  /** Sends one attempt of a transaction. */
  void send(TransactWriteItemsRequest request) {
    cost.addRequests(1);
    cost.addCapacity(session.writer().transactWriteItems(request).consumedCapacity());
  }
}
