package partita.runtime;

import java.util.ArrayList;
import java.util.List;

/** The steps of a path inside of a document. */
record DocumentSteps(List<Step> steps) implements DocumentPath {
  @Override
  public DocumentPath thenMember(String name) {
    return then(Step.of(name));
  }

  @Override
  public DocumentPath thenElement(int position) {
    return then(Step.at(position));
  }

  /** Returns a whole path, which begins with the attribute of a column. */
  static List<Step> in(Column<?> column, DocumentPath inside) {
    List<Step> whole = new ArrayList<>();
    whole.add(Step.of(column.field().attribute()));
    whole.addAll(((DocumentSteps) inside).steps());
    return List.copyOf(whole);
  }

  private DocumentPath then(Step step) {
    List<Step> all = new ArrayList<>(steps);
    all.add(step);
    return new DocumentSteps(List.copyOf(all));
  }
}
