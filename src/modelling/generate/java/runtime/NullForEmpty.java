package partita.runtime;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Other programs write NULL for an empty member. A change that adds to the stored value must treat
 * that NULL as an absent attribute. And an empty set in a list or map is NULL, but the database
 * removes the whole element with the last element of the set. An update expression cannot express
 * either, so such a write reads the item and sets the result.
 */
final class NullForEmpty {
  private NullForEmpty() {}

  /** Returns true if the field's stored value has a NULL at the change's path. */
  static boolean meetsNull(FieldDescription field, Change change, AttributeValue stored) {
    return change.isWhole()
        ? Defaults.countsAsAbsent(field, stored)
        : Values.isNull(Defaults.valueAt(stored, change.inner()));
  }

  /**
   * Returns true if the change removes elements from a set in a list or map, and the field's stored
   * value has no set there or may have no more elements than those.
   */
  static boolean mayEmptyElement(Change change, AttributeValue stored) {
    if (change.kind() != ChangeKind.REMOVE_FROM_SET || !change.ofElement()) {
      return false;
    }
    List<?> elements = Values.elementsOf(Defaults.valueAt(stored, change.inner()));
    List<?> removed = Values.elementsOf(change.value());
    return elements == null || elements.size() <= (removed == null ? 0 : removed.size());
  }

  /**
   * Returns the change as one that sets the rest of the set, which is NULL without elements.
   * Returns null if no element is to be removed. The stored value may be null. Requires: the change
   * removes from a set that is an element.
   */
  static Change withoutElements(Change change, AttributeValue stored) {
    AttributeValue value = stored == null ? null : Defaults.valueAt(stored, change.inner());
    if (Values.isNull(value)) {
      return null;
    }
    return Values.isSet(value)
        ? change.asWhole().setting(rest(value, change.value()))
        : change.asWhole();
  }

  /**
   * Returns the change of an absent value, as a change that does not depend on the stored value.
   * {@code absent} is its start value, and null means zero or an empty list. Returns null if the
   * sum is not a value of the field. Requires: the change starts from the stored value.
   */
  static Change ofAbsent(Change change, AttributeValue absent) {
    switch (change.kind()) {
      case INCREMENT -> {
        BigDecimal by = Numbers.read(Values.numberOf(change.value()));
        String start = Values.numberOf(absent);
        BigDecimal from = start == null ? BigDecimal.ZERO : Numbers.read(start);
        BigDecimal sum = by == null || from == null ? by : Numbers.sumIfValid(from, by);
        if (sum == null || (change.range() != null && !change.range().contains(sum))) {
          return null;
        }
        return change.setting(AttributeValue.fromN(Numbers.text(sum)));
      }
      case APPEND -> {
        return change.setting(joined(absent, change.value()));
      }
      case PREPEND -> {
        return change.setting(joined(change.value(), absent));
      }
      case REMOVE_FROM_SET -> {
        // The NULL of an element is the empty set there, and stays.
        return change.ofElement() ? null : change.withKind(ChangeKind.REMOVE);
      }
      default -> {
        return change.withKind(ChangeKind.SET);
      }
    }
  }

  /**
   * Returns true if a write failed, or may have failed, because one of its changes met a NULL in
   * the item or would empty such a set. The item is the one on which a condition failed, or null.
   */
  static boolean isMetIn(WriteRequest request, Map<String, AttributeValue> item) {
    if (item == null) {
      return false;
    }
    EntityDescription entity = request.entity();
    if (countsFromDefault(request)) {
      FieldDescription version = entity.field(entity.version());
      if (Defaults.countsAsAbsent(version, item.get(version.attribute()))) {
        return true;
      }
    }
    for (Change change : request.changes()) {
      FieldDescription field = request.field(change);
      AttributeValue stored = change.startsFromStored() ? item.get(field.attribute()) : null;
      if (stored != null && (meetsNull(field, change, stored) || mayEmptyElement(change, stored))) {
        return true;
      }
    }
    return false;
  }

  /** Returns true if the message of a failed update may say that one of the changes met a NULL. */
  static boolean mayBeMet(WriteRequest request, String message) {
    return isOfOperand(message)
        && (countsFromDefault(request)
            || request.changes().stream().anyMatch(Change::startsFromStored));
  }

  /** Returns true if the message says that an update adds to a value of the wrong type. */
  static boolean isOfOperand(String message) {
    return message.contains("operand in the update expression has an incorrect data type");
  }

  // True if the version may be NULL.
  private static boolean countsFromDefault(WriteRequest request) {
    EntityDescription entity = request.entity();
    return entity.hasVersion() && entity.field(entity.version()).hasDefault();
  }

  // The rest of a set, or NULL without elements.
  private static AttributeValue rest(AttributeValue set, AttributeValue removed) {
    boolean isSame = removed != null && removed.type() == set.type();
    AttributeValue left =
        switch (set.type()) {
          case SS ->
              AttributeValue.fromSs(
                  without(set.ss(), isSame ? removed.ss() : List.of(), String::equals));
          case NS ->
              AttributeValue.fromNs(
                  without(set.ns(), isSame ? removed.ns() : List.of(), Numbers::same));
          default ->
              AttributeValue.fromBs(
                  without(set.bs(), isSame ? removed.bs() : List.of(), SdkBytes::equals));
        };
    return Values.elementsOf(left).isEmpty() ? Values.NULL : left;
  }

  private static <E> List<E> without(List<E> elements, List<E> removed, BiPredicate<E, E> same) {
    return elements.stream()
        .filter(one -> removed.stream().noneMatch(other -> same.test(one, other)))
        .toList();
  }

  private static AttributeValue joined(AttributeValue first, AttributeValue second) {
    List<AttributeValue> all = new ArrayList<>();
    for (AttributeValue one : Arrays.asList(first, second)) {
      if (one != null && one.hasL()) {
        all.addAll(one.l());
      }
    }
    return AttributeValue.fromL(all);
  }
}
