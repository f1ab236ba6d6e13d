package partita.runtime;

import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A write as data. */
final class WriteRequest {
  private final Builder facts;

  private WriteRequest(Builder facts) {
    this.facts = facts;
  }

  /**
   * Returns a builder.
   *
   * @param values all fields of "create" and "put", otherwise those of the primary key
   */
  static Builder builder(
      WriteKind kind,
      TableDescription table,
      EntityDescription entity,
      Map<String, AttributeValue> values) {
    return new Builder(kind, table, entity, values);
  }

  Builder toBuilder() {
    return new Builder(facts);
  }

  WriteKind kind() {
    return facts.kind;
  }

  TableDescription table() {
    return facts.table;
  }

  EntityDescription entity() {
    return facts.entity;
  }

  Map<String, AttributeValue> values() {
    return facts.values;
  }

  /** Returns all fields of the item at its new key, of a move. */
  Map<String, AttributeValue> movedTo() {
    return facts.movedTo;
  }

  List<Change> changes() {
    return facts.changes;
  }

  /**
   * Returns the values of fields before the write, on which it is conditional. A null means that
   * the attribute is absent.
   */
  Map<String, AttributeValue> given() {
    return facts.given;
  }

  boolean readFirst() {
    return facts.readFirst;
  }

  /** Returns true if the item of a "remove" or "check" must exist. */
  boolean mustExist() {
    return facts.mustExist;
  }

  boolean returnsOld() {
    return facts.returnsOld;
  }

  /** Returns the version that the item must have, or null. */
  Long expectedVersion() {
    return facts.expectedVersion;
  }

  boolean anyVersion() {
    return facts.anyVersion;
  }

  /** Returns a condition on the stored item, or null. */
  Condition condition() {
    return facts.condition;
  }

  boolean isUpsert() {
    return facts.kind == WriteKind.UPSERT;
  }

  FieldDescription field(Change change) {
    return facts.entity.field(change.field());
  }

  /**
   * Returns the value from which the change at the position starts if the stored value is absent.
   * Null means zero or an empty list.
   */
  AttributeValue startOf(int position) {
    Change change = facts.changes.get(position);
    if (change.isWhole()) {
      return Defaults.of(facts.entity, field(change).attribute());
    }
    Change before = position == 0 ? null : facts.changes.get(position - 1);
    return before != null && before.isStartOf(change) ? before.value() : null;
  }

  /** Builds a request. */
  static final class Builder {
    private final WriteKind kind;
    private final TableDescription table;
    private final EntityDescription entity;
    private Map<String, AttributeValue> values;
    private Map<String, AttributeValue> movedTo = Map.of();
    private List<Change> changes = List.of();
    private Map<String, AttributeValue> given = Map.of();
    private boolean readFirst;
    private boolean mustExist;
    private boolean returnsOld;
    private Long expectedVersion;
    private boolean anyVersion;
    private Condition condition;

    private Builder(
        WriteKind kind,
        TableDescription table,
        EntityDescription entity,
        Map<String, AttributeValue> values) {
      this.kind = kind;
      this.table = table;
      this.entity = entity;
      this.values = values;
    }

    private Builder(Builder other) {
      this(other.kind, other.table, other.entity, other.values);
      movedTo = other.movedTo;
      changes = other.changes;
      given = other.given;
      readFirst = other.readFirst;
      mustExist = other.mustExist;
      returnsOld = other.returnsOld;
      expectedVersion = other.expectedVersion;
      anyVersion = other.anyVersion;
      condition = other.condition;
    }

    Builder values(Map<String, AttributeValue> all) {
      values = all;
      return this;
    }

    Builder movedTo(Map<String, AttributeValue> all) {
      movedTo = all;
      return this;
    }

    Builder changes(List<Change> all) {
      changes = all;
      return this;
    }

    Builder given(Map<String, AttributeValue> before) {
      given = before;
      return this;
    }

    Builder readFirst(boolean reads) {
      readFirst = reads;
      return this;
    }

    Builder mustExist(boolean must) {
      mustExist = must;
      return this;
    }

    Builder returnsOld(boolean returns) {
      returnsOld = returns;
      return this;
    }

    Builder expectedVersion(Long version) {
      expectedVersion = version;
      return this;
    }

    Builder anyVersion(boolean any) {
      anyVersion = any;
      return this;
    }

    Builder condition(Condition on) {
      condition = on;
      return this;
    }

    WriteRequest build() {
      return new WriteRequest(new Builder(this));
    }
  }
}
