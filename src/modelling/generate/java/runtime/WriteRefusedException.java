package partita.runtime;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The service did not carry a write out. */
public final class WriteRefusedException extends PartitaException {
  private static final long serialVersionUID = 1;

  private final RefusalReason reason;
  private final transient Map<String, AttributeValue> item;
  private final int position;
  private final transient List<String> fields;

  WriteRefusedException(
      RefusalReason reason,
      String message,
      Map<String, AttributeValue> item,
      int position,
      List<String> fields,
      Throwable cause) {
    super(message, cause);
    this.reason = reason;
    this.item = item;
    this.position = position;
    this.fields = List.copyOf(fields);
  }

  WriteRefusedException(RefusalReason reason, String message, int position, Throwable cause) {
    this(reason, message, null, position, List.of(), cause);
  }

  /** Returns the reason. */
  public RefusalReason reason() {
    return reason;
  }

  /** Returns the item as it is stored, if the service returned it. */
  public Optional<Map<String, AttributeValue>> item() {
    return Optional.ofNullable(item);
  }

  /** Returns the position of the write in a transaction, counted from 0. */
  public OptionalInt position() {
    return position < 0 ? OptionalInt.empty() : OptionalInt.of(position);
  }

  /** Returns the names of the unique fields whose value is taken, otherwise an empty list. */
  public List<String> fields() {
    return fields;
  }
}
