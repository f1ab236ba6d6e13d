package partita.runtime;

import java.util.LinkedHashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The values of fields by their attributes, for a request. */
public final class FieldValues {
  private final Map<String, AttributeValue> values = new LinkedHashMap<>();

  /** Returns no values. */
  public static FieldValues none() {
    return new FieldValues();
  }

  private FieldValues() {}

  /** Adds a field. An empty set is an absent attribute. */
  public <V> FieldValues add(Column<V> column, V value) {
    AttributeValue encoded = column.encode(value);
    if (encoded != null) {
      values.put(column.field().attribute(), encoded);
    }
    return this;
  }

  /** Adds an optional field if it has a value. */
  public <V> FieldValues addIfPresent(Column<V> column, V value) {
    return value == null ? this : add(column, value);
  }

  /** Adds attributes that no field names, unless a field has their name. */
  public FieldValues addOthers(Map<String, AttributeValue> others) {
    others.forEach(values::putIfAbsent);
    return this;
  }

  Map<String, AttributeValue> toMap() {
    return values;
  }
}
