package partita.runtime;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteRequest;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/** Puts and removes items independently of each other, in chunks. */
final class BatchWrite {
  private static final int CHUNK_SIZE = 25;
  private static final int ITEM_BYTES = 400 * 1024;

  private final WriteCall call;
  private final Session session;
  private final int all;
  private List<Write> waiting = new ArrayList<>();

  /** A write with the table's name in the database. The item of a removal is null. */
  private record Write(
      String table,
      Map<String, AttributeValue> key,
      Map<String, AttributeValue> item,
      int position) {
    software.amazon.awssdk.services.dynamodb.model.WriteRequest toRequest() {
      var builder = software.amazon.awssdk.services.dynamodb.model.WriteRequest.builder();
      return item == null
          ? builder.deleteRequest(DeleteRequest.builder().key(key).build()).build()
          : builder.putRequest(PutRequest.builder().item(item).build()).build();
    }

    boolean isIn(List<software.amazon.awssdk.services.dynamodb.model.WriteRequest> requests) {
      for (var request : requests) {
        Map<String, AttributeValue> other =
            request.putRequest() != null
                ? request.putRequest().item()
                : request.deleteRequest().key();
        if (key.entrySet().stream()
            .allMatch(entry -> Equality.same(other.get(entry.getKey()), entry.getValue()))) {
          return true;
        }
      }
      return false;
    }
  }

  private record Place(String table, Map<String, AttributeValue> key) {}

  private BatchWrite(Session session, int all) {
    this.call = new WriteCall(session);
    this.session = session;
    this.all = all;
  }

  /**
   * Puts and removes items, without conditions and not atomically. They are sent in chunks of 25.
   * Unprocessed ones are sent again, with growing delays.
   *
   * @throws ModelException before the first request if an item is too large, two requests are for
   *     one item, or a request needs a condition
   * @throws BatchUnfinishedException if the batch is not carried out whole
   */
  static Cost run(Session session, List<WriteRequest> requests) {
    BatchWrite batch = new BatchWrite(session, requests.size());
    batch.addAll(requests);
    batch.run();
    return batch.call.cost().toCost();
  }

  private void run() {
    int attempts = 0; // consecutive ones without progress
    while (!waiting.isEmpty()) {
      int size = Math.min(CHUNK_SIZE, waiting.size());
      List<Write> chunk = waiting.subList(0, size);
      List<Write> left = chunk;
      SdkException failure = null;
      try {
        left = send(chunk);
      } catch (SdkException error) {
        failure = error;
        if (!ServiceErrors.maySucceedLater(error) && !ServiceErrors.isThrottled(error)) {
          throw unfinished(ServiceErrors.messageOf(error), error);
        }
      }
      // Unprocessed writes wait again, before the rest.
      List<Write> rest = new ArrayList<>(left);
      rest.addAll(waiting.subList(size, waiting.size()));
      waiting = rest;
      if (left.size() < size) {
        attempts = 0;
      }
      if (left.isEmpty()) {
        continue;
      }
      long delay = session.delayBefore(++attempts);
      if (delay < 0) {
        String why =
            BatchUnfinishedException.leftUndone("writes", waiting.size(), all, attempts, failure);
        throw unfinished(why, failure);
      }
      Session.pause(delay);
    }
  }

  private BatchUnfinishedException unfinished(String why, SdkException cause) {
    List<Integer> positions = waiting.stream().map(Write::position).toList();
    return BatchUnfinishedException.ofWrites(why, positions, all, cause);
  }

  // Returns the writes of the chunk that the service has not processed.
  private List<Write> send(List<Write> chunk) {
    Map<String, List<software.amazon.awssdk.services.dynamodb.model.WriteRequest>> tables =
        new LinkedHashMap<>();
    for (Write write : chunk) {
      tables.computeIfAbsent(write.table(), name -> new ArrayList<>()).add(write.toRequest());
    }
    call.cost().addRequests(1);
    BatchWriteItemResponse answer =
        session
            .writer()
            .batchWriteItem(
                BatchWriteItemRequest.builder()
                    .requestItems(tables)
                    .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                    .overrideConfiguration(session.ofWrites())
                    .build());
    call.cost().addCapacity(answer.consumedCapacity());
    return chunk.stream()
        .filter(
            write -> write.isIn(answer.unprocessedItems().getOrDefault(write.table(), List.of())))
        .toList();
  }

  private void addAll(List<WriteRequest> requests) {
    long nowMs = session.now();
    Map<Place, Integer> seen = new HashMap<>();
    for (int i = 0; i < requests.size(); ++i) {
      int position = i;
      Write write = Requests.at(i, () -> writeOf(requests.get(position), position, nowMs));
      Integer earlier = seen.putIfAbsent(new Place(write.table(), write.key()), i);
      if (earlier != null) {
        throw new ModelException(
            ("requests %d and %d are on the same item: a batch has at most one write for each "
                    + "item, because a batch has no order")
                .formatted(earlier, i));
      }
      waiting.add(write);
    }
  }

  private Write writeOf(WriteRequest request, int position, long nowMs) {
    check(request);
    WriteRequest whole = KeptMembers.added(request, nowMs, session.computed());
    WriteAction action = WritePlan.of(whole, null, "", session.computed()).first();
    if (action.item() != null) {
      int size = ItemSizes.of(action.item());
      if (size > ITEM_BYTES) {
        throw new ModelException(
            "%s: the item has %d bytes, and the limit is %d"
                .formatted(request.entity().name(), size, ITEM_BYTES));
      }
    }
    return new Write(session.tableName(action.table()), action.key(), action.item(), position);
  }

  private static void check(WriteRequest request) {
    EntityDescription entity = request.entity();
    String fault = null;
    boolean hasConditions =
        request.mustExist()
            || request.readFirst()
            || request.condition() != null
            || !request.given().isEmpty();
    if (request.kind() != WriteKind.PUT && request.kind() != WriteKind.REMOVE) {
      fault = "puts and removes only";
    } else if (entity.hasVersion()) {
      fault = "cannot check a version: use write() or transact()";
    } else if (!entity.unique().isEmpty()) {
      fault = "cannot keep a field unique: use write() or transact()";
    } else if (hasConditions) {
      fault = "has no conditions: use write() or transact()";
    }
    if (fault != null) {
      throw new ModelException(entity.name() + ": a batch write " + fault);
    }
  }
}
