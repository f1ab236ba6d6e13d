package partita.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The key attributes that an update must write or remove, so that no index becomes stale.
 * Attributes that the request's own changes write are not listed.
 *
 * @param set the attributes to set
 * @param setIfAbsent shards of an upsert; an existing item keeps its shard
 * @param remove attributes of indexes that hold the item no more
 */
record KeyChanges(
    Map<String, AttributeValue> set, Map<String, AttributeValue> setIfAbsent, Set<String> remove) {
  /**
   * Returns the key changes of an update, or of an upsert, which gets the keys of every index. The
   * states must have the changes applied.
   *
   * @throws ModelException if an index key needs a field that is not known, or if a value cannot be
   *     in a key
   */
  static KeyChanges of(WriteRequest request, FieldStates states) {
    List<IndexUpdate> updates = new ArrayList<>();
    for (EntityKey key : request.entity().indexes()) {
      updates.add(new IndexUpdate(request, key, states));
    }
    for (IndexUpdate update : updates) {
      for (IndexUpdate other : updates) {
        if (other != update) {
          update.markPermanent(other);
        }
      }
    }
    Map<String, AttributeValue> set = new TreeMap<>(Texts::compare);
    Map<String, AttributeValue> setIfAbsent = new TreeMap<>(Texts::compare);
    Set<String> remove = new TreeSet<>(Texts::compare);
    for (IndexUpdate update : updates) {
      // An attribute that several indexes share is removed only if not one of them holds the item.
      boolean all =
          update.concernsAll()
              || updates.stream()
                  .anyMatch(other -> other.concernsAll() && other.sharesAttribute(update));
      if (!update.writesAny() || (!all && !update.isConcerned())) {
        continue;
      }
      switch (update.presence()) {
        case OUT -> remove.addAll(update.removed());
        case IN -> update.composeInto(all, set, setIfAbsent);
        default -> {}
      }
    }
    remove.removeAll(set.keySet());
    remove.removeAll(setIfAbsent.keySet());
    return new KeyChanges(set, setIfAbsent, remove);
  }
}
