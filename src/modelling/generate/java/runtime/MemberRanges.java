package partita.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The part of a collection's range that holds the items of one of its members. */
final class MemberRanges {
  private MemberRanges() {}

  /**
   * Returns the ranges of a collection, one for each shard, narrowed to the part that can hold the
   * member. The literals of the member's sort key that follow the collection's range decide it.
   * Items of other members may be in that part too.
   *
   * @throws ModelException if the member's keys do not decide it, because the sort keys are the
   *     members' own values or hold raw fields, or because the range is one of a member's values
   */
  static List<KeyRange> narrow(
      AskedPattern pattern, EntityDescription member, List<KeyRange> ranges) {
    EntityKey key = pattern.findKey(member);
    if (key == null || key.sort().size() != 1 || key.sort().get(0).natural()) {
      throw refused(pattern, member);
    }
    KeyAttribute own = key.sort().get(0);
    List<KnownSegment> segments = segmentsOf(own.parts());
    if (segments == null) {
      throw refused(pattern, member);
    }
    int partition = Math.max(1, key.partition().size());
    List<KeyRange> out = new ArrayList<>(ranges.size());
    for (KeyRange range : ranges) {
      List<KeyComparison> all = range.comparisons();
      KeyComparison sort = all.size() > partition ? all.get(partition) : null;
      if (!isKnown(sort) || range.excluded() != null) {
        throw refused(pattern, member);
      }
      List<KeyComparison> narrowed = new ArrayList<>(all.subList(0, partition));
      KeyComparison one = narrowed(own.attribute(), sort, segments);
      if (one.kind() != RangeKind.BEGINS_WITH || !textOfKey(one.low()).isEmpty()) {
        narrowed.add(one);
      }
      out.add(new KeyRange(narrowed, null));
    }
    return out;
  }

  /**
   * Returns true if an item or position with the attributes of the sort key meets the sort key
   * condition of the range. Requires: the range was narrowed.
   */
  static boolean contains(KeyRange range, Map<String, AttributeValue> position) {
    KeyComparison last = range.last();
    String value = last == null ? null : Values.textOf(position.get(last.attribute()));
    if (value == null) {
      return true;
    }
    return last.kind() == RangeKind.BEGINS_WITH
        ? value.startsWith(textOfKey(last.low()))
        : value.equals(last.low().s());
  }

  /** The known beginning of a key's segment. If it is open, a value follows. */
  private record KnownSegment(String lead, boolean open) {}

  private static ModelException refused(AskedPattern pattern, EntityDescription member) {
    return new ModelException(
        ("\"%s\": the items of %s cannot be read or counted by themselves, because their keys do"
             + " not show their position: load the whole collection, without a range, a filter and"
             + " take")
            .formatted(pattern.name(), member.name()));
  }

  private static String textOfKey(AttributeValue value) {
    if (value.b() != null) {
      return value.b().asUtf8String();
    }
    return value.s() != null ? value.s() : value.n();
  }

  // Null if there is a raw field, because it may hold a '#'.
  private static List<KnownSegment> segmentsOf(List<KeyPart> parts) {
    List<KnownSegment> segments = new ArrayList<>();
    KnownSegment last = new KnownSegment("", false);
    for (KeyPart part : parts) {
      if (part instanceof KeyField field) {
        if (field.escape() == KeyEscape.RAW) {
          return null;
        }
        boolean hasLead = last.open() || !last.lead().isEmpty();
        last = new KnownSegment(hasLead ? last.lead() : field.mustBegin(), true);
        continue;
      }
      String[] literals = ((Literal) part).text().split("#", -1);
      for (int i = 0; i < literals.length; ++i) {
        if (i > 0) {
          segments.add(last);
          last = new KnownSegment("", false);
        }
        if (!last.open()) {
          last = new KnownSegment(last.lead() + literals[i], false);
        }
      }
    }
    segments.add(last);
    return segments;
  }

  private static int delimitersIn(String text) {
    return (int) text.chars().filter(c -> c == Escapes.DELIMITER).count();
  }

  // The member's keys below a beginning, which consists of whole segments, each with its '#'.
  private static KeyComparison below(String attribute, String begin, List<KnownSegment> segments) {
    StringBuilder known = new StringBuilder(begin);
    for (int i = delimitersIn(begin); i < segments.size(); ++i) {
      known.append(segments.get(i).lead());
      if (segments.get(i).open()) {
        AttributeValue low = AttributeValue.fromS(known.toString());
        return new KeyComparison(attribute, RangeKind.BEGINS_WITH, low, null);
      }
      if (i + 1 < segments.size()) {
        known.append(Escapes.DELIMITER);
      }
    }
    return KeyComparison.equal(attribute, AttributeValue.fromS(known.toString()));
  }

  // The comparison that the sort key condition of one range becomes.
  private static KeyComparison narrowed(
      String attribute, KeyComparison sort, List<KnownSegment> segments) {
    if (sort == null) {
      return below(attribute, "", segments);
    }
    String text = textOfKey(sort.low());
    if (sort.kind() == RangeKind.BEGINS_WITH) {
      String begin = text.substring(0, text.lastIndexOf(Escapes.DELIMITER) + 1);
      KeyComparison out = below(attribute, begin, segments);
      // The prefix may contain the beginning of a value. Then the literals do not narrow it.
      return textOfKey(out.low()).startsWith(text) ? out : sort;
    }
    if (segments.size() <= delimitersIn(text) + 1) {
      return KeyComparison.equal(attribute, AttributeValue.fromS(text));
    }
    return below(attribute, text + Escapes.DELIMITER, segments);
  }

  private static boolean isKnown(KeyComparison sort) {
    if (sort == null || sort.kind() == RangeKind.BEGINS_WITH || sort.kind() == RangeKind.EQUAL) {
      return true;
    }
    String high = Values.textOf(sort.high());
    return sort.kind() == RangeKind.BETWEEN
        && high != null
        && high.equals(SortRanges.endOfTree(textOfKey(sort.low())));
  }
}
