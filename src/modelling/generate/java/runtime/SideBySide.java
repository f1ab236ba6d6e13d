package partita.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import software.amazon.awssdk.core.exception.AbortedException;

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
   * no request is left under way. Throws the first failure by position, and AbortedException if the
   * thread is interrupted.
   */
  static <T> List<T> all(Executor executor, List<Supplier<T>> calls) {
    if (calls.size() == 1) {
      return List.of(calls.get(0).get());
    }
    List<FutureTask<T>> tasks = new ArrayList<>(calls.size());
    for (Supplier<T> call : calls) {
      tasks.add(new FutureTask<>(call::get));
    }
    for (FutureTask<T> task : tasks.subList(1, tasks.size())) {
      try {
        executor.execute(task);
      } catch (RejectedExecutionException error) {
        break; // This thread runs the task below.
      }
    }
    // A task that no other thread has begun runs here, so that an executor with few threads cannot
    // make calls wait for each other.
    tasks.forEach(FutureTask::run);
    try {
      return answersOf(tasks);
    } catch (InterruptedException error) {
      tasks.forEach(task -> task.cancel(true));
      Thread.currentThread().interrupt();
      throw AbortedException.create("the thread was interrupted", error);
    }
  }

  private static <T> List<T> answersOf(List<FutureTask<T>> tasks) throws InterruptedException {
    List<T> answers = new ArrayList<>(tasks.size());
    Throwable failure = null;
    for (FutureTask<T> task : tasks) {
      try {
        answers.add(task.get());
      } catch (ExecutionException error) {
        failure = failure == null ? error.getCause() : failure;
      }
    }
    if (failure instanceof Error fatal) {
      throw fatal;
    }
    if (failure != null) {
      throw (RuntimeException) failure; // A Supplier throws no other exception.
    }
    return answers;
  }
}
