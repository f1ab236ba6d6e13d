package partita.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The values of absent attributes. Conditions, increments and keys treat an absent attribute, a
 * NULL and the default value as equal.
 */
final class Defaults {
  private Defaults() {}

  /** Returns the attribute's default, or null without one. */
  static AttributeValue of(EntityDescription entity, String attribute) {
    for (FieldDescription field : entity.fields()) {
      if (field.hasDefault() && field.attribute().equals(attribute)) {
        return ofField(field);
      }
    }
    return null;
  }

  /**
   * Returns true if a stored value counts as an absent attribute. Other programs write NULL for an
   * attribute that could be absent. The field is then empty or has its default.
   */
  static boolean countsAsAbsent(FieldDescription field, AttributeValue value) {
    return (field.optional() || field.hasDefault()) && Values.isNull(value);
  }

  /** Sets the absent and NULL attributes of the item that have a default to it. */
  static void addTo(EntityDescription entity, Map<String, AttributeValue> item) {
    for (FieldDescription field : entity.fields()) {
      AttributeValue value = ofField(field);
      AttributeValue stored = item.get(field.attribute());
      if (value != null && (stored == null || Values.isNull(stored))) {
        item.put(field.attribute(), value);
      }
    }
  }

  /** Returns the value at the end of the steps into a value, or null if they lead to no value. */
  static AttributeValue valueAt(AttributeValue value, List<Step> steps) {
    AttributeValue here = value;
    for (Step step : steps) {
      here = here == null ? null : valueAtStep(here, step);
    }
    return here;
  }

  /**
   * Returns the condition extended so that it holds for an absent or NULL attribute as it does for
   * the default, and for absent values inside of an attribute as its own facts describe them.
   * "exists" and "not exists" still test the stored attribute.
   *
   * @throws ModelException for a comparison that has no meaning for an absent operand
   */
  static Condition extend(EntityDescription entity, Condition condition) {
    return extendPresent(entity, EmptyOperands.without(condition));
  }

  /** Returns true if the condition compares an attribute whose absence means a value. */
  static boolean areCompared(EntityDescription entity, Condition condition) {
    return compares(entity, EmptyOperands.without(condition));
  }

  static AttributeValue ofField(FieldDescription field) {
    return field.hasDefault() && !field.optional() ? firstValue(field) : null;
  }

  // The first value of the field's kind.
  private static AttributeValue firstValue(FieldDescription field) {
    return switch (field.kind()) {
      case STRING -> AttributeValue.fromS("");
      case BYTES -> AttributeValue.fromB(SdkBytes.fromByteArray(new byte[0]));
      case INTEGER, UNSIGNED, DOUBLE, DECIMAL, SECONDS -> AttributeValue.fromN("0");
      case BOOL -> AttributeValue.fromBool(false);
      case ENUM ->
          AttributeValue.fromS(
              field.enumerators().isEmpty() ? "" : field.enumerators().get(0).attribute());
      case TIME -> AttributeValue.fromS("1970-01-01T00:00:00.000Z");
      case DATE -> AttributeValue.fromS("1970-01-01");
      case UUID -> AttributeValue.fromS("00000000-0000-0000-0000-000000000000");
      case ULID -> AttributeValue.fromS("00000000000000000000000000");
      case DOCUMENT -> firstDocument(field.document());
    };
  }

  private static AttributeValue firstDocument(DocumentType type) {
    return switch (type) {
      case MAP -> AttributeValue.fromM(Map.of());
      case LIST, VECTOR -> AttributeValue.fromL(List.of());
      case ANY -> Values.NULL;
      default -> null; // An empty set is an absent attribute.
    };
  }

  private static boolean isComparison(Condition condition) {
    return switch (condition.kind()) {
      case EXISTS, NOT_EXISTS, HAS_TYPE, AND, OR, NOT -> false;
      case BETWEEN -> condition.values().size() == 2;
      default -> !condition.values().isEmpty();
    };
  }

  private static AttributeValue valueAtStep(AttributeValue value, Step step) {
    if (!step.isElement()) {
      return value.hasM() ? value.m().get(step.name()) : null;
    }
    boolean exists = value.hasL() && step.element() >= 0 && step.element() < value.l().size();
    return exists ? value.l().get(step.element()) : null;
  }

  // The value at the path if the value at its first steps is absent and replaced. Null if the
  // replacement has no value there. Some of the absent values may be inside of others.
  private static AttributeValue valueBehind(
      List<Step> path, AbsentValue known, List<AbsentValue> all) {
    AttributeValue value = known.value();
    for (int i = known.steps(); i < path.size() && value != null; ++i) {
      AttributeValue next = valueAtStep(value, path.get(i));
      for (AbsentValue one : all) {
        if (one.steps() == i + 1 && (next == null || (one.isNull() && Values.isNull(next)))) {
          next = one.value();
        }
      }
      value = next;
    }
    return value;
  }

  // The condition that the value is absent or NULL. A value inside of another one counts as absent
  // only if the outer one exists.
  private static Condition isAbsent(List<Step> path, AbsentValue value) {
    List<Step> here = path.subList(0, value.steps());
    Condition isNull = Condition.hasType(here, "NULL");
    if (value.isNull()) {
      return isNull;
    }
    Condition absent = Condition.compare(ConditionKind.NOT_EXISTS, here);
    if (value.steps() > 1) {
      List<Step> outer = path.subList(0, value.steps() - 1);
      absent = Condition.and(List.of(Condition.compare(ConditionKind.EXISTS, outer), absent));
    }
    return Condition.or(List.of(absent, isNull));
  }

  private static Condition withDefault(EntityDescription entity, Condition asked) {
    String attribute = asked.attribute();
    if (attribute == null) {
      return asked;
    }
    AttributeValue ofField = of(entity, attribute);
    List<AbsentValue> all = new ArrayList<>(asked.absent());
    if (ofField != null) {
      all.add(0, new AbsentValue(1, ofField, false));
    }
    Condition out = asked.withoutAbsent();
    boolean differs =
        asked.kind() == ConditionKind.NOT_EQUAL || asked.kind() == ConditionKind.SIZE_NOT_EQUAL;
    for (AbsentValue one : all) {
      AttributeValue value = valueBehind(asked.path(), one, all);
      if (value == null) {
        continue;
      }
      Condition absent = isAbsent(asked.path(), one);
      if (Comparisons.hold(asked.kind(), asked.values(), value)) {
        out = Condition.or(List.of(absent, out));
      } else if (differs) {
        // The service compares an absent value as different from every value.
        out = Condition.and(List.of(Condition.not(absent), out));
      }
    }
    return out;
  }

  private static Condition extendPresent(EntityDescription entity, Condition condition) {
    if (condition.joins()) {
      return condition.withChildren(
          condition.children().stream().map(child -> extendPresent(entity, child)).toList());
    }
    return isComparison(condition) ? withDefault(entity, condition) : condition;
  }

  private static boolean compares(EntityDescription entity, Condition one) {
    if (!one.absent().isEmpty()) {
      return true;
    }
    String attribute = one.attribute();
    if (isComparison(one) && attribute != null && of(entity, attribute) != null) {
      return true;
    }
    return one.children().stream().anyMatch(child -> compares(entity, child));
  }
}
