package partita.runtime;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The state of a plan in the making, with the parts that several kinds of writes share. */
final class Planning {
  /**
   * The attribute beside a version. It holds the id of the last versioned write, so that a
   * repetition of this write is recognised.
   */
  static final String WRITE_ID = "_write_id";

  final WriteRequest request;
  final TableDescription table;
  final EntityDescription entity;
  final StoredItem stored; // null if no item was read
  final FieldStates states;
  final String writeId;
  final Map<String, ComputedFunction> functions;
  final Map<String, AttributeValue> key; // the primary key of the request's item
  final List<WriteAction> actions = new ArrayList<>();
  // The attributes of the read item that the plan used. A null marks an absent attribute.
  final Map<String, AttributeValue> read = new TreeMap<>(Texts::compare);
  boolean repeatable = true;
  Map<String, AttributeValue> row;
  private List<WriteAction> sentinels = List.of();

  Planning(
      WriteRequest request,
      StoredItem stored,
      String writeId,
      Map<String, ComputedFunction> functions,
      Map<String, AttributeValue> key) {
    this.request = request;
    this.table = request.table();
    this.entity = request.entity();
    this.stored = stored;
    this.states = new FieldStates(request, stored);
    this.writeId = writeId;
    this.functions = functions;
    this.key = key;
  }

  /** Returns the attribute that stores the version. Requires: the entity has one. */
  static String versionAttribute(EntityDescription entity) {
    return entity.field(entity.version()).attribute();
  }

  String attribute(int field) {
    return entity.field(field).attribute();
  }

  AttributeValue storedValue(String name) {
    return stored == null ? null : stored.get(name);
  }

  /**
   * Adds the request's conditions and the version check. A condition that a default meets also
   * accepts an item without the attribute, so it needs the condition that the item exists.
   */
  void addConditions(WriteExpression expression) {
    boolean hasExistence = request.kind() == WriteKind.UPDATE || request.kind() == WriteKind.MOVE;
    if (!hasExistence && asksForDefaults()) {
      expression.exists(table.partition());
    }
    if (request.expectedVersion() != null) {
      String name = versionAttribute(entity);
      AttributeValue expected = Values.number(request.expectedVersion());
      expression.equals(name, expected, Defaults.of(entity, name));
    }
    Values.byName(request.given())
        .forEach(
            (name, value) -> {
              if (value == null && isOptional(name) && !setsIfAbsent(name)) {
                expression.isEmpty(name);
              } else {
                expression.equals(name, value, Defaults.of(entity, name));
              }
            });
    if (request.condition() != null) {
      expression.holds(Defaults.extend(entity, request.condition()));
    }
  }

  /** Makes the write depend on the fields of the read item that were used, after the last use. */
  void addReadConditions(WriteExpression expression) {
    for (int field : states.consulted()) {
      if (!entity.field(field).keyOnly()) {
        dependOn(attribute(field));
        continue;
      }
      for (KeyAttribute part : entity.keyFacts().indexAttributes()) {
        if (part.holds(field)) {
          dependOn(part.attribute());
        }
      }
    }
    if (stored != null && request.returnsOld()) {
      for (FieldDescription field : entity.fields()) {
        if (!field.keyOnly()) {
          dependOn(field.attribute());
        }
      }
    }
    read.forEach((name, value) -> expression.equals(name, value, null));
  }

  void dependOn(String name) {
    read.put(name, storedValue(name));
  }

  void planSentinels(UniquePlan.Existence existence, Map<String, AttributeValue> newKey) {
    sentinels = UniquePlan.actions(request, existence, states, key, newKey);
  }

  void addSentinels() {
    actions.addAll(sentinels);
  }

  void addAction(
      ActionKind kind,
      ActionPart part,
      Map<String, AttributeValue> at,
      WriteExpression expression,
      Map<String, AttributeValue> item) {
    actions.add(
        new WriteAction(
            kind, part, request.returnsOld(), null, table, at, item, expression.expressions()));
  }

  /** Returns the version after the stored one. The write then depends on the stored version. */
  long versionAfterRead() {
    String before =
        entity.hasVersion() ? Values.numberOf(states.before(entity.version()).value()) : null;
    if (before == null) {
      return 1;
    }
    BigInteger number = WholeNumbers.read(before);
    if (number == null || number.bitLength() > 63) {
      throw noVersionAfter(before);
    }
    return versionAfter(number.longValue());
  }

  long versionAfter(long version) {
    if (version >= WriteRules.LAST_VERSION) {
      throw noVersionAfter(Long.toString(version));
    }
    return version + 1;
  }

  /**
   * Checks fields that are key attributes of an index themselves. The database applies its rules
   * for keys to them even if the model leaves the item out of that index.
   */
  void checkNaturalKeys(Map<String, AttributeValue> values) {
    for (EntityKey index : entity.indexes()) {
      for (KeyRole role : KeyRole.values()) {
        for (KeyAttribute part : index.of(role)) {
          if (part.natural() && values.containsKey(part.attribute())) {
            checkNaturalKey(part, role, values);
          }
        }
      }
    }
  }

  private void checkNaturalKey(
      KeyAttribute part, KeyRole role, Map<String, AttributeValue> values) {
    try {
      Composer.value(part, role, entity, values);
    } catch (ModelException error) {
      throw new ModelException(entity.name() + ": " + error.getMessage(), error);
    }
  }

  private ModelException noVersionAfter(String version) {
    return new ModelException(
        ("%s: no version follows %s, because the member %s counts only to %d: give it a type "
                + "of 64 bits, or remove the item and create it again")
            .formatted(
                entity.name(),
                version,
                entity.field(entity.version()).name(),
                WriteRules.LAST_VERSION));
  }

  private boolean isOptional(String name) {
    int position = entity.positionOf(name);
    return position >= 0 && entity.field(position).optional();
  }

  // if_not_exists() keeps a NULL, so such a change must know whether the attribute is absent.
  private boolean setsIfAbsent(String name) {
    return request.changes().stream()
        .anyMatch(
            change ->
                change.kind() == ChangeKind.SET_IF_ABSENT
                    && change.isWhole()
                    && attribute(change.field()).equals(name));
  }

  private boolean asksForDefaults() {
    if (request.expectedVersion() != null
        && Defaults.of(entity, versionAttribute(entity)) != null) {
      return true;
    }
    if (request.given().keySet().stream().anyMatch(name -> Defaults.of(entity, name) != null)) {
      return true;
    }
    return request.condition() != null && Defaults.areCompared(entity, request.condition());
  }
}
