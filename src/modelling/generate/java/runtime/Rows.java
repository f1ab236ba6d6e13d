package partita.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Rows as items of programs. */
final class Rows {
  private Rows() {}

  /** The items of a page, and the rows that could not be read. */
  record Decoded<E>(List<E> items, List<UnreadableRowException> unreadable) {}

  /** Throws UnreadableRowException if the row has a value that the entity's fields do not have. */
  static <E> E item(TableDescription table, Row row, Function<RowReader, E> read) {
    try {
      return read.apply(new RowReader(row.attributes()));
    } catch (ModelException error) {
      throw new UnreadableRowException(
          row.entity().name() + ": " + error.getMessage(),
          Identities.primaryKeyOf(table, row.attributes()),
          row.entity().name(),
          error);
    }
  }

  /** Rows that cannot be read are beside the others, so that one of them does not hide the rest. */
  static <E> Decoded<E> items(TableDescription table, RowPage page, Function<RowReader, E> read) {
    List<E> items = new ArrayList<>(page.rows().size());
    List<UnreadableRowException> unreadable = new ArrayList<>();
    page.unreadable().forEach(row -> unreadable.add(new UnreadableRowException(row)));
    for (Row row : page.rows()) {
      try {
        items.add(item(table, row, read));
      } catch (UnreadableRowException error) {
        unreadable.add(error);
      }
    }
    return new Decoded<>(items, unreadable);
  }
}
