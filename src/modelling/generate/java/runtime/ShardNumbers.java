package partita.runtime;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The shard numbers of items in an index with shards, and of key parts with shards. */
final class ShardNumbers {
  private static final int FNV_OFFSET = 0x811c9dc5;
  private static final int FNV_PRIME = 16_777_619;

  private ShardNumbers() {}

  /** Returns the shard of a text: its 32-bit FNV-1a hash modulo the count. */
  static int of(String text, int count) {
    int hash = FNV_OFFSET;
    for (byte one : Texts.utf8(text)) {
      hash = (hash ^ (one & 0xff)) * FNV_PRIME;
    }
    return Integer.remainderUnsigned(hash, count);
  }

  /** Returns the shard of a value. Throws ModelException if the value has no text in keys. */
  static int of(FieldDescription field, AttributeValue value, int count) {
    return of(PlainTexts.of(field, value), count);
  }

  /** Returns the shard that follows from the item's field, or -1 if the field is absent. */
  static int ofItem(Shards shards, EntityDescription entity, Map<String, AttributeValue> values) {
    for (FieldDescription field : entity.fields()) {
      if (field.name().equals(shards.of())) {
        AttributeValue value = values.get(field.attribute());
        return value == null ? -1 : of(field, value, shards.count());
      }
    }
    return -1;
  }

  /** Throws ModelException unless the value is a shard of the present or the earlier count. */
  static void check(Shards shards, ScalarType type, AttributeValue value) {
    for (int shard = 0; shard < shards.reach(); ++shard) {
      if (Equality.identical(value, type.of(Integer.toString(shard)))) {
        return;
      }
    }
    throw new ModelException(
        "The shard attribute %s must have a value of type %s from 0 to %d"
            .formatted(shards.attribute(), type, shards.reach() - 1));
  }

  /**
   * Returns the shard that the item has, or else the one that its field gives. Null if the field is
   * absent. Throws ModelException for a value that is not a shard.
   */
  static AttributeValue valueOf(
      Shards shards,
      ScalarType type,
      EntityDescription entity,
      Map<String, AttributeValue> values) {
    AttributeValue given = values.get(shards.attribute());
    if (given != null) {
      check(shards, type, given);
      return given;
    }
    int shard = ofItem(shards, entity, values);
    return shard < 0 ? null : type.of(Integer.toString(shard));
  }
}
