package partita.runtime;

/**
 * The answer of a write was lost, and whether it was carried out is not known. Read the item before
 * you try again.
 */
public final class OutcomeUnknownException extends PartitaException {
  private static final long serialVersionUID = 1;

  OutcomeUnknownException(String message, Throwable cause) {
    super(message, cause);
  }
}
