package partita.runtime;

import java.util.List;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Criteria of bytes. */
public final class BytesCriteria extends OrderedCriteria<SdkBytes> {
  /** Makes the criteria of a column. */
  public BytesCriteria(Column<SdkBytes> column) {
    super(column);
  }

  /** The bytes begin with the prefix. */
  public Criteria beginsWith(SdkBytes prefix) {
    return compare(ConditionKind.BEGINS_WITH, AttributeValue.fromB(prefix));
  }

  /** The bytes contain the part. */
  public Criteria contains(SdkBytes part) {
    return compare(ConditionKind.CONTAINS, AttributeValue.fromB(part));
  }

  /** Returns criteria of the number of bytes. */
  public SizeCriteria size() {
    return new SizeCriteria(path(), List.of());
  }
}
