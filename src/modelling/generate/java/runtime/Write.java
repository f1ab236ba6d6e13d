package partita.runtime;

/** A write of one item that has not been sent, for a transaction. */
public final class Write {
  private final WriteRequest request;

  Write(WriteRequest request) {
    this.request = request;
  }

  WriteRequest request() {
    return request;
  }
}
