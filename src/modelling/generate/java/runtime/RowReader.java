package partita.runtime;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Reads the fields of one row. */
public final class RowReader {
  private final Map<String, AttributeValue> attributes;

  RowReader(Map<String, AttributeValue> attributes) {
    this.attributes = attributes;
  }

  /**
   * Returns the value of a field.
   *
   * @throws ModelException if it is absent and has no default, or is not one of the field's kind
   */
  public <V> V get(Column<V> column) {
    AttributeValue stored = stored(column);
    V value = stored == null ? column.absent() : column.decode(stored);
    if (value == null) {
      throw new ModelException(column.field().name() + " is absent");
    }
    return value;
  }

  /** Returns the value of an optional field. */
  public <V> Optional<V> find(Column<V> column) {
    AttributeValue stored = stored(column);
    return stored == null ? Optional.empty() : Optional.of(column.decode(stored));
  }

  /** Returns the attributes of the item that neither the package writes nor a field names. */
  public Map<String, AttributeValue> others(TableDescription table, EntityDescription entity) {
    Map<String, AttributeValue> others = new LinkedHashMap<>(attributes);
    for (FieldDescription field : entity.fields()) {
      others.remove(field.attribute());
    }
    others.keySet().removeAll(table.ownAttributes());
    return Collections.unmodifiableMap(others);
  }

  /** Returns the elements of a set, which is empty if the attribute is absent. */
  public <T> Set<T> getSet(Column<Set<T>> column) {
    AttributeValue stored = stored(column);
    return stored == null ? Set.of() : column.decode(stored);
  }

  // Other programs write an empty field as NULL.
  private AttributeValue stored(Column<?> column) {
    AttributeValue stored = attributes.get(column.field().attribute());
    return stored == null || Defaults.countsAsAbsent(column.field(), stored) ? null : stored;
  }
}
