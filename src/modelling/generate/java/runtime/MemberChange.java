package partita.runtime;

import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A change of a member of a document. Values are those that {@link Documents} describes. */
public final class MemberChange {
  private final ChangeKind kind;
  private final DocumentPath path;
  private final AttributeValue value;

  private MemberChange(ChangeKind kind, DocumentPath path, AttributeValue value) {
    this.kind = kind;
    this.path = path;
    this.value = value;
  }

  /** Sets the member. */
  public static MemberChange set(DocumentPath path, Object value) {
    return new MemberChange(ChangeKind.SET, path, Documents.encode(value));
  }

  /** Adds to the member, which is a number. */
  public static MemberChange increment(DocumentPath path, Number by) {
    return new MemberChange(ChangeKind.INCREMENT, path, Documents.encode(by));
  }

  /** Adds elements behind those of the member, which is a list. */
  public static MemberChange append(DocumentPath path, List<?> elements) {
    return new MemberChange(ChangeKind.APPEND, path, Documents.encodeList(elements));
  }

  /** Adds elements in front of those of the member, which is a list. */
  public static MemberChange prepend(DocumentPath path, List<?> elements) {
    return new MemberChange(ChangeKind.PREPEND, path, Documents.encodeList(elements));
  }

  /** Removes the member. */
  public static MemberChange remove(DocumentPath path) {
    return new MemberChange(ChangeKind.REMOVE, path, null);
  }

  Change in(Column<?> column) {
    List<Step> whole = new ArrayList<>();
    whole.add(Step.of(column.field().attribute()));
    whole.addAll(path.steps());
    return new Change(kind, column.position(), List.copyOf(whole), true, value, null);
  }
}
