package partita.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The fields of an entity by their part in its keys, which many writes ask for. */
final class KeyFacts {
  private final Set<Integer> primary = new TreeSet<>();
  private final Set<Integer> identifying = new TreeSet<>();
  private final List<KeyAttribute> indexAttributes = new ArrayList<>();
  private final boolean hasTextKeys;
  private final boolean hasKeyOnly;

  KeyFacts(EntityDescription entity) {
    boolean texts = true;
    for (KeyAttribute attribute : entity.primary().attributes()) {
      texts &= attribute.type() == ScalarType.S;
      for (KeyPart part : attribute.parts()) {
        if (part instanceof KeyField field) {
          primary.add(field.field());
          if (field.format().isLossless()) {
            identifying.add(field.field());
          }
        }
      }
    }
    hasTextKeys = texts;
    for (EntityKey key : entity.indexes()) {
      indexAttributes.addAll(key.attributes());
    }
    hasKeyOnly = entity.fields().stream().anyMatch(FieldDescription::keyOnly);
  }

  /** Returns the fields that are part of the primary key, in their order. */
  Set<Integer> primary() {
    return primary;
  }

  /** Returns those fields of the primary key whose values can be read back from the key. */
  Set<Integer> identifying() {
    return identifying;
  }

  /** Returns the key attributes of the indexes that the entity enters. */
  List<KeyAttribute> indexAttributes() {
    return indexAttributes;
  }

  /** Returns true if all attributes of the primary key are texts. */
  boolean hasTextKeys() {
    return hasTextKeys;
  }

  /** Returns true if only keys hold one of the fields. */
  boolean hasKeyOnly() {
    return hasKeyOnly;
  }

  /** Returns true if the field is a part of the key of an index. */
  boolean isInIndex(int field) {
    for (KeyAttribute attribute : indexAttributes) {
      if (attribute.holds(field)) {
        return true;
      }
    }
    return false;
  }
}
