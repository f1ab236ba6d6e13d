package partita.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Get;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Reads items by primary key, all as of one moment. */
final class Snapshot {
  private static final int MOST_KEYS = 100;

  private Snapshot() {}

  /**
   * Returns the items, by position.
   *
   * @throws ModelException for more than 100 keys, or for a field that is missing or cannot be in a
   *     key
   */
  static KeyedRows read(Session session, List<GetRequest> requests) {
    KeySet set = new KeySet(session, requests);
    KeyedRows answer = new KeyedRows(requests.size());
    if (requests.isEmpty()) {
      return answer;
    }
    if (set.keys().size() > MOST_KEYS) {
      throw new ModelException(
          ("A snapshot has at most %d keys, not %d: read them in several snapshots, each of "
                  + "one moment, or with get_many, which reads any number and not as of one moment")
              .formatted(MOST_KEYS, set.keys().size()));
    }
    List<TransactGetItem> items = new ArrayList<>();
    for (KeySet.AskedKey asked : set.keys()) {
      Get get = Get.builder().tableName(asked.tableName()).key(asked.key()).build();
      items.add(TransactGetItem.builder().get(get).build());
    }
    TransactGetItemsRequest request =
        TransactGetItemsRequest.builder()
            .transactItems(items)
            .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
            .build();
    TransactGetItemsResponse response = send(session, request, answer);
    answer.cost().addCapacity(response.consumedCapacity());
    answer.cost().addEvaluated(set.keys().size());
    for (int i = 0; i < response.responses().size(); ++i) {
      Map<String, AttributeValue> item = response.responses().get(i).item();
      if (Values.whole(item) != null) {
        answer.cost().addReturned(1);
        set.addItem(i, item, answer);
      }
    }
    return answer;
  }

  private static TransactGetItemsResponse send(
      Session session, TransactGetItemsRequest request, KeyedRows answer) {
    for (int attempt = 1; ; ++attempt) {
      answer.cost().addRequests(1);
      try {
        return session.client().transactGetItems(request);
      } catch (TransactionCanceledException error) {
        long delay = Cancellation.isConflict(error) ? session.delayBefore(attempt) : -1;
        if (delay < 0) {
          throw error;
        }
        Session.pause(delay);
      }
    }
  }
}
