package partita.runtime;

/** The base of the errors of this package. Other errors of its calls are those of the SDK. */
public abstract class PartitaException extends RuntimeException {
  private static final long serialVersionUID = 1;

  PartitaException(String message, Throwable cause) {
    super(message, cause);
  }
}
