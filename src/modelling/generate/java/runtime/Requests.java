package partita.runtime;

import java.util.List;
import java.util.function.Supplier;
import software.amazon.awssdk.awscore.exception.AwsServiceException;

/** The requests of one call, with their positions in errors. */
final class Requests {
  private Requests() {}

  /** Returns the place of a request, for its errors. */
  static Where whereOf(List<WriteRequest> requests, int position) {
    return new Where(
        "request %d (%s)".formatted(position, requests.get(position).entity().name()), position);
  }

  /** Returns the result of the run. An error that it throws names the position of its request. */
  static <T> T at(int position, Supplier<T> run) {
    try {
      return run.get();
    } catch (RuntimeException error) {
      throw named(position, error);
    }
  }

  /** Returns the error with the position of its request. */
  static RuntimeException named(int position, RuntimeException error) {
    String prefix = "request " + position + ": ";
    if (error instanceof ModelException) {
      return new ModelException(prefix + error.getMessage(), error);
    }
    if (error instanceof WriteRefusedException refused) {
      return new WriteRefusedException(
          refused.reason(), prefix + error.getMessage(), position, error);
    }
    if (error instanceof AwsServiceException service) {
      return ServiceErrors.prefixed(prefix, service);
    }
    return error;
  }
}
