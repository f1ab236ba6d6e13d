package partita.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The key attributes of one index during one update. The states must have the changes applied. */
final class IndexUpdate {
  private final EntityDescription entity;
  private final IndexDescription index;
  private final EntityKey key;
  private final FieldStates states;
  private final boolean isUpsert;
  // The fields of all attributes; for the shard the field that gives it.
  private final Set<Integer> fields = new TreeSet<>();
  private final List<Own> own = new ArrayList<>();
  private int shard = -1; // the field that shows the shard
  private int shardOf = -1;
  private ScalarType shardType = ScalarType.N;

  /** An attribute that is composed. */
  private static final class Own {
    private final KeyAttribute key;
    private final KeyRole role;
    private final List<Integer> fields;
    private boolean isPermanent;

    Own(KeyAttribute key, KeyRole role) {
      this.key = key;
      this.role = role;
      this.fields = key.fields();
    }
  }

  /** The item's place after an update. */
  enum Presence {
    IN,
    OUT,
    /** No value in the index's attributes changes, whether they exist or not. */
    UNTOUCHED
  }

  IndexUpdate(WriteRequest request, EntityKey key, FieldStates states) {
    this.entity = request.entity();
    this.key = key;
    this.states = states;
    this.index = request.table().indexes().get(key.index());
    this.isUpsert = request.isUpsert();
    for (KeyRole role : KeyRole.values()) {
      for (KeyAttribute attribute : key.of(role)) {
        add(attribute, role);
      }
    }
    Shards shards = index.shards();
    if (shards != null) {
      for (int i = 0; i < entity.fields().size(); ++i) {
        FieldDescription field = entity.field(i);
        shardOf = shardOf < 0 && field.name().equals(shards.of()) ? i : shardOf;
        boolean shows = !field.keyOnly() && field.attribute().equals(shards.attribute());
        shard = shard < 0 && shows ? i : shard;
      }
      if (shardOf >= 0) {
        fields.add(shardOf);
      }
    }
  }

  /**
   * Returns true if the change concerns all attributes of the index, because it is of a field that
   * decides whether the index holds the item.
   */
  boolean concernsAll() {
    if (isUpsert || (key.when() != null && states.changed(key.when().field()))) {
      return true;
    }
    return fields.stream()
        .anyMatch(field -> entity.field(field).optional() && states.changed(field));
  }

  /**
   * Returns true if the index has attributes that an update writes. A permanent attribute is
   * written because of the index that makes it permanent, and a natural one by the change itself.
   */
  boolean writesAny() {
    return index.shards() != null || own.stream().anyMatch(one -> !one.isPermanent);
  }

  boolean isConcerned() {
    return concernsAll() || anyOfOwnChanges();
  }

  /** Returns true if both indexes have the same attribute and this one may remove it. */
  boolean sharesAttribute(IndexUpdate other) {
    return own.stream().anyMatch(one -> !one.isPermanent && other.has(one.key.attribute()));
  }

  /** Marks attributes that another index, which holds every item of the entity, has too. */
  void markPermanent(IndexUpdate other) {
    if (other.mayLackItem() || !mayLackItem()) {
      return;
    }
    for (Own one : own) {
      one.isPermanent |= other.has(one.key.attribute());
    }
  }

  /** Returns the item's place. Throws ModelException if a field that decides it is not known. */
  Presence presence() {
    if (key.when() != null) {
      FieldState state = states.after(key.when().field());
      if (!state.known()) {
        throw unknown(key.when().field());
      }
      if (state.value() == null || !key.when().isMetBy(state.value())) {
        return Presence.OUT;
      }
    }
    // A field that is known to be absent decides it, so the other fields need not be known.
    for (int field : fields) {
      if (states.changed(field) && states.after(field).isAbsent()) {
        return Presence.OUT;
      }
    }
    for (int field : fields) {
      if (!entity.field(field).optional()) {
        continue;
      }
      FieldState state = states.after(field);
      if (!state.known() && isUpsert && !states.changed(field) && !anyOfOwnChanges()) {
        return Presence.UNTOUCHED;
      }
      if (!state.known()) {
        throw unknown(field);
      }
      if (state.value() == null) {
        return Presence.OUT;
      }
    }
    return Presence.IN;
  }

  /**
   * Adds the attributes that an item in the index must get: all of them, or those whose own fields
   * change.
   *
   * @throws ModelException if a field is not known or cannot be in a key
   */
  void composeInto(
      boolean all, Map<String, AttributeValue> set, Map<String, AttributeValue> setIfAbsent) {
    for (Own one : own) {
      if (one.isPermanent || !(all || states.anyChanged(one.fields))) {
        continue;
      }
      for (int field : new TreeSet<>(one.fields)) {
        if (!states.after(field).known()) {
          throw unknown(field);
        }
      }
      AttributeValue value = Composer.value(one.key, one.role, entity, states.valuesAfter());
      if (value != null) {
        set.put(one.key.attribute(), value);
      }
    }
    composeShard(all, isUpsert ? setIfAbsent : set);
  }

  /**
   * Returns the attributes that an item outside of the index must not have.
   *
   * @throws ModelException if the update gives such an item a shard
   */
  List<String> removed() {
    List<String> names = new ArrayList<>();
    for (Own one : own) {
      if (!one.isPermanent) {
        names.add(one.key.attribute());
      }
    }
    if (index.shards() == null) {
      return names;
    }
    if (shard >= 0 && states.changed(shard)) {
      if (states.after(shard).isAbsent()) {
        return names;
      }
      throw new ModelException(
          "%s: the update gives a shard to an item that is not in index %s: do not set %s"
              .formatted(entity.name(), index.name(), entity.field(shard).name()));
    }
    if (shard < 0 || entity.field(shard).optional()) {
      names.add(index.shards().attribute());
    }
    return names;
  }

  private void add(KeyAttribute attribute, KeyRole role) {
    if (index.shards() != null && attribute.attribute().equals(index.shards().attribute())) {
      shardType = attribute.type();
      return;
    }
    fields.addAll(attribute.fields());
    // The attributes of the primary key, which inverted indexes use, never change.
    boolean isPrimary =
        entity.primary().attributes().stream()
            .anyMatch(one -> one.attribute().equals(attribute.attribute()));
    if (!attribute.natural() && !isPrimary) {
      own.add(new Own(attribute, role));
    }
  }

  private boolean has(String attribute) {
    return own.stream().anyMatch(one -> one.key.attribute().equals(attribute));
  }

  private boolean mayLackItem() {
    return key.when() != null || fields.stream().anyMatch(field -> entity.field(field).optional());
  }

  private boolean anyOfOwnChanges() {
    return (shardOf >= 0 && states.changed(shardOf))
        || (shard >= 0 && states.changed(shard))
        || own.stream().anyMatch(one -> !one.isPermanent && states.anyChanged(one.fields));
  }

  private ModelException unknown(int field) {
    String why =
        states.changed(field)
            ? "gets a value that is not known"
            : "is neither in the primary key nor changed";
    return new ModelException(
        ("%s: the update changes the key of index %s, and the field %s, which is a part of "
                + "that key, %s: give its stored value, or read the item first")
            .formatted(entity.name(), index.name(), entity.field(field).name(), why));
  }

  // Checks a shard that the change itself writes.
  private void checkChangedShard() {
    FieldState state = states.after(shard);
    if (!state.known()) {
      throw unknown(shard);
    }
    if (state.value() == null) {
      throw new ModelException(
          "%s: the update removes the shard %s from an item that is in index %s"
              .formatted(entity.name(), entity.field(shard).name(), index.name()));
    }
    if (index.shards() != null) {
      ShardNumbers.check(index.shards(), shardType, state.value());
    }
  }

  // A shard that the caller gave or the item has is kept, unless the field that it follows from
  // changes. An upsert does not know whether that field changes.
  private void composeShard(boolean all, Map<String, AttributeValue> set) {
    if (shard >= 0 && states.changed(shard)) {
      checkChangedShard();
      return;
    }
    Shards shards = index.shards();
    if (shards == null || shardOf < 0 || !(all || states.changed(shardOf))) {
      return;
    }
    if (shard >= 0 && !states.changed(shardOf) && states.after(shard).value() != null) {
      return;
    }
    if (!states.after(shardOf).known()) {
      throw unknown(shardOf);
    }
    int number = ShardNumbers.ofItem(shards, entity, states.valuesAfter());
    if (number >= 0) {
      set.put(shards.attribute(), shardType.of(Integer.toString(number)));
    }
  }
}
