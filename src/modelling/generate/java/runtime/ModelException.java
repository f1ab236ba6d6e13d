package partita.runtime;

/**
 * A call that is wrong whatever the table holds, such as a value that cannot be in a key, or a
 * token of another read. It is thrown before a request is sent.
 */
public final class ModelException extends PartitaException {
  private static final long serialVersionUID = 1;

  /** Makes an error with a message. */
  public ModelException(String message) {
    super(message, null);
  }

  ModelException(String message, Throwable cause) {
    super(message, cause);
  }
}
