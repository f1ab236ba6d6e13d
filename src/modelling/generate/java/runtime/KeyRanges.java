package partita.runtime;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The items that an access pattern reads, as comparisons of key attributes: a plan with the
 * caller's values.
 *
 * <p>Composed sort keys are ranges of texts. For a known text T ("ORDER#7") the items of T and
 * everything below it are in T .. T$, both included. Items whose first segment is greater than T
 * begin after T$, because '$' follows '#' and no key ends in a bare '$'. So every bound of a field
 * is exact, even if further segments follow the field.
 */
final class KeyRanges {
  private KeyRanges() {}

  /**
   * Returns one range, or one for each shard if the index is sharded and the values do not give the
   * shard.
   *
   * @throws ModelException if a field is missing, a value cannot be in the key, a range ends before
   *     it begins, the index leaves the items out, or a range is given for a plan without one
   */
  static List<KeyRange> of(
      AskedPattern pattern, Map<String, AttributeValue> values, SortRange range) {
    checkWhen(pattern, values);
    List<KeyAttribute> partition = pattern.partition();
    List<Integer> shards = List.of(0);
    for (KeyAttribute attribute : partition) {
      List<Integer> ofAttribute = shardNumbers(pattern, attribute, values);
      if (!ofAttribute.isEmpty()) {
        shards = ofAttribute;
      }
    }
    KeyRange sort = SortRanges.of(pattern, values, range);
    List<KeyRange> ranges = new ArrayList<>(shards.size());
    for (int shard : shards) {
      List<KeyComparison> equal = new ArrayList<>(partition.size());
      for (KeyAttribute key : partition) {
        AttributeValue value = partitionValue(pattern, key, values, shard);
        equal.add(KeyComparison.equal(key.attribute(), value));
      }
      ranges.add(sort.behind(equal));
    }
    return ranges;
  }

  /** The shards into which a partition attribute divides a read; of is -1 if all are asked. */
  private record ShardsAsked(int count, int was, int of) {}

  private static Shards shardsOfPlan(AskedPattern pattern) {
    return pattern.index() == null ? null : pattern.index().shards();
  }

  // If a field shows the shard, a writer may choose the shard.
  private static boolean showsShard(EntityDescription entity, Shards shards) {
    return entity.fields().stream()
        .anyMatch(field -> !field.keyOnly() && field.attribute().equals(shards.attribute()));
  }

  // Null if the attribute holds no shard or the caller gives it.
  private static ShardsAsked shardsAsked(
      AskedPattern pattern, KeyAttribute key, Map<String, AttributeValue> values) {
    EntityDescription entity = pattern.first();
    Shards shards = shardsOfPlan(pattern);
    if (shards != null && shards.attribute().equals(key.attribute())) {
      if (values.containsKey(key.attribute())) {
        return null;
      }
      int of = -1;
      for (int i = 0; i < entity.fields().size() && !showsShard(entity, shards); ++i) {
        if (entity.field(i).name().equals(shards.of())) {
          of = givenOrNot(entity, i, values);
        }
      }
      return new ShardsAsked(shards.count(), shards.was(), of);
    }
    for (KeyPart one : key.parts()) {
      if (one instanceof KeyField part && part.format() == KeyFormat.SHARD) {
        int of = givenOrNot(entity, part.field(), values);
        return new ShardsAsked(part.shards(), part.wasShards(), of);
      }
    }
    return null;
  }

  private static int givenOrNot(
      EntityDescription entity, int field, Map<String, AttributeValue> values) {
    return values.containsKey(entity.field(field).attribute()) ? field : -1;
  }

  // The shards that the queries must ask because of this attribute.
  private static List<Integer> shardNumbers(
      AskedPattern pattern, KeyAttribute key, Map<String, AttributeValue> values) {
    ShardsAsked asked = shardsAsked(pattern, key, values);
    if (asked == null || asked.count() == 0) {
      return List.of();
    }
    if (asked.of() < 0) {
      int count = Math.max(asked.count(), asked.was());
      return IntStream.range(0, count).boxed().toList();
    }
    FieldDescription field = pattern.first().field(asked.of());
    AttributeValue value = values.get(field.attribute());
    Set<Integer> shards = new LinkedHashSet<>();
    shards.add(ShardNumbers.of(field, value, asked.count()));
    if (asked.was() > 0) {
      shards.add(ShardNumbers.of(field, value, asked.was()));
    }
    return List.copyOf(shards);
  }

  private static AttributeValue partitionValue(
      AskedPattern pattern, KeyAttribute key, Map<String, AttributeValue> values, int shard) {
    Shards shards = shardsOfPlan(pattern);
    if (shards != null && shards.attribute().equals(key.attribute())) {
      AttributeValue given = values.get(key.attribute());
      if (given == null) {
        return key.type().of(Integer.toString(shard));
      }
      if (key.type().isOf(given)) {
        return given;
      }
      throw new ModelException(
          "The shard attribute %s must have a value of type %s"
              .formatted(key.attribute(), key.type()));
    }
    AttributeValue value =
        key.natural()
            ? Composer.value(key, KeyRole.PARTITION, pattern.first(), values)
            : Composer.composed(
                key, inShard(key.parts(), shard), KeyRole.PARTITION, pattern.first(), values);
    if (value == null) {
      throw pattern.missingField(key.parts(), values);
    }
    return value;
  }

  private static List<KeyPart> inShard(List<KeyPart> parts, int shard) {
    boolean hasShard = false;
    for (KeyPart part : parts) {
      hasShard |= part instanceof KeyField field && field.format() == KeyFormat.SHARD;
    }
    if (!hasShard) {
      return parts;
    }
    List<KeyPart> out = new ArrayList<>(parts.size());
    for (KeyPart part : parts) {
      boolean isShard = part instanceof KeyField field && field.format() == KeyFormat.SHARD;
      out.add(isShard ? KeyPart.text(Integer.toString(shard)) : part);
    }
    return out;
  }

  // Throws ModelException if the caller asks for items that the index leaves out.
  private static void checkWhen(AskedPattern pattern, Map<String, AttributeValue> values) {
    EntityKey key = pattern.key();
    if (key.when() == null || key.index() < 0) {
      return;
    }
    FieldDescription field = pattern.first().field(key.when().field());
    AttributeValue given = values.get(field.attribute());
    if (given != null && !key.when().isMetBy(given)) {
      throw new ModelException(
          ("The access pattern \"%s\" cannot find items whose %s is not %s: the index %s "
                  + "leaves them out")
              .formatted(
                  pattern.name(), field.name(), key.when().equals(), pattern.index().name()));
    }
  }
}
