package partita.runtime;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The fields that the library itself writes: times of creation and last write, computed fields. */
final class KeptMembers {
  private KeptMembers() {}

  /** Returns true if the library keeps the field. A version is checked separately. */
  static boolean isKept(EntityDescription entity, int field) {
    return field == entity.created()
        || field == entity.updated()
        || entity.computed().stream().anyMatch(one -> one.field() == field);
  }

  /** Throws ModelException if the request itself changes a field that the library writes. */
  static void check(WriteRequest request) {
    EntityDescription entity = request.entity();
    for (Change change : request.changes()) {
      if (isKept(entity, change.field())) {
        throw new ModelException(
            "%s: the field %s is set by the library, and a write cannot set it"
                .formatted(entity.name(), entity.field(change.field()).name()));
      }
    }
  }

  /**
   * Returns the request with the kept fields that follow from it and from the time. It is called
   * once for a request, so that every attempt writes the same values.
   *
   * @throws ModelException if a computed field cannot be computed
   */
  static WriteRequest added(
      WriteRequest request, long nowMs, Map<String, ComputedFunction> functions) {
    EntityDescription entity = request.entity();
    return switch (request.kind()) {
      case CREATE, PUT -> {
        boolean keeps = request.kind() == WriteKind.PUT;
        Map<String, AttributeValue> whole =
            whole(entity, request.values(), nowMs, keeps, functions);
        yield request.toBuilder().values(whole).build();
      }
      case MOVE -> {
        Map<String, AttributeValue> whole =
            whole(entity, request.movedTo(), nowMs, true, functions);
        yield request.toBuilder().movedTo(whole).build();
      }
      case UPDATE, UPSERT -> {
        List<Change> changes = new ArrayList<>(request.changes());
        if (request.isUpsert()) {
          addTime(entity, entity.created(), nowMs, ChangeKind.SET_IF_ABSENT, changes);
        }
        addTime(entity, entity.updated(), nowMs, ChangeKind.SET, changes);
        yield request.toBuilder().changes(changes).build();
      }
      default -> request;
    };
  }

  /**
   * Returns the computed fields of a whole item, by attribute. A null means that the field is
   * absent.
   *
   * @throws ModelException if a function is missing or throws
   */
  static Map<String, AttributeValue> computedValues(
      EntityDescription entity,
      Map<String, AttributeValue> values,
      Map<String, ComputedFunction> functions) {
    Map<String, AttributeValue> all = new LinkedHashMap<>();
    // A model without any functions takes the values as they are given.
    if (!functions.isEmpty()) {
      for (Computed computed : entity.computed()) {
        AttributeValue value = compute(entity, computed, values, functions);
        all.put(entity.field(computed.field()).attribute(), value);
      }
    }
    return all;
  }

  /**
   * Returns, for an update or upsert, the stored computed fields that follow from its changes, by
   * attribute. A null removes the attribute. The states must have the changes applied and get the
   * computed values.
   *
   * @throws ModelException if a computed field needs a field that is not known
   */
  static Map<String, AttributeValue> computedChanges(
      WriteRequest request, FieldStates states, Map<String, ComputedFunction> functions) {
    Map<String, AttributeValue> changes = new LinkedHashMap<>();
    if (functions.isEmpty()) {
      return changes;
    }
    EntityDescription entity = request.entity();
    for (Computed computed : entity.computed()) {
      if (!request.isUpsert() && !states.anyChanged(computed.from())) {
        continue;
      }
      FieldDescription field = entity.field(computed.field());
      Map<String, AttributeValue> values = new LinkedHashMap<>();
      for (int from : computed.from()) {
        FieldState state = states.after(from);
        if (!state.known()) {
          throw new ModelException(
              ("%s: the field %s depends on %s, which is not known: give its stored value, or "
                      + "read the item first")
                  .formatted(entity.name(), field.name(), entity.field(from).name()));
        }
        if (state.value() != null) {
          values.put(entity.field(from).attribute(), state.value());
        }
      }
      AttributeValue value = compute(entity, computed, values, functions);
      states.setAfter(computed.field(), FieldState.of(value));
      if (!field.keyOnly()) {
        changes.put(field.attribute(), value);
      }
    }
    return changes;
  }

  private static AttributeValue timeAs(FieldDescription field, long nowMs) {
    return field.kind() == FieldKind.SECONDS
        ? Values.number(nowMs / 1000)
        : AttributeValue.fromS(Times.text(nowMs));
  }

  // Sets the time in the attributes of a whole item. A time that the caller filled in may stay. The
  // time 1970-01-01T00:00:00Z counts as not filled in.
  private static void setTime(
      EntityDescription entity,
      int position,
      long nowMs,
      boolean keeps,
      Map<String, AttributeValue> values) {
    if (position < 0) {
      return;
    }
    FieldDescription field = entity.field(position);
    AttributeValue value = values.get(field.attribute());
    if (!keeps || value == null || Equality.identical(value, timeAs(field, 0))) {
      values.put(field.attribute(), timeAs(field, nowMs));
    }
  }

  private static AttributeValue compute(
      EntityDescription entity,
      Computed computed,
      Map<String, AttributeValue> values,
      Map<String, ComputedFunction> functions) {
    String name = entity.field(computed.field()).name();
    ComputedFunction function = functions.get(entity.name() + "." + name);
    if (function == null) {
      throw new ModelException(
          ("%s: the field %s is computed, and the session has no function for it: give "
                  + "ClientOptions.computed(\"%s.%s\", ...)")
              .formatted(entity.name(), name, entity.name(), name));
    }
    try {
      return function.compute(Collections.unmodifiableMap(values));
    } catch (RuntimeException error) {
      throw new ModelException(
          "%s: the field %s cannot be computed: its function threw an exception: %s"
              .formatted(entity.name(), name, error.getMessage()),
          error);
    }
  }

  private static Map<String, AttributeValue> whole(
      EntityDescription entity,
      Map<String, AttributeValue> given,
      long nowMs,
      boolean keepsCreated,
      Map<String, ComputedFunction> functions) {
    Map<String, AttributeValue> values = new LinkedHashMap<>(given);
    setTime(entity, entity.created(), nowMs, keepsCreated, values);
    setTime(entity, entity.updated(), nowMs, false, values);
    putOrRemove(computedValues(entity, values, functions), values);
    return values;
  }

  /** Puts the values into an item, and removes those that are null. */
  static void putOrRemove(Map<String, AttributeValue> computed, Map<String, AttributeValue> item) {
    computed.forEach(
        (name, value) -> {
          if (value == null) {
            item.remove(name);
          } else {
            item.put(name, value);
          }
        });
  }

  private static void addTime(
      EntityDescription entity, int field, long nowMs, ChangeKind kind, List<Change> changes) {
    if (field >= 0) {
      changes.add(Change.of(kind, field, timeAs(entity.field(field), nowMs)));
    }
  }
}
