package partita.runtime;

import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A row that was read and that the model cannot use: it belongs to no entity, lacks a required
 * field, or has a value that the field's kind does not have.
 */
public final class UnreadableRowException extends PartitaException {
  private static final long serialVersionUID = 1;

  private final transient Map<String, AttributeValue> key;
  private final String entity;

  UnreadableRowException(
      String message, Map<String, AttributeValue> key, String entity, Throwable cause) {
    super(message, cause);
    this.key = key;
    this.entity = entity;
  }

  UnreadableRowException(UnreadableRow row) {
    this(row.message(), row.key(), row.entity(), null);
  }

  /** Returns the primary key of the row. */
  public Map<String, AttributeValue> key() {
    return key;
  }

  /** Returns the name of the row's entity, if it belongs to one. */
  public Optional<String> entity() {
    return Optional.ofNullable(entity);
  }
}
