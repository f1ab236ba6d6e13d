package partita.runtime;

import java.util.Arrays;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A condition of a write or a filter of a read, as data.
 *
 * @param kind its kind
 * @param path the path of a comparison, which begins with an attribute
 * @param values the operands; null, of "equal", "not equal" and "in", means an absent attribute
 * @param children the conditions that AND, OR and NOT join, otherwise an empty list
 * @param absent the meanings of absent values on the path
 */
record Condition(
    ConditionKind kind,
    List<Step> path,
    List<AttributeValue> values,
    List<Condition> children,
    List<AbsentValue> absent) {
  static Condition compare(ConditionKind kind, List<Step> path, AttributeValue... values) {
    return new Condition(kind, path, Arrays.asList(values), List.of(), List.of());
  }

  static Condition compare(ConditionKind kind, String attribute, AttributeValue... values) {
    return compare(kind, List.of(Step.of(attribute)), values);
  }

  static Condition hasType(List<Step> path, String type) {
    return compare(ConditionKind.HAS_TYPE, path, AttributeValue.fromS(type));
  }

  static Condition and(List<Condition> children) {
    return new Condition(ConditionKind.AND, List.of(), List.of(), children, List.of());
  }

  static Condition or(List<Condition> children) {
    return new Condition(ConditionKind.OR, List.of(), List.of(), children, List.of());
  }

  static Condition not(Condition child) {
    return new Condition(ConditionKind.NOT, List.of(), List.of(), List.of(child), List.of());
  }

  /** Returns a condition that holds if both do. Either may be null, which always holds. */
  static Condition both(Condition first, Condition second) {
    if (first == null || second == null) {
      return first == null ? second : first;
    }
    return and(List.of(first, second));
  }

  boolean joins() {
    return kind == ConditionKind.AND || kind == ConditionKind.OR || kind == ConditionKind.NOT;
  }

  Condition withChildren(List<Condition> other) {
    return new Condition(kind, path, values, other, absent);
  }

  Condition withValues(List<AttributeValue> other) {
    return new Condition(kind, path, other, children, absent);
  }

  Condition withoutAbsent() {
    return new Condition(kind, path, values, children, List.of());
  }

  /** Returns the attribute with which the path begins, or null without a path. */
  String attribute() {
    return path.isEmpty() ? null : path.get(0).name();
  }
}
