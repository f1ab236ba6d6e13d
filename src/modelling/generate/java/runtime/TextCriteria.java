package partita.runtime;

import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Criteria of a text. */
public final class TextCriteria extends OrderedCriteria<String> {
  /** Makes the criteria of a column. */
  public TextCriteria(Column<String> column) {
    super(column);
  }

  /** The text begins with the prefix. */
  public Criteria beginsWith(String prefix) {
    return compare(ConditionKind.BEGINS_WITH, AttributeValue.fromS(prefix));
  }

  /** The text contains the part. */
  public Criteria contains(String part) {
    return compare(ConditionKind.CONTAINS, AttributeValue.fromS(part));
  }

  /** Returns criteria of the number of the text's UTF-16 units. */
  public SizeCriteria size() {
    return new SizeCriteria(path(), List.of());
  }
}
