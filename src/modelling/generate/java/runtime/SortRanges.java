package partita.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The part of a key range that the sort key gives. */
final class SortRanges {
  private static final String LAST_CHARACTER = "\uDBFF\uDFFF";

  private SortRanges() {}

  /** Returns the comparisons of the sort attributes. Throws ModelException as KeyRanges.of(). */
  static KeyRange of(AskedPattern pattern, Map<String, AttributeValue> values, SortRange range) {
    PlanDescription.SortPlan plan = pattern.plan().sort();
    if (plan != PlanDescription.SortPlan.RANGE && range != null) {
      throw new ModelException(
          "The access pattern \"" + pattern.name() + "\" has no field for a range");
    }
    if (plan == PlanDescription.SortPlan.NONE) {
      return KeyRange.of();
    }
    List<KeyAttribute> sort = pattern.key().sort();
    if (sort.isEmpty()) {
      throw new IllegalStateException(
          "the access pattern \"" + pattern.name() + "\" has no sort key");
    }
    KeyAttribute key = sort.get(0);
    return key.natural() ? natural(pattern, values, range) : composed(pattern, key, values, range);
  }

  /**
   * Returns the upper end of the keys that are the text or below it. It is the text itself if the
   * text has the longest size, because no longer key exists.
   */
  static String endOfTree(String text) {
    return Texts.utf8Size(text) < KeyRole.SORT.limit() ? text + Escapes.AFTER_DELIMITER : text;
  }

  // The least value above all keys that begin with the prefix. Requires: it is not empty.
  private static AttributeValue endOfPrefix(String prefix, ScalarType type) {
    byte[] bytes = Texts.utf8(prefix);
    int last = bytes.length - 1;
    if (type == ScalarType.B) {
      ++bytes[last];
      return AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(bytes));
    }
    if ((bytes[last] & 0xff) < 0x7f) {
      int end = prefix.length() - 1;
      return type.of(prefix.substring(0, end) + (char) (prefix.charAt(end) + 1));
    }
    // With the greatest characters behind it the text is as long as a key can be.
    int room = Math.max(0, (KeyRole.SORT.limit() - bytes.length) / 4);
    return type.of(prefix + LAST_CHARACTER.repeat(room));
  }

  // The prefix of a field's text in a key. It may end anywhere, unlike a whole value.
  private static String prefixText(KeyField part, FieldDescription field, AttributeValue value) {
    boolean isBytes = field.kind() == FieldKind.BYTES;
    boolean isGiven = isBytes ? value.b() != null : value.s() != null;
    if (part.format() != KeyFormat.PLAIN
        || field.kind().isWhole()
        || field.hasOwnKeyTexts()
        || !isGiven) {
      throw new ModelException(
          "The field " + field.name() + " has no prefixes in the key: ask for a range of values");
    }
    // The key has bytes as hex digits, of which the first ones are those of the first bytes.
    if (isBytes) {
      return TextForms.hex(Values.bytesOf(value));
    }
    if (part.escape() == KeyEscape.RAW) {
      return value.s();
    }
    if (part.escape() == KeyEscape.ESCAPED) {
      return Escapes.escape(value.s());
    }
    if (Escapes.needed(value.s())) {
      throw new ModelException(
          "The field " + field.name() + " cannot begin with a byte that its key refuses");
    }
    return value.s();
  }

  private static ModelException endsBefore(String name, SortRange range) {
    return new ModelException(
        "The range of %s from %s to %s ends before it begins"
            .formatted(name, Spelling.of(range.low()), Spelling.of(range.high())));
  }

  private static KeyComparison comparison(KeyAttribute key, RangeKind kind, String low) {
    return new KeyComparison(key.attribute(), kind, key.type().of(low), null);
  }

  private static KeyComparison between(KeyAttribute key, String low, AttributeValue high) {
    return new KeyComparison(key.attribute(), RangeKind.BETWEEN, key.type().of(low), high);
  }

  private static KeyRange lowerBound(
      KeyAttribute key, String prefix, String low, AttributeValue excluded) {
    if (prefix.isEmpty()) {
      KeyComparison from = comparison(key, RangeKind.GREATER_OR_EQUAL, low);
      return new KeyRange(List.of(from), excluded);
    }
    AttributeValue end = endOfPrefix(prefix, key.type());
    // After a '#' the end cannot be a key. After any other text it can be the key of another item.
    boolean isNoKey = prefix.charAt(prefix.length() - 1) == Escapes.DELIMITER;
    return new KeyRange(List.of(between(key, low, end)), isNoKey ? excluded : end);
  }

  /**
   * The bounds of a range in a composed key. Texts begin with the prefix, the known text before the
   * field. If the range is alone, the pattern reads no item below its field.
   */
  private record Bounds(String prefix, String low, String high, boolean alone) {}

  private static KeyRange bounded(KeyAttribute key, RangeKind kind, Bounds bounds) {
    String prefix = bounds.prefix();
    String low = bounds.low();
    ScalarType type = key.type();
    boolean isFirst = prefix.isEmpty();
    return switch (kind) {
      case EQUAL ->
          KeyRange.of(
              bounds.alone()
                  ? comparison(key, kind, low)
                  : between(key, low, type.of(endOfTree(low))));
      case BETWEEN -> KeyRange.of(between(key, low, type.of(endOfTree(bounds.high()))));
      case BEGINS_WITH -> low.isEmpty() ? KeyRange.of() : KeyRange.of(comparison(key, kind, low));
      case LESS_OR_EQUAL -> {
        String end = endOfTree(low);
        yield KeyRange.of(
            isFirst ? comparison(key, kind, end) : between(key, prefix, type.of(end)));
      }
      case LESS ->
          isFirst
              ? KeyRange.of(comparison(key, kind, low))
              : new KeyRange(List.of(between(key, prefix, type.of(low))), type.of(low));
      case GREATER_OR_EQUAL -> lowerBound(key, prefix, low, null);
      case GREATER -> {
        String end = endOfTree(low);
        yield isFirst
            ? KeyRange.of(comparison(key, kind, end))
            : lowerBound(key, prefix, end, end.equals(low) ? type.of(low) : null);
      }
    };
  }

  // The comparison with a composed sort key, behind the known text of its first parts.
  private static KeyRange composedRange(
      AskedPattern pattern, KeyAttribute key, SortRange range, String known, int first) {
    int at = first;
    StringBuilder before = new StringBuilder(known);
    for (; at < key.parts().size() && key.parts().get(at) instanceof Literal literal; ++at) {
      before.append(literal.text());
    }
    String prefix = before.toString();
    boolean hasField = at < key.parts().size();
    if (!hasField || ((KeyField) key.parts().get(at)).field() != pattern.plan().rangeField()) {
      throw new IllegalStateException(
          "the access pattern \"" + pattern.name() + "\" has a range of another field");
    }
    if (range == null) {
      return prefix.isEmpty()
          ? KeyRange.of()
          : KeyRange.of(comparison(key, RangeKind.BEGINS_WITH, prefix));
    }
    KeyField part = (KeyField) key.parts().get(at);
    FieldDescription field = pattern.first().field(part.field());
    boolean isBetween = range.kind() == RangeKind.BETWEEN;
    String low =
        range.kind() == RangeKind.BEGINS_WITH
            ? prefixText(part, field, range.low())
            : KeyTexts.of(part, field, range.low());
    String high = isBetween ? KeyTexts.of(part, field, range.high()) : "";
    if (isBetween && Texts.compare(high, low) < 0) {
      throw endsBefore(field.name(), range);
    }
    boolean alone = pattern.entities().size() == 1 && at + 1 == key.parts().size();
    return bounded(key, range.kind(), new Bounds(prefix, prefix + low, prefix + high, alone));
  }

  // A sort key that is composed in one attribute.
  private static KeyRange composed(
      AskedPattern pattern, KeyAttribute key, Map<String, AttributeValue> values, SortRange range) {
    PlanDescription plan = pattern.plan();
    boolean isWhole = plan.sort() == PlanDescription.SortPlan.EQUAL;
    int parts = isWhole ? key.parts().size() : plan.sortParts();
    String known = Composer.text(key.parts(), parts, pattern.first(), values);
    if (known == null) {
      throw pattern.missingField(key.parts(), values);
    }
    boolean endsInField = parts > 0 && key.parts().get(parts - 1) instanceof KeyField;
    return switch (plan.sort()) {
      case RANGE -> composedRange(pattern, key, range, known, parts);
      case EQUAL -> KeyRange.of(comparison(key, RangeKind.EQUAL, known));
      case PREFIX -> {
        String prefix = endsInField ? known + Escapes.DELIMITER : known;
        yield prefix.isEmpty()
            ? KeyRange.of()
            : KeyRange.of(comparison(key, RangeKind.BEGINS_WITH, prefix));
      }
      case TREE -> {
        boolean cuts = !endsInField && known.endsWith("#");
        String root = cuts ? known.substring(0, known.length() - 1) : known;
        yield KeyRange.of(between(key, root, key.type().of(endOfTree(root))));
      }
      case NONE -> KeyRange.of();
    };
  }

  // A range of an attribute that is a field. The service compares it.
  private static KeyComparison naturalRange(KeyAttribute key, SortRange range) {
    boolean isBetween = range.kind() == RangeKind.BETWEEN;
    AttributeValue high = isBetween ? range.high() : null;
    if (!key.type().isOf(range.low()) || (isBetween && !key.type().isOf(high))) {
      throw new ModelException(
          "The range of the key attribute %s must have values of type %s"
              .formatted(key.attribute(), key.type()));
    }
    if (isBetween && Equality.orderOrZero(range.low(), high) > 0) {
      throw endsBefore(key.attribute(), range);
    }
    return new KeyComparison(key.attribute(), range.kind(), range.low(), high);
  }

  // Known attributes are compared for equality, and the next one with the range.
  private static KeyRange natural(
      AskedPattern pattern, Map<String, AttributeValue> values, SortRange range) {
    List<KeyAttribute> attributes = pattern.key().sort();
    int known = pattern.plan().sortParts();
    List<KeyComparison> comparisons = new ArrayList<>();
    for (KeyAttribute attribute : attributes.subList(0, known)) {
      AttributeValue value = Composer.value(attribute, KeyRole.SORT, pattern.first(), values);
      if (value == null) {
        throw pattern.missingField(attribute.parts(), values);
      }
      comparisons.add(KeyComparison.equal(attribute.attribute(), value));
    }
    if (pattern.plan().sort() != PlanDescription.SortPlan.RANGE || range == null) {
      return new KeyRange(comparisons, null);
    }
    KeyAttribute next = attributes.get(known);
    if (next.natural()) {
      comparisons.add(naturalRange(next, range));
      return new KeyRange(comparisons, null);
    }
    return composedRange(pattern, next, range, "", 0).behind(comparisons);
  }
}
