package partita.runtime;

import java.util.ArrayList;
import java.util.List;

/**
 * The primary key of an entity, or its key in an index.
 *
 * @param index the position of the index in the table, or -1 for the primary key
 * @param partition the partition key, which is empty for a local index
 * @param sort the sort key, which may be empty
 * @param when the condition on which the index holds an item, or null
 */
public record EntityKey(
    int index, List<KeyAttribute> partition, List<KeyAttribute> sort, When when) {
  public EntityKey {
    partition = List.copyOf(partition);
    sort = List.copyOf(sort);
  }

  /** Returns a primary key. */
  public static EntityKey primary(List<KeyAttribute> partition, List<KeyAttribute> sort) {
    return new EntityKey(-1, partition, sort, null);
  }

  /** Returns a key in the index at this position of the table. */
  public static EntityKey in(int index, List<KeyAttribute> partition, List<KeyAttribute> sort) {
    return new EntityKey(index, partition, sort, null);
  }

  /** Returns the same key in an index that holds only items whose field has the text. */
  public EntityKey when(int field, String equals) {
    return new EntityKey(index, partition, sort, new When(field, equals));
  }

  /** Returns the attributes of both keys, the partition key first. */
  List<KeyAttribute> attributes() {
    List<KeyAttribute> all = new ArrayList<>(partition.size() + sort.size());
    all.addAll(partition);
    all.addAll(sort);
    return all;
  }

  /** Returns the attributes of one role. */
  List<KeyAttribute> of(KeyRole role) {
    return role == KeyRole.PARTITION ? partition : sort;
  }
}
