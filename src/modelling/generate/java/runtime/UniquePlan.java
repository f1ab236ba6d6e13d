package partita.runtime;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The actions on the sentinels of an entity's unique fields that belong to a write. */
final class UniquePlan {
  private final WriteRequest request;
  private final FieldStates states;

  private UniquePlan(WriteRequest request, FieldStates states) {
    this.request = request;
    this.states = states;
  }

  /**
   * The knowledge about the item before and after the write.
   *
   * @param before true if an item may exist before the write
   * @param after true if the item exists after the write
   * @param surelyBefore true if the write fails unless the item exists
   */
  record Existence(boolean before, boolean after, boolean surelyBefore) {}

  /**
   * Returns the actions. The keys are the owner's primary keys before and after the write. They
   * differ for a move only.
   *
   * @throws ModelException if an old or new value is needed and not known, or if a value cannot be
   *     kept unique
   */
  static List<WriteAction> actions(
      WriteRequest request,
      Existence existence,
      FieldStates states,
      Map<String, AttributeValue> oldKey,
      Map<String, AttributeValue> newKey) {
    if (request.entity().unique().isEmpty()) {
      return List.of();
    }
    UniquePlan plan = new UniquePlan(request, states);
    TableDescription table = request.table();
    List<WriteAction> actions = new ArrayList<>();
    for (List<Integer> unique : request.entity().unique()) {
      if (plan.leavesSentinel(unique)) {
        continue;
      }
      Map<String, AttributeValue> before =
          existence.before() ? plan.sentinelOf(unique, true) : null;
      Map<String, AttributeValue> after = existence.after() ? plan.sentinelOf(unique, false) : null;
      if (before != null && before.equals(after)) {
        if (!oldKey.equals(newKey)) {
          actions.add(put(ActionPart.REPOINT, table, unique, after, oldKey, newKey));
        } else if (!existence.surelyBefore() && plan.isInKey(unique)) {
          actions.add(put(ActionPart.CLAIM, table, unique, after, newKey, newKey));
        }
        continue;
      }
      if (before != null) {
        actions.add(release(table, unique, before, oldKey));
      }
      if (after != null) {
        actions.add(put(ActionPart.CLAIM, table, unique, after, newKey, newKey));
      }
    }
    return actions;
  }

  // The condition that the sentinel is missing or belongs to the owner.
  private static ActionExpressions unlessOfAnother(
      TableDescription table, Map<String, AttributeValue> owner) {
    Map<String, AttributeValue> attributes = new LinkedHashMap<>(4);
    owner.forEach((name, value) -> attributes.put(Unique.ownerAttribute(name), value));
    WriteExpression expression = new WriteExpression();
    expression.notExistsOrEquals(table.partition(), attributes);
    return expression.expressions();
  }

  // Puts the sentinel of a new owner, if it is missing or belongs to the old one. A claim thus also
  // accepts a sentinel of the item itself, which was left behind when its time to live removed it,
  // or by a program that does not know the unique value.
  private static WriteAction put(
      ActionPart part,
      TableDescription table,
      List<Integer> unique,
      Map<String, AttributeValue> key,
      Map<String, AttributeValue> from,
      Map<String, AttributeValue> to) {
    return new WriteAction(
        ActionKind.PUT,
        part,
        false,
        unique,
        table,
        key,
        Unique.itemOf(table, key, to),
        unlessOfAnother(table, from));
  }

  // The condition accepts a missing sentinel, because that does no harm, but not another owner's.
  private static WriteAction release(
      TableDescription table,
      List<Integer> unique,
      Map<String, AttributeValue> key,
      Map<String, AttributeValue> owner) {
    return new WriteAction(
        ActionKind.DELETE,
        ActionPart.RELEASE,
        false,
        unique,
        table,
        key,
        null,
        unlessOfAnother(table, owner));
  }

  // The key of the sentinel before or after the write. Null if a field is absent, because then it
  // has no sentinel.
  private Map<String, AttributeValue> sentinelOf(List<Integer> unique, boolean isOld) {
    Map<String, AttributeValue> values = new LinkedHashMap<>();
    for (int field : unique) {
      FieldState state = isOld ? states.before(field) : states.after(field);
      if (!state.known()) {
        throw unknown(field, isOld);
      }
      // A default has no sentinel, because no write claimed it.
      if (state.value() == null || state.isDefault()) {
        return null;
      }
      values.put(request.entity().field(field).attribute(), state.value());
    }
    return Unique.keyOf(request.table(), request.entity(), unique, values);
  }

  private ModelException unknown(int field, boolean isOld) {
    String name = request.entity().field(field).name();
    String why =
        isOld ? ", and its old value must be known" : ", and gets a value that is not known";
    return new ModelException(
        "%s: the field %s is unique%s: give its stored value, or read the item first"
            .formatted(request.entity().name(), name, why));
  }

  // True if the primary key tells all values, so that they are known even without an item.
  private boolean isInKey(List<Integer> unique) {
    return request.entity().keyFacts().identifying().containsAll(unique);
  }

  // True if the write stores a field that the primary key has only in part, so that its old value
  // may be another one.
  private boolean storesPartOfKey(List<Integer> unique) {
    KeyFacts facts = request.entity().keyFacts();
    return unique.stream()
        .anyMatch(field -> facts.primary().contains(field) && !facts.identifying().contains(field));
  }

  // True if the write cannot change which sentinel the item has.
  private boolean leavesSentinel(List<Integer> unique) {
    boolean isUpdate = request.kind() == WriteKind.UPDATE;
    if ((!isUpdate && !request.isUpsert()) || states.anyChanged(unique)) {
      return false;
    }
    // An upsert may create the item with the values that its key has.
    return isUpdate || (!isInKey(unique) && !storesPartOfKey(unique));
  }
}
