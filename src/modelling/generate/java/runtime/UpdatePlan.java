package partita.runtime;

import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Plans of updates and upserts. */
final class UpdatePlan {
  private final Planning plan;
  private final WriteExpression expression = new WriteExpression();

  private UpdatePlan(Planning plan) {
    this.plan = plan;
  }

  /** Plans an "update" or "upsert". */
  static void make(Planning plan) {
    new UpdatePlan(plan).run();
  }

  private void run() {
    WriteRequest request = plan.request;
    FieldStates states = plan.states;
    boolean isUpsert = request.isUpsert();
    String tag = plan.table.typeAttribute();
    states.applyChanges();
    addChanges();
    addVersion();
    if (isUpsert) {
      addRestOfUpsert();
    }
    Values.byName(KeptMembers.computedChanges(request, states, plan.functions))
        .forEach(
            (name, value) -> {
              if (value == null) {
                expression.remove(name);
              } else {
                expression.set(name, value);
              }
            });
    KeyChanges keys = KeyChanges.of(request, states);
    // The tag may be an index key too, and an upsert has already set it.
    keys.set()
        .forEach(
            (name, value) -> {
              if (!isUpsert || !name.equals(tag)) {
                expression.set(name, value);
              }
            });
    keys.setIfAbsent().forEach(expression::setIfAbsent);
    keys.remove().forEach(expression::remove);
    boolean surelyBefore = !isUpsert || request.expectedVersion() != null;
    plan.planSentinels(new UniquePlan.Existence(true, true, surelyBefore), plan.key);
    if (!isUpsert) {
      expression.exists(plan.table.partition());
    }
    plan.addConditions(expression);
    plan.addReadConditions(expression);
    plan.addAction(ActionKind.UPDATE, ActionPart.ITEM, plan.key, expression, null);
    plan.addSentinels();
  }

  private void addChanges() {
    List<Change> changes = plan.request.changes();
    for (int i = 0; i < changes.size(); ++i) {
      Change kept = withPlaceKept(changes.get(i));
      if (kept == null) {
        continue;
      }
      AttributeValue start = plan.request.startOf(i);
      Change change = withNullAbsent(withNaturalDefault(kept), start);
      if (i + 1 < changes.size() && change.isStartOf(changes.get(i + 1))) {
        continue;
      }
      if (change.adds()) {
        plan.repeatable = false;
      }
      if (plan.entity.field(change.field()).keyOnly()) {
        continue;
      }
      String name = plan.attribute(change.field());
      boolean sets = change.kind() == ChangeKind.SET || change.kind() == ChangeKind.SET_IF_ABSENT;
      if (sets && change.isWhole() && change.value() != null) {
        plan.checkNaturalKeys(Map.of(name, change.value()));
      }
      expression.apply(change, name, start);
    }
  }

  // Makes a change that meets a NULL, which other programs write for empty, start from an absent
  // value.
  private Change withNullAbsent(Change change, AttributeValue absent) {
    if (!change.startsFromStored()) {
      return change;
    }
    FieldDescription field = plan.entity.field(change.field());
    AttributeValue value = plan.storedValue(field.attribute());
    if (value == null || !NullForEmpty.meetsNull(field, change, value)) {
      return change;
    }
    Change changed = NullForEmpty.ofAbsent(change, absent);
    if (changed == null) {
      return change;
    }
    plan.dependOn(field.attribute());
    return changed;
  }

  // A set in a list or map stays in its place if it gets empty. Null if no element is to be
  // removed.
  private Change withPlaceKept(Change change) {
    boolean exists = plan.stored != null && plan.stored.exists();
    if (change.kind() != ChangeKind.REMOVE_FROM_SET || !change.ofElement() || !exists) {
      return change;
    }
    String name = plan.attribute(change.field());
    plan.dependOn(name);
    return NullForEmpty.withoutElements(change, plan.storedValue(name));
  }

  // An index whose key is the field's own attribute finds the default only if it is stored.
  private Change withNaturalDefault(Change change) {
    String name = plan.attribute(change.field());
    AttributeValue value = Defaults.of(plan.entity, name);
    if (change.kind() != ChangeKind.REMOVE || !change.isWhole() || value == null) {
      return change;
    }
    boolean isNaturalKey =
        plan.entity.keyFacts().indexAttributes().stream()
            .anyMatch(part -> part.natural() && part.attribute().equals(name));
    return isNaturalKey ? Change.of(ChangeKind.SET, change.field(), value) : change;
  }

  // The service cannot add to a NULL.
  private boolean versionIsNull() {
    FieldDescription field = plan.entity.field(plan.entity.version());
    AttributeValue value = plan.storedValue(field.attribute());
    return value != null && Defaults.countsAsAbsent(field, value);
  }

  private void addVersion() {
    EntityDescription entity = plan.entity;
    if (!entity.hasVersion()) {
      return;
    }
    int version = entity.version();
    String name = Planning.versionAttribute(entity);
    if (plan.request.expectedVersion() != null) {
      AttributeValue next = Values.number(plan.versionAfter(plan.request.expectedVersion()));
      plan.states.setAfter(version, FieldState.of(next));
      expression.set(name, next);
    } else {
      // The stored version is used only if an index key holds the version.
      boolean isUsed = plan.stored != null && entity.keyFacts().isInIndex(version);
      FieldState state =
          isUsed ? FieldState.of(Values.number(plan.versionAfterRead())) : FieldState.UNKNOWN;
      plan.states.setAfter(version, state);
      if (versionIsNull()) {
        long next = plan.versionAfterRead();
        plan.dependOn(name);
        expression.set(name, Values.number(next));
      } else {
        // A signed version never reaches its end in practice, so its writes need no condition.
        boolean isSigned = entity.field(version).kind() == FieldKind.INTEGER;
        Long most = isSigned ? null : Long.valueOf(WriteRules.LAST_VERSION - 1);
        expression.increment(name, Defaults.of(entity, name), most);
      }
    }
    expression.set(Planning.WRITE_ID, AttributeValue.fromS(plan.writeId));
  }

  // Adds the attributes that a created item has beyond its changes.
  private void addRestOfUpsert() {
    EntityDescription entity = plan.entity;
    if (plan.table.typeAttribute() != null) {
      expression.set(plan.table.typeAttribute(), AttributeValue.fromS(entity.name()));
    }
    for (int position : entity.keyFacts().primary()) {
      FieldDescription field = entity.field(position);
      AttributeValue value = plan.request.values().get(field.attribute());
      if (value == null) {
        continue;
      }
      plan.states.keep(position, value);
      if (!field.keyOnly() && !plan.key.containsKey(field.attribute())) {
        expression.set(field.attribute(), value);
      }
    }
  }
}
