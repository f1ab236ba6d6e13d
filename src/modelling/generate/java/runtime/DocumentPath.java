package partita.runtime;

import java.util.List;

/** The path of a member inside of a document: names of maps and positions of lists. */
public sealed interface DocumentPath permits DocumentSteps {
  /** Returns the path of a member of the document, which is a map. */
  static DocumentPath member(String name) {
    return new DocumentSteps(List.of(Step.of(name)));
  }

  /** Returns the path of an element of the document, which is a list. */
  static DocumentPath element(int position) {
    return new DocumentSteps(List.of(Step.at(position)));
  }

  /** Returns the path of a member of the map at this path. */
  DocumentPath thenMember(String name);

  /** Returns the path of an element of the list at this path. */
  DocumentPath thenElement(int position);
}
