package partita.runtime;

/**
 * The shards of an index.
 *
 * @param count the number of shards that writes use
 * @param was the earlier number, which items may still use, or 0
 * @param of the name of the field whose text decides the shard
 * @param attribute the attribute that holds the shard
 */
public record Shards(int count, int was, String of, String attribute) {
  /** Returns the number of shards that a read has to ask. */
  int reach() {
    return Math.max(count, was);
  }
}
