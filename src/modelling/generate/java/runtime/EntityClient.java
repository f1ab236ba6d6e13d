package partita.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The operations on one entity. Each is sent when it is called.
 *
 * @param <E> the items as they are read
 * @param <K> the primary keys
 * @param <D> the drafts of new items
 */
public class EntityClient<E, K, D> {
  private final Session session;
  private final EntityType<E, K, D> type;
  private final PatternDescription byKey;

  /** Makes the operations on an entity. */
  protected EntityClient(Session session, EntityType<E, K, D> type) {
    this.session = session;
    this.type = type;
    this.byKey = patternOf(type);
  }

  /** Returns the item with this key. The read is eventually consistent. */
  public final Optional<E> get(K key) {
    return get(key, false);
  }

  /** Returns the item with this key, as it is after all writes that were acknowledged. */
  public final Optional<E> getConsistent(K key) {
    return get(key, true);
  }

  /**
   * Returns the items with these keys, at the same positions. Any number of keys may be given.
   *
   * @throws BatchUnfinishedException if items are not read when the attempts are used up
   */
  public final List<Optional<E>> getMany(List<K> keys) {
    return decode(BatchGet.run(session, gets(keys), false));
  }

  /** Returns the items with these keys, as of one moment. At most 100 keys may be given. */
  public final List<Optional<E>> getSnapshot(List<K> keys) {
    return decode(Snapshot.read(session, gets(keys)));
  }

  /** Sends a write that leaves an item, and returns the item as it is stored. */
  protected final E send(Write write) {
    WriteAnswer answer = SingleWrite.run(session, write.request());
    if (answer.row() == null) {
      throw answer.unread() != null
          ? answer.unread()
          : new IllegalStateException("the write is done, and its answer has no item");
    }
    return item(answer.row());
  }

  /** Sends a removal, and returns the removed item if there was one. */
  protected final Optional<E> sendRemoval(Write write) {
    WriteAnswer answer = SingleWrite.run(session, write.request());
    return Optional.ofNullable(answer.row()).map(this::item);
  }

  /** Puts items without conditions, 25 in a request. */
  protected final void putAll(List<D> drafts) {
    List<WriteRequest> requests = new ArrayList<>(drafts.size());
    for (D draft : drafts) {
      requests.add(request(WriteKind.PUT, type.valuesOf(draft)));
    }
    BatchWrite.run(session, requests);
  }

  /** Removes items without conditions, 25 in a request. */
  protected final void removeAll(List<K> keys) {
    List<WriteRequest> requests = new ArrayList<>(keys.size());
    for (K key : keys) {
      requests.add(request(WriteKind.REMOVE, type.keyOf(key)));
    }
    BatchWrite.run(session, requests);
  }

  private Optional<E> get(K key, boolean consistent) {
    ReadRequest request =
        ReadRequest.builder(type.table(), byKey, type.keyOf(key)).consistent(consistent).build();
    RowPage page = Reading.read(session, request);
    if (!page.unreadable().isEmpty()) {
      throw new UnreadableRowException(page.unreadable().get(0));
    }
    return page.rows().stream().findFirst().map(this::item);
  }

  private E item(Row row) {
    return Rows.item(type.table(), row, type.read());
  }

  private WriteRequest request(WriteKind kind, Map<String, AttributeValue> values) {
    return WriteRequest.builder(kind, type.table(), type.entity(), values).build();
  }

  private List<GetRequest> gets(List<K> keys) {
    List<GetRequest> gets = new ArrayList<>(keys.size());
    for (K key : keys) {
      gets.add(new GetRequest(type.table(), type.entity(), type.keyOf(key)));
    }
    return gets;
  }

  private List<Optional<E>> decode(KeyedRows answer) {
    if (!answer.unreadable().isEmpty()) {
      throw new UnreadableRowException(answer.unreadable().get(0).row());
    }
    return answer.rows().stream().map(row -> Optional.ofNullable(row).map(this::item)).toList();
  }

  // The pattern of a GetItem. It has the name of its entity.
  private static PatternDescription patternOf(EntityType<?, ?, ?> type) {
    EntityDescription entity = type.entity();
    List<KeyAttribute> sort = entity.primary().sort();
    PlanDescription.SortPlan known =
        sort.isEmpty() ? PlanDescription.SortPlan.NONE : PlanDescription.SortPlan.EQUAL;
    return PatternDescription.of(
        entity.name(),
        List.of(type.table().entities().indexOf(entity)),
        List.copyOf(entity.keyFacts().primary()),
        PlanDescription.getItem(known, sort.isEmpty() ? 0 : sort.get(0).parts().size()));
  }
}
