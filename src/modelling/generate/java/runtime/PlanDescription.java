package partita.runtime;

/**
 * The plan of an access pattern, which Partita's planner has proven.
 *
 * @param operation the operation that carries it out
 * @param index the position of the index in the table, or -1 for the table
 * @param sort the part of the sort key that is known
 * @param sortParts the number of leading parts, or attributes of a natural key, that are known
 * @param rangeField the field of the first entity that a range is of, or -1
 * @param forward true if the answer is in ascending order
 * @param consistent true for a strongly consistent read
 * @param bucketField the field whose year, month, day or hour each partition holds, or -1
 */
public record PlanDescription(
    Operation operation,
    int index,
    SortPlan sort,
    int sortParts,
    int rangeField,
    boolean forward,
    boolean consistent,
    int bucketField) {
  /** The operations of plans. */
  public enum Operation {
    GET_ITEM,
    QUERY,
    SEARCH
  }

  /** The parts of the sort key that plans know. */
  public enum SortPlan {
    /** The whole item collection. */
    NONE,
    /** The whole sort key. */
    EQUAL,
    /** The known parts, then at least one more segment. */
    PREFIX,
    /** The known parts, possibly followed by more. */
    TREE,
    /** The known parts, then a range of a field. */
    RANGE
  }

  /** Returns the plan of a read of one item by its primary key. */
  public static PlanDescription getItem(SortPlan sort, int sortParts) {
    return new PlanDescription(Operation.GET_ITEM, -1, sort, sortParts, -1, true, false, -1);
  }

  /** Returns the plan of a query. {@code index} is -1 for the table itself. */
  public static PlanDescription query(int index, SortPlan sort, int sortParts, boolean forward) {
    return new PlanDescription(Operation.QUERY, index, sort, sortParts, -1, forward, false, -1);
  }

  /** Returns the plan of a search in the vector index at the position. */
  public static PlanDescription search(int index) {
    return new PlanDescription(Operation.SEARCH, index, SortPlan.NONE, 0, -1, true, false, -1);
  }

  /** Returns the same plan with a range of the field. */
  public PlanDescription ranging(int field) {
    return new PlanDescription(
        operation, index, sort, sortParts, field, forward, consistent, bucketField);
  }

  /** Returns the same plan, over partitions that each hold a piece of the field's time. */
  public PlanDescription bucketedBy(int field) {
    return new PlanDescription(
        operation, index, sort, sortParts, rangeField, forward, consistent, field);
  }

  /** Returns the same plan with strongly consistent reads. */
  public PlanDescription asConsistent() {
    return new PlanDescription(
        operation, index, sort, sortParts, rangeField, forward, true, bucketField);
  }
}
