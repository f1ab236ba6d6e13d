package partita.junit;

/** The command or the server refused something, or could not be reached. The message has the reason. */
public class PartitaException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public PartitaException(String message) {
    super(message);
  }

  public PartitaException(String message, Throwable cause) {
    super(message, cause);
  }
}
