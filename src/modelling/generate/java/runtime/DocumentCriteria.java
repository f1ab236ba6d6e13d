package partita.runtime;

import java.util.List;

/**
 * Criteria of a document.
 *
 * @param <V> the type of the document
 */
public final class DocumentCriteria<V> extends FieldCriteria<V> {
  /** Makes the criteria of a column. */
  public DocumentCriteria(Column<V> column) {
    super(column);
  }

  /** Returns criteria of a member of the document. */
  public MemberCriteria at(DocumentPath inside) {
    return new MemberCriteria(DocumentSteps.in(column(), inside));
  }

  /** The list contains the element. */
  public Criteria contains(Object element) {
    return compare(ConditionKind.CONTAINS, Documents.encode(element));
  }

  /** Returns criteria of the number of members or elements. */
  public SizeCriteria size() {
    return new SizeCriteria(path(), List.of());
  }
}
