package partita.runtime;

import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The parts of a change of a member.
 *
 * @param kind the kind of the change
 * @param path the path of the member in its document
 * @param value the operand, or null of a removal
 */
record MemberChangeOf(ChangeKind kind, DocumentPath path, AttributeValue value)
    implements MemberChange {
  static Change in(Column<?> column, MemberChange change) {
    MemberChangeOf of = (MemberChangeOf) change;
    List<Step> whole = DocumentSteps.in(column, of.path);
    return new Change(of.kind, column.position(), whole, true, of.value, null);
  }
}
