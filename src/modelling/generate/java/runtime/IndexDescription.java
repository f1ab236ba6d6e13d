package partita.runtime;

import java.util.List;

/**
 * An index of a table.
 *
 * @param name its name
 * @param partition the attributes of its partition key
 * @param sort the attributes of its sort key
 * @param projectsAll true if its entries have all attributes
 * @param include further attributes that its entries have
 * @param shards its shards, or null
 * @param vector its vector, or null
 */
public record IndexDescription(
    String name,
    List<String> partition,
    List<String> sort,
    boolean projectsAll,
    List<String> include,
    Shards shards,
    VectorFacts vector) {
  public IndexDescription {
    partition = List.copyOf(partition);
    sort = List.copyOf(sort);
    include = List.copyOf(include);
  }

  /** Returns an index whose entries have all attributes. */
  public static IndexDescription of(String name, List<String> partition, List<String> sort) {
    return new IndexDescription(name, partition, sort, true, List.of(), null, null);
  }

  /** Returns the same index, whose entries have the keys and these attributes. */
  public IndexDescription including(String... attributes) {
    return new IndexDescription(name, partition, sort, false, List.of(attributes), shards, vector);
  }

  /** Returns the same index with shards. */
  public IndexDescription sharded(Shards by) {
    return new IndexDescription(name, partition, sort, projectsAll, include, by, vector);
  }

  /** Returns the same index with a vector. */
  public IndexDescription withVector(VectorFacts facts) {
    return new IndexDescription(name, partition, sort, projectsAll, include, shards, facts);
  }
}
