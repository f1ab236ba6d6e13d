package partita.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The places in the key of a pattern's first entity. */
final class KeyPlaces {
  private KeyPlaces() {}

  /** A part of a key by its place, and the value that the question asks there, or null. */
  record Known(KeyRole role, int attribute, int part, AttributeValue value) {
    /**
     * Returns the part of an entity's own key that is at the place of a part in the key of the
     * first entity. Null if their forms differ.
     */
    KeyField samePart(EntityKey own, EntityKey first) {
      KeyField part = in(first);
      KeyField other = in(own);
      boolean isSame =
          part != null
              && other != null
              && other.format() == part.format()
              && other.width() == part.width()
              && other.escape() == part.escape();
      return isSame ? other : null;
    }

    private KeyField in(EntityKey key) {
      List<KeyAttribute> attributes = key.of(role);
      if (attribute >= attributes.size() || part >= attributes.get(attribute).parts().size()) {
        return null;
      }
      return attributes.get(attribute).parts().get(part) instanceof KeyField field ? field : null;
    }
  }

  /** Returns the places that a value decides. */
  static List<Known> known(AskedPattern pattern, Map<String, AttributeValue> values) {
    PlanDescription plan = pattern.plan();
    EntityDescription entity = pattern.first();
    List<Known> places = new ArrayList<>();
    for (KeyRole role : KeyRole.values()) {
      List<KeyAttribute> attributes = pattern.key().of(role);
      for (int i = 0; i < attributes.size(); ++i) {
        KeyAttribute attribute = attributes.get(i);
        if (attribute.natural()) {
          continue; // The field itself is the key.
        }
        boolean isWhole =
            role == KeyRole.PARTITION || plan.sort() == PlanDescription.SortPlan.EQUAL;
        int size = attribute.parts().size();
        int known = isWhole ? size : Math.min(size, plan.sortParts());
        for (int k = 0; k < known; ++k) {
          if (attribute.parts().get(k) instanceof KeyField part
              && part.format() != KeyFormat.SHARD) {
            AttributeValue value = values.get(entity.field(part.field()).attribute());
            if (value != null) {
              places.add(new Known(role, i, k, value));
            }
          }
        }
      }
    }
    return places;
  }

  /** Returns the place of the range's field in the sort key, behind the known parts, or null. */
  static Known ofRange(AskedPattern pattern) {
    PlanDescription plan = pattern.plan();
    if (plan.sort() != PlanDescription.SortPlan.RANGE || plan.rangeField() < 0) {
      return null;
    }
    List<KeyAttribute> sort = pattern.key().sort();
    for (int i = 0; i < sort.size(); ++i) {
      if (sort.get(i).natural()) {
        continue;
      }
      List<KeyPart> parts = sort.get(i).parts();
      for (int k = i == 0 ? plan.sortParts() : 0; k < parts.size(); ++k) {
        if (parts.get(k) instanceof KeyField part && part.field() == plan.rangeField()) {
          return new Known(KeyRole.SORT, i, k, null);
        }
      }
    }
    return null;
  }
}
