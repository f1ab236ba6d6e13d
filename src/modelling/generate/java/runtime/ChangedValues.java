package partita.runtime;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The value of a field after a change of a part of it, so that values that follow are known. */
final class ChangedValues {
  private ChangedValues() {}

  /** The value after a change, which is null if the attribute is absent afterwards. */
  record Result(AttributeValue value) {}

  // The database refuses such a change, or the change empties a set inside of a list.
  private static final class NoResult extends RuntimeException {
    private static final long serialVersionUID = 1;

    NoResult() {
      super(null, null, false, false);
    }
  }

  /**
   * Returns the value after the change, as the database makes it of the value before, which is null
   * for an absent attribute. Returns null if the database refuses the change, or if the change
   * empties a set inside of a list.
   */
  static Result after(AttributeValue before, Change change) {
    try {
      return new Result(changedAt(change, change.inner(), before));
    } catch (NoResult error) {
      return null;
    }
  }

  /**
   * Returns the changes in an order in which they can be applied one after the other, although the
   * database applies all of them to the item as it was: the removals of elements of lists come
   * last, and those behind come before those in front.
   */
  static List<Change> inOrderOfEffect(List<Change> changes) {
    if (changes.size() < 2) {
      return changes;
    }
    return changes.stream()
        .sorted(
            (a, b) -> {
              boolean removes = removesElement(a);
              if (removes != removesElement(b)) {
                return removes ? 1 : -1;
              }
              return removes ? comparePaths(b.path(), a.path()) : comparePaths(a.path(), b.path());
            })
        .toList();
  }

  private static boolean removes(Change change) {
    return change.kind() == ChangeKind.REMOVE
        || (change.kind() == ChangeKind.SET && change.value() == null);
  }

  private static boolean removesElement(Change change) {
    List<Step> path = change.path();
    return !path.isEmpty() && path.get(path.size() - 1).isElement() && removes(change);
  }

  // A NULL counts as absent if a change starts from the stored value.
  private static AttributeValue present(AttributeValue value) {
    return Values.isNull(value) ? null : value;
  }

  private static AttributeValue sum(AttributeValue by, AttributeValue to) {
    AttributeValue stored = present(to);
    BigDecimal from = stored == null ? BigDecimal.ZERO : Numbers.read(stored.n());
    BigDecimal amount = Numbers.read(Values.numberOf(by));
    BigDecimal result = from == null || amount == null ? null : Numbers.sumIfValid(from, amount);
    if (result == null) {
      throw new NoResult();
    }
    return AttributeValue.fromN(Numbers.text(result));
  }

  private static AttributeValue joined(
      AttributeValue elements, boolean inFront, AttributeValue to) {
    AttributeValue stored = present(to);
    if (elements == null || !elements.hasL() || (stored != null && !stored.hasL())) {
      throw new NoResult();
    }
    List<AttributeValue> list = stored == null ? List.of() : stored.l();
    List<AttributeValue> all = new ArrayList<>(inFront ? elements.l() : list);
    all.addAll(inFront ? list : elements.l());
    return AttributeValue.fromL(all);
  }

  private static <E> List<E> changedElements(
      List<E> stored, List<E> elements, boolean adds, BiPredicate<E, E> same) {
    List<E> all = new ArrayList<>(stored);
    for (E element : elements) {
      boolean exists = all.stream().anyMatch(other -> same.test(other, element));
      if (adds && !exists) {
        all.add(element);
      }
      if (!adds && exists) {
        all.removeIf(other -> same.test(other, element));
      }
    }
    return all;
  }

  private static AttributeValue changedSet(
      AttributeValue elements, boolean adds, AttributeValue to) {
    AttributeValue stored = present(to);
    if (!Values.isSet(elements) || (stored != null && stored.type() != elements.type())) {
      throw new NoResult();
    }
    if (stored == null) {
      return adds ? elements : null;
    }
    AttributeValue set =
        switch (elements.type()) {
          case SS ->
              AttributeValue.fromSs(
                  changedElements(stored.ss(), elements.ss(), adds, String::equals));
          case NS ->
              AttributeValue.fromNs(
                  changedElements(stored.ns(), elements.ns(), adds, Numbers::same));
          default ->
              AttributeValue.fromBs(
                  changedElements(stored.bs(), elements.bs(), adds, SdkBytes::equals));
        };
    return Values.elementsOf(set).isEmpty() ? null : set;
  }

  // The value at the end of the path.
  private static AttributeValue changedEnd(Change change, AttributeValue value) {
    return switch (change.kind()) {
      case SET -> change.value();
      case SET_IF_ABSENT -> present(value) == null ? change.value() : value;
      case INCREMENT -> sum(change.value(), value);
      case APPEND -> joined(change.value(), false, value);
      case PREPEND -> joined(change.value(), true, value);
      case ADD_TO_SET -> changedSet(change.value(), true, value);
      case REMOVE_FROM_SET -> changedSet(change.value(), false, value);
      case REMOVE -> null;
    };
  }

  private static AttributeValue changedEntry(
      Change change, List<Step> path, Map<String, AttributeValue> map) {
    Map<String, AttributeValue> entries = new LinkedHashMap<>(map);
    String name = path.get(0).name();
    AttributeValue entry = changedAt(change, path.subList(1, path.size()), entries.get(name));
    if (entry == null) {
      entries.remove(name);
    } else {
      entries.put(name, entry);
    }
    return AttributeValue.fromM(entries);
  }

  // The database appends an element that is set behind the end.
  private static AttributeValue changedElement(
      Change change, List<Step> path, List<AttributeValue> list) {
    int at = path.get(0).element();
    if (at < 0) {
      throw new NoResult();
    }
    AttributeValue before = at < list.size() ? list.get(at) : null;
    AttributeValue element = changedAt(change, path.subList(1, path.size()), before);
    List<AttributeValue> rest = new ArrayList<>(list);
    if (element != null) {
      if (at < rest.size()) {
        rest.set(at, element);
      } else {
        rest.add(element);
      }
    } else if (path.size() == 1 && removes(change)) {
      if (at < rest.size()) {
        rest.remove(at);
      }
    } else {
      throw new NoResult();
    }
    return AttributeValue.fromL(rest);
  }

  private static AttributeValue changedAt(Change change, List<Step> path, AttributeValue value) {
    if (path.isEmpty()) {
      return changedEnd(change, value);
    }
    boolean isElement = path.get(0).isElement();
    if (isElement && value != null && value.hasL()) {
      return changedElement(change, path, value.l());
    }
    if (!isElement && value != null && value.hasM()) {
      return changedEntry(change, path, value.m());
    }
    throw new NoResult();
  }

  // A name comes behind all elements of lists, because the steps are compared by name first, and
  // that of an element is empty.
  private static int compareSteps(Step a, Step b) {
    int names = Texts.compare(a.isElement() ? "" : a.name(), b.isElement() ? "" : b.name());
    if (names != 0) {
      return names;
    }
    return Integer.compare(a.isElement() ? a.element() : -1, b.isElement() ? b.element() : -1);
  }

  private static int comparePaths(List<Step> a, List<Step> b) {
    int common = Math.min(a.size(), b.size());
    for (int i = 0; i < common; ++i) {
      int difference = compareSteps(a.get(i), b.get(i));
      if (difference != 0) {
        return difference;
      }
    }
    return a.size() - b.size();
  }
}
