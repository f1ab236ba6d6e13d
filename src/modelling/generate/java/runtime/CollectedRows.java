package partita.runtime;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** The rows of a collection, by their entities. */
public final class CollectedRows {
  private final TableDescription table;
  private final RowPage page;
  private final List<UnreadableRowException> unreadable = new ArrayList<>();
  private boolean lacksOne;

  CollectedRows(TableDescription table, RowPage page) {
    this.table = table;
    this.page = page;
    page.unreadable().forEach(row -> unreadable.add(new UnreadableRowException(row)));
  }

  /** Returns the items of an entity. */
  public <E> List<E> many(EntityType<E, ?, ?> type) {
    List<E> items = new ArrayList<>();
    for (Row row : page.rows()) {
      if (row.entity() == type.entity()) {
        try {
          items.add(Rows.item(table, row, type.read()));
        } catch (UnreadableRowException error) {
          unreadable.add(error);
        }
      }
    }
    return Collections.unmodifiableList(items);
  }

  /** Returns the one item of an entity, which may be missing. */
  public <E> Optional<E> maybe(EntityType<E, ?, ?> type) {
    return many(type).stream().findFirst();
  }

  /**
   * Returns the one item of an entity, or null if it is missing. Then the collection is missing.
   */
  public <E> E one(EntityType<E, ?, ?> type) {
    Optional<E> item = maybe(type);
    lacksOne |= item.isEmpty();
    return item.orElse(null);
  }

  List<UnreadableRowException> unreadable() {
    return unreadable;
  }

  boolean lacksOne() {
    return lacksOne;
  }
}
