package partita.runtime;

import java.util.List;

/**
 * An access pattern.
 *
 * @param name its name in the model
 * @param entities the positions of its entities in the table; the key of the first one makes the
 *     plan
 * @param by the fields of the first entity that a call gives
 * @param plan the plan
 * @param wanted the names of the fields of the answer, or null for all of the entity's
 * @param withExpired true if items are read too whose time to live has passed
 */
public record PatternDescription(
    String name,
    List<Integer> entities,
    List<Integer> by,
    PlanDescription plan,
    List<String> wanted,
    boolean withExpired) {
  public PatternDescription {
    entities = List.copyOf(entities);
    by = List.copyOf(by);
    wanted = wanted == null ? null : List.copyOf(wanted);
  }

  /** Returns a pattern whose answer has all fields. */
  public static PatternDescription of(
      String name, List<Integer> entities, List<Integer> by, PlanDescription plan) {
    return new PatternDescription(name, entities, by, plan, null, false);
  }

  /** Returns the same pattern, whose answer has only these fields. */
  public PatternDescription wanting(String... fields) {
    return new PatternDescription(name, entities, by, plan, List.of(fields), withExpired);
  }

  /** Returns the same pattern, which reads items too whose time to live has passed. */
  public PatternDescription expiredToo() {
    return new PatternDescription(name, entities, by, plan, wanted, true);
  }
}
