package partita.runtime;

import java.util.List;

/**
 * A member of a collection that is read by itself, or that the amount to take counts.
 *
 * @param entity the member
 * @param below entities whose items come directly behind those of the member, in the same read
 * @param alone if true, only this member's part of the pattern's range is read, and items of other
 *     members are left out; if false, the whole range is read, and only this member is counted
 * @param mixed true if items of other members may be between those that are counted
 * @param singles if not alone, the number of items of other members that are read first
 */
record MemberPart(
    EntityDescription entity,
    List<EntityDescription> below,
    boolean alone,
    boolean mixed,
    int singles) {
  boolean isBelow(EntityDescription other) {
    for (EntityDescription one : below) {
      if (one == other) {
        return true;
      }
    }
    return false;
  }
}
