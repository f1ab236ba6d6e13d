package partita.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Comparisons with empty values. An empty optional or set is stored as an absent attribute, or as
 * NULL by other programs, and an expression cannot have an absent attribute as an operand.
 */
final class EmptyOperands {
  private EmptyOperands() {}

  /**
   * Returns the condition, but without absent operands in it and its children.
   *
   * @throws ModelException for a comparison that has no meaning for an absent operand
   */
  static Condition without(Condition condition) {
    if (condition.joins()) {
      return condition.withChildren(
          condition.children().stream().map(EmptyOperands::without).toList());
    }
    List<AttributeValue> values = condition.values();
    if (values.stream().allMatch(Objects::nonNull)) {
      return condition;
    }
    List<Condition> empty = emptyAt(condition.path());
    switch (condition.kind()) {
      case EQUAL -> {
        return Condition.or(empty);
      }
      case NOT_EQUAL -> {
        return Condition.not(Condition.or(empty));
      }
      case IN -> {
        List<AttributeValue> others = values.stream().filter(Objects::nonNull).toList();
        List<Condition> all = new ArrayList<>(empty);
        if (!others.isEmpty()) {
          all.add(condition.withValues(others));
        }
        return Condition.or(all);
      }
      default ->
          throw new ModelException(
              ("The condition on %s compares with an empty value, which is stored as an absent"
                      + " attribute: compare with == or !=, or use .exists() or .not_exists()")
                  .formatted(Spelling.path(condition.path())));
    }
  }

  // Holds for an absent attribute, and for NULL, which other programs write for an empty value.
  private static List<Condition> emptyAt(List<Step> path) {
    return List.of(
        Condition.compare(ConditionKind.NOT_EXISTS, path), Condition.hasType(path, "NULL"));
  }
}
