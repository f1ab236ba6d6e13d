package partita.runtime;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/** Reads any number of items by primary key. */
final class BatchGet {
  // The number of requests of one batch that are under way at a time.
  private static final int SIDE_BY_SIDE = 4;
  private static final int MOST_KEYS = 100; // of one request

  private final Session session;
  private final KeySet set;
  private final boolean consistent;
  private final KeyedRows answer;
  private List<Integer> pending; // keys that this attempt must still ask for
  private List<Integer> unprocessed = new ArrayList<>(); // keys for the next attempt
  private boolean progress; // in this attempt
  private SdkException lastFailure; // of the last request, if it failed as a whole

  /** The answer of one request, or its failure. */
  private record Outcome(BatchGetItemResponse response, SdkException failure) {}

  private BatchGet(Session session, List<GetRequest> requests, boolean consistent) {
    this.session = session;
    this.set = new KeySet(session, requests);
    this.consistent = consistent;
    this.answer = new KeyedRows(requests.size());
    this.pending = IntStream.range(0, set.keys().size()).boxed().toList();
  }

  /**
   * Returns the items, by position. It reads chunks of 100 items, and asks again for keys that the
   * database left unprocessed, with growing delays.
   *
   * @throws ModelException for a field that is missing or cannot be in a key
   * @throws BatchUnfinishedException if keys are unprocessed when the attempts are used up
   */
  static KeyedRows run(Session session, List<GetRequest> requests, boolean consistent) {
    BatchGet batch = new BatchGet(session, requests, consistent);
    batch.run(requests.size());
    return batch.answer;
  }

  private void run(int all) {
    for (int attempt = 0; ; ) {
      while (!pending.isEmpty()) {
        sendChunks();
      }
      if (unprocessed.isEmpty()) {
        return;
      }
      // Only consecutive attempts that read no item use up attempts, because large items leave keys
      // unprocessed without any fault.
      attempt = progress ? 1 : attempt + 1;
      long delay = session.delayBefore(attempt);
      if (delay < 0) {
        throw unfinished(all, attempt);
      }
      progress = false;
      pending = unprocessed;
      unprocessed = new ArrayList<>();
      Session.pause(delay);
    }
  }

  private BatchUnfinishedException unfinished(int all, int attempts) {
    List<Integer> positions =
        unprocessed.stream()
            .flatMap(number -> set.keys().get(number).positions().stream())
            .sorted()
            .toList();
    String why =
        BatchUnfinishedException.leftUndone("reads", positions.size(), all, attempts, lastFailure);
    return new BatchUnfinishedException(why, positions, lastFailure);
  }

  // Sends requests for several chunks of the pending keys, side by side.
  private void sendChunks() {
    List<List<Integer>> chunks = new ArrayList<>();
    int at = 0;
    for (; at < pending.size() && chunks.size() < SIDE_BY_SIDE; at += MOST_KEYS) {
      chunks.add(pending.subList(at, Math.min(pending.size(), at + MOST_KEYS)));
    }
    pending = at < pending.size() ? pending.subList(at, pending.size()) : List.of();
    answer.cost().addRequests(chunks.size());
    List<Supplier<Outcome>> calls = new ArrayList<>();
    for (List<Integer> chunk : chunks) {
      calls.add(() -> send(chunk));
    }
    List<Outcome> outcomes = SideBySide.all(session.executor(), calls);
    for (int i = 0; i < outcomes.size(); ++i) {
      takeAnswer(chunks.get(i), outcomes.get(i));
    }
  }

  private Outcome send(List<Integer> chunk) {
    Map<String, List<Map<String, AttributeValue>>> keys = new LinkedHashMap<>();
    for (int number : chunk) {
      KeySet.AskedKey asked = set.keys().get(number);
      keys.computeIfAbsent(asked.tableName(), name -> new ArrayList<>()).add(asked.key());
    }
    Map<String, KeysAndAttributes> tables = new LinkedHashMap<>();
    keys.forEach(
        (name, all) ->
            tables.put(
                name, KeysAndAttributes.builder().keys(all).consistentRead(consistent).build()));
    BatchGetItemRequest request =
        BatchGetItemRequest.builder()
            .requestItems(tables)
            .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
            .build();
    try {
      return new Outcome(session.client().batchGetItem(request), null);
    } catch (SdkException error) {
      // The service answers with such an error if it can process no part of a batch at all.
      if (ServiceErrors.isThrottled(error) || ServiceErrors.maySucceedLater(error)) {
        return new Outcome(null, error);
      }
      throw error;
    }
  }

  private void takeAnswer(List<Integer> chunk, Outcome outcome) {
    lastFailure = outcome.failure();
    if (outcome.failure() != null) {
      unprocessed.addAll(chunk);
      return;
    }
    BatchGetItemResponse response = outcome.response();
    int before = unprocessed.size();
    response
        .unprocessedKeys()
        .forEach(
            (table, keys) -> {
              for (Map<String, AttributeValue> key : keys.keys()) {
                int number = set.numberOf(table, key);
                if (number >= 0) {
                  unprocessed.add(number);
                }
              }
            });
    int left = unprocessed.size() - before;
    progress |= left < chunk.size();
    answer.cost().addEvaluated(chunk.size() - left);
    answer.cost().addCapacity(response.consumedCapacity());
    response
        .responses()
        .forEach(
            (table, items) -> {
              for (Map<String, AttributeValue> item : items) {
                int number = set.numberOf(table, item);
                if (number >= 0) {
                  answer.cost().addReturned(1);
                  set.addItem(number, item, answer);
                }
              }
            });
  }
}
