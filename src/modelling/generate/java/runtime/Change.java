package partita.runtime;

import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * One change of an update.
 *
 * @param kind its kind
 * @param field the position of the field
 * @param path a whole path, from the field's attribute on, or an empty list for the field itself
 * @param ofElement true if the path ends in an element of a list or an entry of a map
 * @param value the operand; null, of "set", means that the attribute is removed
 * @param range the range of the field's kind, of an increment, or null
 */
record Change(
    ChangeKind kind,
    int field,
    List<Step> path,
    boolean ofElement,
    AttributeValue value,
    WholeRange range) {
  static Change of(ChangeKind kind, int field, AttributeValue value) {
    return new Change(kind, field, List.of(), false, value, null);
  }

  Change withKind(ChangeKind other) {
    return new Change(other, field, path, ofElement, value, range);
  }

  Change setting(AttributeValue other) {
    return new Change(ChangeKind.SET, field, path, ofElement, other, range);
  }

  Change asWhole() {
    return new Change(kind, field, path, false, value, range);
  }

  boolean isWhole() {
    return path.isEmpty();
  }

  /** Returns the steps behind the attribute. */
  List<Step> inner() {
    return path.isEmpty() ? path : path.subList(1, path.size());
  }

  /** Returns true if the result of the change depends on the stored value. */
  boolean startsFromStored() {
    return kind != ChangeKind.SET && kind != ChangeKind.REMOVE;
  }

  boolean adds() {
    return kind == ChangeKind.INCREMENT || kind == ChangeKind.APPEND || kind == ChangeKind.PREPEND;
  }

  /** Returns true if the paths have the same first steps, as many as the shorter one has. */
  boolean meets(Change other) {
    int common = Math.min(path.size(), other.path.size());
    return field == other.field && path.subList(0, common).equals(other.path.subList(0, common));
  }

  /**
   * Returns true if the change exists only to give the start value of the next one, for the case
   * that the value is absent.
   */
  boolean isStartOf(Change next) {
    return next.adds()
        && kind == ChangeKind.SET_IF_ABSENT
        && !path.isEmpty()
        && field == next.field
        && path.equals(next.path);
  }
}
