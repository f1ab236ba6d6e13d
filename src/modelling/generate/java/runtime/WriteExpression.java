package partita.runtime;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The update and the condition of one write action, with the placeholders that they share.
 * Attribute names are taken literally, also if they contain a '.'.
 */
final class WriteExpression {
  private static final int MOST_BYTES = 4096;
  private static final int MOST_OPERATORS = 300;
  // Words, comparators and calls, as the service counts them. The AND of a BETWEEN counts for both.
  private static final Pattern OPERATOR =
      Pattern.compile("\\b(?:AND|OR|NOT|IN)\\b|[<>=]+|\\b[a-z_]+\\(");

  private final Placeholders placeholders = new Placeholders();
  private final List<String> conditions = new ArrayList<>();
  private final List<String> ranges = new ArrayList<>(); // further conditions, after the others
  private final List<String> sets = new ArrayList<>();
  private final List<String> removals = new ArrayList<>();
  private final List<String> additions = new ArrayList<>();
  private final List<String> deletions = new ArrayList<>();

  // ---- the condition, which is all of these joined by AND

  void exists(String attribute) {
    conditions.add("attribute_exists(" + placeholders.name(attribute) + ")");
  }

  void notExists(String attribute) {
    conditions.add("attribute_not_exists(" + placeholders.name(attribute) + ")");
  }

  /** The attribute is absent, or NULL, which other programs write for an empty value. */
  void isEmpty(String attribute) {
    conditions.add("(" + emptiness(attribute) + ")");
  }

  /**
   * The attribute has the value, or is absent if the value is null. An absent or NULL attribute
   * also counts as the value {@code absent}, unless that is null.
   */
  void equals(String attribute, AttributeValue value, AttributeValue absent) {
    if (absent == null || !Equality.same(absent, value)) {
      conditions.add(equality(attribute, value));
      return;
    }
    // The placeholder of the value comes before that of the type.
    String equality = equality(attribute, value);
    conditions.add("(" + emptiness(attribute) + " OR " + equality + ")");
  }

  /** Either an attribute does not exist, or the others have the values that they have there. */
  void notExistsOrEquals(String missing, Map<String, AttributeValue> also) {
    String all =
        Values.byName(also).entrySet().stream()
            .map(entry -> equality(entry.getKey(), entry.getValue()))
            .collect(Collectors.joining(" AND "));
    String name = placeholders.name(missing);
    conditions.add("(attribute_not_exists(" + name + ") OR (" + all + "))");
  }

  /** Throws ModelException as Conditions.render() does. */
  void holds(Condition condition) {
    String text = Conditions.render(condition, placeholders);
    // The text joins the others by AND without parentheses, because render() has put OR in them and
    // the service refuses two pairs.
    if (text != null) {
      conditions.add(text);
    }
  }

  /** Returns true if a condition was added, besides the range conditions of increments. */
  boolean hasCondition() {
    return !conditions.isEmpty();
  }

  /** Returns true if the condition is within the service's limits of length and of operators. */
  boolean conditionFits() {
    String text = condition();
    return Texts.utf8Size(text) <= MOST_BYTES
        && OPERATOR.matcher(text).results().count() <= MOST_OPERATORS;
  }

  // ---- the update

  void set(String attribute, AttributeValue value) {
    String name = placeholders.name(attribute);
    sets.add(name + " = " + placeholders.value(value));
  }

  /** Sets the attribute only if it is absent. */
  void setIfAbsent(String attribute, AttributeValue value) {
    String name = placeholders.name(attribute);
    sets.add(name + " = if_not_exists(" + name + ", " + placeholders.value(value) + ")");
  }

  void remove(String attribute) {
    removals.add(placeholders.name(attribute));
  }

  /**
   * Adds 1 to a number. An absent one starts from {@code absent}, or from zero if that is null.
   * With {@code most}, the write fails if the stored number exceeds it.
   */
  void increment(String attribute, AttributeValue absent, Long most) {
    String name = placeholders.name(attribute);
    String from = placeholders.value(absent == null ? Values.number(0) : absent);
    String amount = placeholders.value(Values.number(1));
    sets.add(name + " = if_not_exists(" + name + ", " + from + ") + " + amount);
    if (most != null) {
      String end = placeholders.value(Values.number(most));
      ranges.add("(attribute_not_exists(" + name + ") OR " + name + " <= " + end + ")");
    }
  }

  /**
   * Adds the request's change to the update. {@code absent} is the value from which the change
   * starts if the stored value is absent, and null means zero or an empty list. An increment with a
   * range adds the condition that the sum is in the range, and a removal from a set in a list or
   * map the condition that the set has more elements than are removed.
   *
   * @throws ModelException for a path that does not lead into the attribute or an invalid number
   */
  void apply(Change change, String attribute, AttributeValue absent) {
    String name = target(change, attribute);
    if (change.kind() == ChangeKind.REMOVE || change.value() == null) {
      removals.add(name);
      return;
    }
    String value = placeholders.value(change.value());
    switch (change.kind()) {
      case SET -> sets.add(name + " = " + value);
      case SET_IF_ABSENT -> sets.add(name + " = if_not_exists(" + name + ", " + value + ")");
      case INCREMENT -> {
        AttributeValue start = absent == null ? Values.number(0) : absent;
        sets.add(
            "%s = if_not_exists(%s, %s) + %s"
                .formatted(name, name, placeholders.value(start), value));
        if (change.range() != null) {
          staysInRange(change, name, start);
        }
      }
      case APPEND, PREPEND -> {
        AttributeValue start = absent == null ? AttributeValue.fromL(List.of()) : absent;
        String stored = "if_not_exists(%s, %s)".formatted(name, placeholders.value(start));
        boolean appends = change.kind() == ChangeKind.APPEND;
        sets.add(
            "%s = list_append(%s, %s)"
                .formatted(name, appends ? stored : value, appends ? value : stored));
      }
      case ADD_TO_SET -> additions.add(name + " " + value);
      default -> {
        deletions.add(name + " " + value);
        // The database would remove the element of the list or map with the last one of its set.
        if (change.ofElement()) {
          List<?> removed = Values.elementsOf(change.value());
          AttributeValue count = Values.number(removed == null ? 0 : removed.size());
          ranges.add("size(" + name + ") > " + placeholders.value(count));
        }
      }
    }
  }

  /** Returns the texts and the placeholders for an action. */
  ActionExpressions expressions() {
    StringBuilder update = new StringBuilder();
    addClause(update, "SET ", sets);
    addClause(update, "REMOVE ", removals);
    addClause(update, "ADD ", additions);
    addClause(update, "DELETE ", deletions);
    String condition = condition();
    return new ActionExpressions(
        update.length() == 0 ? null : update.toString(),
        condition.isEmpty() ? null : condition,
        placeholders.names(),
        placeholders.values());
  }

  private static void addClause(StringBuilder update, String keyword, List<String> parts) {
    if (!parts.isEmpty()) {
      update.append(update.length() == 0 ? "" : " ").append(keyword);
      update.append(String.join(", ", parts));
    }
  }

  private String condition() {
    List<String> all = new ArrayList<>(conditions);
    all.addAll(ranges);
    return String.join(" AND ", all);
  }

  private String emptiness(String attribute) {
    String name = placeholders.name(attribute);
    String type = placeholders.value(AttributeValue.fromS("NULL"));
    return "attribute_not_exists(" + name + ") OR attribute_type(" + name + ", " + type + ")";
  }

  private String equality(String attribute, AttributeValue value) {
    String name = placeholders.name(attribute);
    return value == null
        ? "attribute_not_exists(" + name + ")"
        : name + " = " + placeholders.value(value);
  }

  private String target(Change change, String attribute) {
    if (change.isWhole()) {
      return placeholders.name(attribute);
    }
    if (change.path().size() < 2 || !attribute.equals(change.path().get(0).name())) {
      throw new ModelException(
          "The path %s does not lead into the attribute %s"
              .formatted(Spelling.path(change.path()), Spelling.name(attribute)));
    }
    return placeholders.path(change.path());
  }

  // Adds the condition that the sum of the stored value, or of the start, and the change's value is
  // in the range.
  private void staysInRange(Change change, String name, AttributeValue start) {
    BigDecimal by = Numbers.parse(change.value().n());
    if (by.signum() == 0) {
      return;
    }
    boolean falls = by.signum() < 0;
    // The last value from which the change stays in the range.
    BigInteger bound = falls ? change.range().least() : change.range().most();
    BigDecimal furthest = Numbers.minus(new BigDecimal(bound), by);
    String end = placeholders.value(AttributeValue.fromN(Numbers.text(furthest)));
    String inRange = name + (falls ? " >= " : " <= ") + end;
    BigDecimal first = start.n() == null ? BigDecimal.ZERO : Numbers.read(start.n());
    boolean firstFits =
        first != null && (falls ? first.compareTo(furthest) >= 0 : first.compareTo(furthest) <= 0);
    ranges.add(firstFits ? "(attribute_not_exists(" + name + ") OR " + inRange + ")" : inRange);
  }
}
