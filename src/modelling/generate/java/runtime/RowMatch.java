package partita.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Compares the rows of an index with the question. The key of an index tells how the item was when
 * a program that knows the index wrote it. A program without the index, such as an earlier version
 * that still runs, leaves the key as it was when it changes a field. Such a row answers the
 * question by its key and not by its fields.
 *
 * <p>The question is empty for rows that are read by the table's own key, because a write finds an
 * item only by this key, so that they always match.
 */
final class RowMatch {
  private final AskedPattern pattern;
  private final SortRange range;
  private final List<Question> questions; // those with something to compare

  /** A field that is asked in the form that a part of the key has. */
  record Asked(FieldDescription field, KeyField part, AttributeValue value) {}

  /** The question to the rows of one entity. The last three may be null. */
  private record Question(
      EntityDescription entity,
      List<Asked> equal,
      Asked ranged,
      FieldDescription whenField,
      When when) {
    boolean compares() {
      return !equal.isEmpty() || ranged != null || whenField != null;
    }
  }

  private RowMatch(AskedPattern pattern, SortRange range, List<Question> questions) {
    this.pattern = pattern;
    this.range = range;
    this.questions = questions;
  }

  /** Returns the question of a read with these values and this range, which may be null. */
  static RowMatch of(AskedPattern pattern, Map<String, AttributeValue> values, SortRange range) {
    List<Question> questions = new ArrayList<>();
    if (pattern.plan().index() >= 0) {
      for (EntityDescription entity : pattern.entities()) {
        Question question = questionTo(entity, pattern, values, range);
        if (question != null && question.compares()) {
          questions.add(question);
        }
      }
    }
    return new RowMatch(pattern, range, questions);
  }

  /**
   * Returns false if a field of the row is known and is not the one that the question or the
   * index's condition asks for. Fields that are missing or of a wrong type are left to the reader
   * of the row. Requires: the item is one of the entity.
   */
  boolean matches(EntityDescription entity, Map<String, AttributeValue> item) {
    for (Question question : questions) {
      if (question.entity() == entity) {
        return matches(question, item);
      }
    }
    return true;
  }

  private boolean matches(Question question, Map<String, AttributeValue> item) {
    EntityDescription entity = question.entity();
    for (Asked one : question.equal()) {
      AttributeValue value = valueIn(entity, one.field(), item);
      boolean isMet =
          value == null
              ? !one.field().optional() // A missing field is the reader's to report.
              : KeyOrder.orderOrZero(one, value, one.value()) == 0;
      if (!isMet) {
        return false;
      }
    }
    Asked ranged = question.ranged();
    if (ranged != null && range != null) {
      AttributeValue value = valueIn(entity, ranged.field(), item);
      boolean isMet = value == null ? !ranged.field().optional() : isInRange(ranged, value);
      if (!isMet) {
        return false;
      }
    }
    if (question.whenField() == null) {
      return true;
    }
    AttributeValue value = valueIn(entity, question.whenField(), item);
    return value == null ? !question.whenField().optional() : question.when().isMetBy(value);
  }

  /**
   * Returns the same as a filter of the database, or null if no filter expresses it: a range in an
   * order that only keys have, or rows of several entities. It needs the defaults of the entity's
   * fields.
   */
  Condition asFilter() {
    List<Condition> children = new ArrayList<>();
    if (questions.isEmpty()) {
      return Condition.and(children);
    }
    if (pattern.entities().size() > 1) {
      return null;
    }
    Question only = questions.get(0);
    for (Asked one : only.equal()) {
      boolean isCut = one.part().format().isCut() && one.value().s() != null;
      int size = isCut ? TextForms.cutSize(one.field().kind(), one.part().format()) : 0;
      if (isCut) {
        AttributeValue begin = AttributeValue.fromS(one.value().s().substring(0, size));
        addFilter(only, one.field(), ConditionKind.BEGINS_WITH, children, begin);
      } else {
        addFilter(only, one.field(), ConditionKind.EQUAL, children, one.value());
      }
    }
    if (only.whenField() != null) {
      AttributeValue value = valueOfWhen(only.whenField(), only.when());
      if (value == null) {
        return null;
      }
      addFilter(only, only.whenField(), ConditionKind.EQUAL, children, value);
    }
    if (only.ranged() != null && range != null) {
      FieldDescription field = only.ranged().field();
      if (only.ranged().part().format().isCut() || field.hasOwnKeyTexts()) {
        return null;
      }
      ConditionKind kind = ConditionKind.valueOf(range.kind().name());
      if (range.kind() == RangeKind.BETWEEN) {
        addFilter(only, field, kind, children, range.low(), range.high());
      } else {
        addFilter(only, field, kind, children, range.low());
      }
    }
    return Condition.and(children);
  }

  private void addFilter(
      Question only,
      FieldDescription field,
      ConditionKind kind,
      List<Condition> children,
      AttributeValue... values) {
    // A filter may not name key attributes. The question itself compares them.
    if (pattern.table().keyAttributes(pattern.plan().index()).contains(field.attribute())) {
      return;
    }
    Condition condition = Condition.compare(kind, field.attribute(), values);
    if (field.optional() || Defaults.of(only.entity(), field.attribute()) != null) {
      children.add(condition);
      return;
    }
    // A missing field, and one of another type, is the reader's to report.
    Condition hasType = Condition.hasType(condition.path(), Values.typeName(values[0]));
    children.add(Condition.or(List.of(Condition.not(hasType), condition)));
  }

  // The value of the text in a condition. Null for a field whose values have other texts.
  private static AttributeValue valueOfWhen(FieldDescription field, When when) {
    return switch (field.kind()) {
      case BOOL -> AttributeValue.fromBool(when.equals().equals("true"));
      case STRING, ENUM, TIME, DATE, UUID, ULID -> AttributeValue.fromS(when.equals());
      case INTEGER, UNSIGNED, SECONDS -> AttributeValue.fromN(when.equals());
      default -> null;
    };
  }

  private static AttributeValue valueIn(
      EntityDescription entity, FieldDescription field, Map<String, AttributeValue> item) {
    AttributeValue stored = item.get(field.attribute());
    return stored == null || Values.isNull(stored)
        ? Defaults.of(entity, field.attribute())
        : stored;
  }

  private boolean isInRange(Asked ranged, AttributeValue value) {
    if (range.kind() == RangeKind.BEGINS_WITH) {
      if (value.s() != null && range.low().s() != null) {
        return value.s().startsWith(range.low().s());
      }
      return value.b() == null
          || range.low().b() == null
          || Texts.beginsWith(Values.bytesOf(value), Values.bytesOf(range.low()));
    }
    Integer low = KeyOrder.order(ranged, value, range.low());
    if (low == null) {
      return true;
    }
    return switch (range.kind()) {
      case EQUAL -> low == 0;
      case LESS -> low < 0;
      case LESS_OR_EQUAL -> low <= 0;
      case GREATER -> low > 0;
      case GREATER_OR_EQUAL -> low >= 0;
      default -> low >= 0 && KeyOrder.orderOrZero(ranged, value, range.high()) <= 0;
    };
  }

  private static Question questionTo(
      EntityDescription entity,
      AskedPattern pattern,
      Map<String, AttributeValue> values,
      SortRange range) {
    EntityKey first = pattern.key();
    EntityKey own = pattern.findKey(entity);
    if (own == null) {
      return null;
    }
    List<Asked> equal = new ArrayList<>();
    for (KeyPlaces.Known place : KeyPlaces.known(pattern, values)) {
      KeyField part = place.samePart(own, first);
      FieldDescription field = part == null ? null : fieldOf(entity, pattern, part.field());
      if (field != null) {
        equal.add(new Asked(field, part, place.value()));
      }
    }
    KeyPlaces.Known place = range == null ? null : KeyPlaces.ofRange(pattern);
    KeyField part = place == null ? null : place.samePart(own, first);
    FieldDescription rangeField = part == null ? null : fieldOf(entity, pattern, part.field());
    FieldDescription whenField =
        own.when() == null ? null : fieldOf(entity, pattern, own.when().field());
    Asked ranged = rangeField == null ? null : new Asked(rangeField, part, null);
    return new Question(entity, equal, ranged, whenField, own.when());
  }

  // Null if the rows lack the field's attribute: then the key itself gives the field.
  private static FieldDescription fieldOf(
      EntityDescription entity, AskedPattern pattern, int position) {
    FieldDescription field = entity.field(position);
    return pattern.table().holdsAttribute(pattern.plan().index(), field) ? field : null;
  }
}
