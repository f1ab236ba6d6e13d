package partita.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** Runs requests side by side. */
final class SideBySide {
  /** Threads that end when they have had no work for a while. */
  static final Executor EXECUTOR =
      Executors.newCachedThreadPool(
          run -> {
            Thread thread = new Thread(run, "partita");
            thread.setDaemon(true);
            return thread;
          });

  private SideBySide() {}

  /**
   * Returns the answers by position. It waits for all of them, also after one has failed, so that
   * no request is left under way. Throws the first failure by position.
   */
  static <T> List<T> all(Executor executor, List<Supplier<T>> calls) {
    if (calls.size() == 1) {
      return List.of(calls.get(0).get());
    }
    List<CompletableFuture<T>> futures = new ArrayList<>(calls.size());
    for (Supplier<T> call : calls) {
      futures.add(CompletableFuture.supplyAsync(call, executor));
    }
    List<T> answers = new ArrayList<>(calls.size());
    RuntimeException failure = null;
    for (CompletableFuture<T> future : futures) {
      try {
        answers.add(future.join());
      } catch (CompletionException error) {
        failure = failure == null ? causeOf(error) : failure;
      }
    }
    if (failure != null) {
      throw failure;
    }
    return answers;
  }

  private static RuntimeException causeOf(CompletionException error) {
    if (error.getCause() instanceof Error fatal) {
      throw fatal;
    }
    return error.getCause() instanceof RuntimeException cause ? cause : error;
  }
}
