package partita.runtime;

import java.util.List;

/**
 * The operations on an entity without a version and without unique fields, which batches may write.
 *
 * @param <E> the items as they are read
 * @param <K> the primary keys
 * @param <D> the drafts of new items
 */
public class BatchedEntityClient<E, K, D> extends EntityClient<E, K, D> {
  /** Makes the operations on an entity. */
  protected BatchedEntityClient(Session session, EntityType<E, K, D> type) {
    super(session, type);
  }

  /**
   * Puts items without conditions, 25 in a request, and sends again those that were not processed.
   * It is not atomic: after an error a part of them is written.
   *
   * @throws BatchUnfinishedException with the positions of the items that may be missing
   */
  public final void putMany(List<D> drafts) {
    putAll(drafts);
  }

  /**
   * Removes items without conditions, as putMany() puts them.
   *
   * @throws BatchUnfinishedException with the positions of the items that may still exist
   */
  public final void removeMany(List<K> keys) {
    removeAll(keys);
  }
}
