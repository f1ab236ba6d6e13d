package partita.runtime;

import java.util.ArrayList;
import java.util.List;

/** The path of a member inside of a document: names of maps and positions of lists. */
public final class DocumentPath {
  private final List<Step> steps;

  private DocumentPath(List<Step> steps) {
    this.steps = steps;
  }

  /** Returns the path of a member of the document, which is a map. */
  public static DocumentPath member(String name) {
    return new DocumentPath(List.of(Step.of(name)));
  }

  /** Returns the path of an element of the document, which is a list. */
  public static DocumentPath element(int position) {
    return new DocumentPath(List.of(Step.at(position)));
  }

  /** Returns the path of a member of the map at this path. */
  public DocumentPath thenMember(String name) {
    return then(Step.of(name));
  }

  /** Returns the path of an element of the list at this path. */
  public DocumentPath thenElement(int position) {
    return then(Step.at(position));
  }

  List<Step> steps() {
    return steps;
  }

  private DocumentPath then(Step step) {
    List<Step> all = new ArrayList<>(steps);
    all.add(step);
    return new DocumentPath(List.copyOf(all));
  }
}
