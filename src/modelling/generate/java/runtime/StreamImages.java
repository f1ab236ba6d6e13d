package partita.runtime;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.StreamRecord;

/** The images of a record of a table's stream, as items. */
public final class StreamImages {
  private final TableDescription table;
  private final Row before;
  private final Row after;

  private StreamImages(TableDescription table, Row before, Row after) {
    this.table = table;
    this.before = before;
    this.after = after;
  }

  /**
   * Returns the images of a record. The result is empty if its item belongs to no entity of the
   * tables, such as the sentinel of a unique value.
   */
  public static Optional<StreamImages> of(List<TableDescription> tables, Record record) {
    StreamRecord change = record.dynamodb();
    for (TableDescription table : tables) {
      Row before = row(table, change.hasOldImage() ? change.oldImage() : null);
      Row after = row(table, change.hasNewImage() ? change.newImage() : null);
      if (before != null || after != null) {
        return Optional.of(new StreamImages(table, before, after));
      }
    }
    return Optional.empty();
  }

  /** Returns true if the item is one of the entity. */
  public boolean isOf(EntityType<?, ?, ?> type) {
    return (after == null ? before : after).entity() == type.entity();
  }

  /** Returns the item before the change. Throws UnreadableRowException if it cannot be read. */
  public <E> Optional<E> before(EntityType<E, ?, ?> type) {
    return Optional.ofNullable(before).map(row -> Rows.item(table, row, type.read()));
  }

  /** Returns the item after the change. Throws UnreadableRowException if it cannot be read. */
  public <E> Optional<E> after(EntityType<E, ?, ?> type) {
    return Optional.ofNullable(after).map(row -> Rows.item(table, row, type.read()));
  }

  private static Row row(TableDescription table, Map<String, AttributeValue> image) {
    if (image == null) {
      return null;
    }
    StoredRow row = StoredRow.of(table, -1, image);
    return row.entity() == null ? null : row.toRow();
  }
}
