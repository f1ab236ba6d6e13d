package partita.runtime;

import java.util.List;
import java.util.Set;

/** Tells which writes need the stored item before they can be planned or sent. */
final class NeededReads {
  private NeededReads() {}

  /** Returns true if the plan needs the stored item. */
  static boolean ofPlan(WriteRequest request) {
    return switch (request.kind()) {
      case CREATE, CHECK -> false;
      case MOVE -> true;
      case UPDATE, UPSERT, REMOVE -> request.readFirst();
      case PUT -> ofPut(request);
    };
  }

  /**
   * Returns true if a write of one item reads it first. A removal with sentinels does so too,
   * because a transaction returns no old item.
   */
  static boolean ofWrite(WriteRequest request) {
    return ofPlan(request)
        || (request.kind() == WriteKind.REMOVE && !request.entity().unique().isEmpty());
  }

  private static boolean ofPut(WriteRequest request) {
    if (request.readFirst()) {
      return true;
    }
    if (request.entity().hasVersion() && request.expectedVersion() == null) {
      return request.anyVersion();
    }
    Set<Integer> known = request.entity().keyFacts().identifying();
    for (List<Integer> unique : request.entity().unique()) {
      for (int field : unique) {
        String attribute = request.entity().field(field).attribute();
        if (!known.contains(field) && !request.given().containsKey(attribute)) {
          return true;
        }
      }
    }
    return false;
  }
}
