package partita.runtime;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The values of an item's fields before and after a write, as far as they are known.
 *
 * <p>A field is known from the primary key, from the caller, from an item that was read, or from a
 * change that sets it. A use of a field that is known only from the item that was read makes the
 * write depend on that item. Those fields are collected, and the write becomes conditional on them.
 */
final class FieldStates {
  private final WriteRequest request;
  private final Field[] fields;
  private final Set<Integer> used = new TreeSet<>();

  private static final class Field {
    private FieldState before;
    private FieldState after;
    private boolean fromRead; // before comes from the item that was read
    private boolean afterFromRead;
    private boolean changed;
  }

  /** Makes the states. {@code stored} is null if no item was read. */
  FieldStates(WriteRequest request, StoredItem stored) {
    this.request = request;
    EntityDescription entity = request.entity();
    Map<String, AttributeValue> whole = wholeItem(request);
    fields = new Field[entity.fields().size()];
    for (int i = 0; i < fields.length; ++i) {
      Field field = new Field();
      FieldDescription info = entity.field(i);
      setBefore(field, info, stored, entity.keyFacts().identifying().contains(i));
      field.after = whole == null ? field.before : FieldState.in(entity, whole, info);
      field.afterFromRead = whole == null && field.fromRead;
      fields[i] = field;
    }
  }

  /** Applies the request's changes. Throws ModelException for a sum that is not a valid number. */
  void applyChanges() {
    for (Change change : ChangedValues.inOrderOfEffect(request.changes())) {
      Field field = fields[change.field()];
      field.changed = true;
      apply(change, field);
    }
  }

  /** Sets the new value of a field that does not come from one of the request's changes. */
  void setAfter(int field, FieldState state) {
    fields[field].changed = true;
    fields[field].after = state;
    fields[field].afterFromRead = false;
  }

  /** Notes the value of a field that the write holds without changing it. */
  void keep(int field, AttributeValue value) {
    fields[field].after = FieldState.of(value);
    fields[field].afterFromRead = false;
  }

  /** Returns the field's state before the write. It is consulted if it comes from the read item. */
  FieldState before(int field) {
    if (fields[field].fromRead) {
      used.add(field);
    }
    return fields[field].before;
  }

  /** Returns the field's state after the write. It is consulted if it comes from the read item. */
  FieldState after(int field) {
    if (fields[field].afterFromRead) {
      used.add(field);
    }
    return fields[field].after;
  }

  boolean changed(int field) {
    return fields[field].changed;
  }

  boolean anyChanged(Iterable<Integer> positions) {
    for (int position : positions) {
      if (fields[position].changed) {
        return true;
      }
    }
    return false;
  }

  /** Returns the known values after the write, by attribute. */
  Map<String, AttributeValue> valuesAfter() {
    Map<String, AttributeValue> values = new LinkedHashMap<>();
    for (int i = 0; i < fields.length; ++i) {
      if (fields[i].after.value() != null) {
        values.put(request.entity().field(i).attribute(), fields[i].after.value());
      }
    }
    return values;
  }

  /** Returns the fields that were used and are known only from the item that was read, in order. */
  Set<Integer> consulted() {
    return used;
  }

  // The item after the write if the request has all its fields, otherwise null.
  private static Map<String, AttributeValue> wholeItem(WriteRequest request) {
    return switch (request.kind()) {
      case MOVE -> request.movedTo();
      case CREATE, PUT -> request.values();
      default -> null;
    };
  }

  private void setBefore(
      Field field, FieldDescription info, StoredItem stored, boolean isIdentifying) {
    EntityDescription entity = request.entity();
    String attribute = info.attribute();
    if (isIdentifying) {
      field.before = FieldState.in(entity, request.values(), info);
    } else if (request.given().containsKey(attribute)) {
      field.before = FieldState.given(entity, request.given().get(attribute), attribute);
    } else if (stored == null) {
      field.before = FieldState.UNKNOWN;
    } else {
      field.fromRead = true;
      field.before =
          stored.exists()
              ? FieldState.in(entity, stored.attributes(), info)
              : FieldState.absent(entity, attribute);
    }
  }

  // A state that follows from the one before depends on the stored item as that one does.
  private void apply(Change change, Field field) {
    FieldDescription info = request.field(change);
    FieldState before = field.after;
    boolean isWhole = change.isWhole();
    if (isWhole && !change.startsFromStored()) {
      boolean empties =
          change.kind() == ChangeKind.REMOVE
              || change.value() == null
              || Defaults.countsAsAbsent(info, change.value());
      field.after =
          empties
              ? FieldState.absent(request.entity(), info.attribute())
              : FieldState.of(change.value());
      field.afterFromRead = false;
      return;
    }
    // A given value that equals the default does not tell whether the attribute exists.
    boolean mayBeStored = before.isDefault() && !field.afterFromRead;
    if (isWhole && change.kind() == ChangeKind.SET_IF_ABSENT && before.known() && !mayBeStored) {
      boolean keeps = before.value() != null && !before.isDefault();
      field.after = keeps ? before : FieldState.of(change.value());
      return;
    }
    // The database reports a value that is not a number.
    AttributeValue from = before.value();
    boolean isNumber = from == null || from.n() != null;
    if (isWhole && change.kind() == ChangeKind.INCREMENT && before.known() && isNumber) {
      BigDecimal start = from == null ? BigDecimal.ZERO : Numbers.parse(from.n());
      BigDecimal sum = Numbers.plus(start, Numbers.parse(Values.numberOf(change.value())));
      field.after = FieldState.of(AttributeValue.fromN(Numbers.text(sum)));
      return;
    }
    // A change of a part, of a list or of a set keeps the rest of the stored value.
    boolean keepsRest =
        !isWhole
            || (change.kind() != ChangeKind.SET_IF_ABSENT && change.kind() != ChangeKind.INCREMENT);
    ChangedValues.Result result =
        before.known() && keepsRest ? ChangedValues.after(from, change) : null;
    field.after = result == null ? FieldState.UNKNOWN : FieldState.of(result.value());
    field.afterFromRead &= result != null;
  }
}
