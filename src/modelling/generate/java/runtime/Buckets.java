package partita.runtime;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The partitions that a range of a time or date spans if the partition key holds its year, month,
 * day or hour.
 *
 * @param field the field of the range
 * @param unit the piece of its time that a partition holds
 * @param range the range that the call gave
 * @param first the first partition, counted in units: years from 0, days and hours from 1970
 * @param count the number of the partitions, from 1
 */
record Buckets(FieldDescription field, KeyFormat unit, SortRange range, long first, int count) {
  private static final int MOST_PARTITIONS = 10_000;
  private static final int MONTHS = 12;
  private static final int HOURS = 24;

  /**
   * Returns the buckets of the range of the plan's bucket field.
   *
   * @throws ModelException for a range that lacks an end, ends before it begins, has an end of the
   *     wrong form, or spans more than 10,000 partitions
   */
  static Buckets of(AskedPattern pattern, SortRange range) {
    FieldDescription field = pattern.first().field(pattern.plan().bucketField());
    boolean isBetween = range != null && range.kind() == RangeKind.BETWEEN;
    if (!isBetween && (range == null || range.kind() != RangeKind.EQUAL)) {
      throw new ModelException(
          "The access pattern \"%s\" needs both ends of a range of %s"
              .formatted(pattern.name(), field.name()));
    }
    String low = Values.textOf(range.low());
    String high = Values.textOf(isBetween ? range.high() : range.low());
    if (low == null
        || high == null
        || !TextForms.has(field.kind(), low)
        || !TextForms.has(field.kind(), high)) {
      throw wrongEnds(field);
    }
    if (high.compareTo(low) < 0) {
      throw new ModelException(
          "The range of %s from %s to %s ends before it begins".formatted(field.name(), low, high));
    }
    KeyFormat unit = unitOf(pattern);
    long first = numberOf(field, low, unit);
    long count = numberOf(field, high, unit) - first + 1;
    if (count > MOST_PARTITIONS) {
      throw new ModelException(
          ("The range of %s from %s to %s spans %d %ss, each of which is a partition: at most "
                  + "%d are read by one call")
              .formatted(
                  field.name(),
                  low,
                  high,
                  count,
                  unit.name().toLowerCase(Locale.ROOT),
                  MOST_PARTITIONS));
    }
    return new Buckets(field, unit, range, first, (int) count);
  }

  /** Returns the values of a call with the field's value in one of the buckets, from 0. */
  Map<String, AttributeValue> valuesIn(int number, Map<String, AttributeValue> values) {
    LocalDateTime start = startOf(first + number);
    String text =
        field.kind() == FieldKind.DATE
            ? Times.dateText(start.toLocalDate())
            : Times.text(start.toInstant(ZoneOffset.UTC).toEpochMilli());
    Map<String, AttributeValue> out = new LinkedHashMap<>(values);
    out.put(field.attribute(), AttributeValue.fromS(text));
    return out;
  }

  /** Returns the whole range as a condition on the field's attribute. */
  Condition filter() {
    AttributeValue high = range.kind() == RangeKind.BETWEEN ? range.high() : range.low();
    return Condition.compare(ConditionKind.BETWEEN, field.attribute(), range.low(), high);
  }

  private static ModelException wrongEnds(FieldDescription field) {
    return new ModelException(
        "The range of %s needs two ends, each of which is %s"
            .formatted(field.name(), field.kind().words()));
  }

  // The finest unit of the field that the partition key holds.
  private static KeyFormat unitOf(AskedPattern pattern) {
    KeyFormat finest = null;
    for (KeyAttribute attribute : pattern.key().partition()) {
      for (KeyPart part : attribute.parts()) {
        if (part instanceof KeyField key
            && key.field() == pattern.plan().bucketField()
            && key.format().isCut()
            && (finest == null || key.format().compareTo(finest) > 0)) {
          finest = key.format();
        }
      }
    }
    if (finest == null) {
      throw new IllegalStateException(
          "the access pattern \"" + pattern.name() + "\" has no partitions by time");
    }
    return finest;
  }

  private static long numberOf(FieldDescription field, String text, KeyFormat unit) {
    LocalDate day;
    try {
      day = LocalDate.parse(text.substring(0, 10));
    } catch (DateTimeException error) {
      throw wrongEnds(field); // The calendar does not have the day.
    }
    return switch (unit) {
      case YEAR -> day.getYear();
      case MONTH -> (long) day.getYear() * MONTHS + day.getMonthValue() - 1;
      case DAY -> day.toEpochDay();
      default -> day.toEpochDay() * HOURS + Integer.parseInt(text.substring(11, 13));
    };
  }

  private LocalDateTime startOf(long at) {
    return switch (unit) {
      case YEAR -> LocalDate.of((int) at, 1, 1).atStartOfDay();
      case MONTH ->
          LocalDate.of((int) Math.floorDiv(at, MONTHS), Math.floorMod(at, MONTHS) + 1, 1)
              .atStartOfDay();
      case DAY -> LocalDate.ofEpochDay(at).atStartOfDay();
      default -> LocalDate.ofEpochDay(Math.floorDiv(at, HOURS)).atTime(Math.floorMod(at, HOURS), 0);
    };
  }
}
