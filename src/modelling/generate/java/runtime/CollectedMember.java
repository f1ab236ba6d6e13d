package partita.runtime;

import java.util.List;

/**
 * A member of a collection.
 *
 * @param entity the member
 * @param single true if it has at most one item, which is read with any amount to take
 * @param below entities whose items come directly behind those of the member
 * @param filters the filters of the member and of those entities
 */
record CollectedMember(
    EntityDescription entity,
    boolean single,
    List<EntityDescription> below,
    List<MemberFilter> filters) {
  static CollectedMember of(EntityDescription entity, boolean single) {
    return new CollectedMember(entity, single, List.of(), List.of());
  }

  /** A filter of the items of one entity. */
  record MemberFilter(EntityDescription entity, Condition condition) {}

  MemberPart toPart(boolean alone, boolean mixed, int singles) {
    return new MemberPart(entity, below, alone, mixed, singles);
  }
}
