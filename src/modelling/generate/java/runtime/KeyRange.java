package partita.runtime;

import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The items that one query reads.
 *
 * @param comparisons those of the partition key, then those of the sort key
 * @param excluded a value of the last comparison's attribute that the reader drops, because BETWEEN
 *     includes both its ends, or null
 */
record KeyRange(List<KeyComparison> comparisons, AttributeValue excluded) {
  static KeyRange of(KeyComparison... comparisons) {
    return new KeyRange(List.of(comparisons), null);
  }

  /** Returns the key condition's text, for which the placeholders get the values. */
  String render(Placeholders placeholders) {
    StringBuilder text = new StringBuilder();
    for (KeyComparison comparison : comparisons) {
      text.append(text.length() == 0 ? "" : " AND ").append(comparison.render(placeholders));
    }
    return text.toString();
  }

  /** Returns the last comparison, or null without any. */
  KeyComparison last() {
    return comparisons.isEmpty() ? null : comparisons.get(comparisons.size() - 1);
  }

  /** Returns the range with comparisons in front of its own. */
  KeyRange behind(List<KeyComparison> first) {
    List<KeyComparison> all = new ArrayList<>(first.size() + comparisons.size());
    all.addAll(first);
    all.addAll(comparisons);
    return new KeyRange(all, excluded);
  }
}
