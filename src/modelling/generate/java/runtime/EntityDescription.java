package partita.runtime;

import java.util.ArrayList;
import java.util.List;

/**
 * An entity: its fields, its keys, and the fields that the library keeps. Two descriptions are the
 * same entity only if they are the same object.
 */
public final class EntityDescription {
  private final Builder facts;
  private final List<FieldDescription> fields;
  private final List<EntityKey> indexes;
  private final List<List<Integer>> unique;
  private final KeyFacts keyFacts;

  private EntityDescription(Builder facts) {
    this.facts = facts;
    this.fields = List.copyOf(facts.fields);
    this.indexes = List.copyOf(facts.indexes);
    this.unique = List.copyOf(facts.unique);
    this.keyFacts = new KeyFacts(this);
  }

  /** Returns a builder of an entity. The name is its type tag. */
  public static Builder builder(String name) {
    return new Builder(name);
  }

  /** Returns the type tag. */
  public String name() {
    return facts.name;
  }

  /** Returns earlier type tags, which items may still have. */
  List<String> aliases() {
    return facts.aliases;
  }

  /** Returns the fields. Positions of fields are those in this list. */
  public List<FieldDescription> fields() {
    return fields;
  }

  /** Returns the field at a position. */
  FieldDescription field(int position) {
    return fields.get(position);
  }

  /** Returns the position of the first field that has the attribute, or -1. */
  int positionOf(String attribute) {
    for (int i = 0; i < fields.size(); ++i) {
      if (fields.get(i).attribute().equals(attribute)) {
        return i;
      }
    }
    return -1;
  }

  /** Returns the primary key. */
  EntityKey primary() {
    return facts.primary;
  }

  /** Returns the keys in the indexes that the entity enters. */
  List<EntityKey> indexes() {
    return indexes;
  }

  /** Returns the position of the version, or -1. */
  int version() {
    return facts.version;
  }

  boolean hasVersion() {
    return facts.version >= 0;
  }

  /** Returns the position of the time to live, or -1. */
  int ttl() {
    return facts.ttl;
  }

  /** Returns the fields that are unique, alone or together. */
  List<List<Integer>> unique() {
    return unique;
  }

  /** Returns the name in the keys of sentinels. */
  String sentinels() {
    return facts.sentinels == null ? facts.name : facts.sentinels;
  }

  /** Returns the position of the time of creation, or -1. */
  int created() {
    return facts.created;
  }

  /** Returns the position of the time of the last write, or -1. */
  int updated() {
    return facts.updated;
  }

  List<Computed> computed() {
    return facts.computed;
  }

  /** Returns facts about the fields in the keys. */
  KeyFacts keyFacts() {
    return keyFacts;
  }

  /** Returns the same entity with other computed fields. */
  EntityDescription withComputed(Computed only) {
    Builder copy = new Builder(facts);
    copy.computed = List.of(only);
    return copy.build();
  }

  /** Builds an entity. */
  public static final class Builder {
    private final String name;
    private List<String> aliases = List.of();
    private final List<FieldDescription> fields = new ArrayList<>();
    private EntityKey primary;
    private final List<EntityKey> indexes = new ArrayList<>();
    private int version = -1;
    private int ttl = -1;
    private final List<List<Integer>> unique = new ArrayList<>();
    private String sentinels;
    private int created = -1;
    private int updated = -1;
    private List<Computed> computed = new ArrayList<>();

    private Builder(String name) {
      this.name = name;
    }

    private Builder(Builder other) {
      name = other.name;
      aliases = other.aliases;
      fields.addAll(other.fields);
      primary = other.primary;
      indexes.addAll(other.indexes);
      version = other.version;
      ttl = other.ttl;
      unique.addAll(other.unique);
      sentinels = other.sentinels;
      created = other.created;
      updated = other.updated;
      computed = other.computed;
    }

    /** Says which earlier type tags items may still have. */
    public Builder aliases(String... names) {
      aliases = List.of(names);
      return this;
    }

    /** Adds a field behind the others. */
    public Builder field(FieldDescription field) {
      fields.add(field);
      return this;
    }

    /** Gives the primary key. */
    public Builder primary(List<KeyAttribute> partition, List<KeyAttribute> sort) {
      primary = EntityKey.primary(partition, sort);
      return this;
    }

    /** Adds the key in an index. */
    public Builder index(EntityKey key) {
      indexes.add(key);
      return this;
    }

    /** Says which field is the version. */
    public Builder version(int field) {
      version = field;
      return this;
    }

    /** Says which field is the time to live. */
    public Builder ttl(int field) {
      ttl = field;
      return this;
    }

    /** Adds fields that are unique, alone or together. */
    public Builder unique(Integer... together) {
      unique.add(List.of(together));
      return this;
    }

    /** Gives the name in the keys of sentinels, if it is not the entity's. */
    public Builder sentinels(String nameInKeys) {
      sentinels = nameInKeys;
      return this;
    }

    /** Says which field is the time of creation. */
    public Builder created(int field) {
      created = field;
      return this;
    }

    /** Says which field is the time of the last write. */
    public Builder updated(int field) {
      updated = field;
      return this;
    }

    /** Adds a computed field. */
    public Builder computed(int field, Integer... from) {
      computed.add(new Computed(field, List.of(from)));
      return this;
    }

    /** Returns the entity. */
    public EntityDescription build() {
      return new EntityDescription(new Builder(this));
    }
  }
}
