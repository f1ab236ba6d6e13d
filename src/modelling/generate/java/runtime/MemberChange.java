package partita.runtime;

import java.util.List;

/** A change of a member of a document. Values are those that {@link Documents} describes. */
public sealed interface MemberChange permits MemberChangeOf {
  /** Sets the member. */
  static MemberChange set(DocumentPath path, Object value) {
    return new MemberChangeOf(ChangeKind.SET, path, Documents.encode(value));
  }

  /** Adds to the member, which is a number. */
  static MemberChange increment(DocumentPath path, Number by) {
    return new MemberChangeOf(ChangeKind.INCREMENT, path, Documents.encode(by));
  }

  /** Adds elements behind those of the member, which is a list. */
  static MemberChange append(DocumentPath path, List<?> elements) {
    return new MemberChangeOf(ChangeKind.APPEND, path, Documents.encodeList(elements));
  }

  /** Adds elements in front of those of the member, which is a list. */
  static MemberChange prepend(DocumentPath path, List<?> elements) {
    return new MemberChangeOf(ChangeKind.PREPEND, path, Documents.encodeList(elements));
  }

  /** Removes the member. */
  static MemberChange remove(DocumentPath path) {
    return new MemberChangeOf(ChangeKind.REMOVE, path, null);
  }
}
