package partita.kinesis;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import software.amazon.awssdk.core.exception.SdkException;

/** Counts up in the items of some tables: the first record of a key has the number 1, and each later one the next. */
final class Writer {
  private static final int KEYS_OF_A_TABLE = 20;
  private static final long PAUSE_MS = 5;

  private final List<Table> tables;
  private final Map<String, Integer> written = new HashMap<>();
  private final Random random = new Random(1);
  private final Thread thread = new Thread(this::writeUntilStopped, "writer");
  private volatile boolean stopped;

  Writer(List<Table> tables) {
    this.tables = tables;
  }

  void write(int times) throws InterruptedException {
    for (int i = 0; i < times; ++i) writeOne();
  }

  private void writeOne() throws InterruptedException {
    Table table = tables.get(random.nextInt(tables.size()));
    String key = table.name() + "#" + random.nextInt(KEYS_OF_A_TABLE);
    int number = numbers().getOrDefault(key, 0) + 1;
    // If the server takes a put and stops before it answers, the second one changes nothing, so it has no record.
    while (!succeeds(() -> table.put(key, number))) Thread.sleep(100);
    synchronized (written) {
      written.put(key, number);
    }
  }

  private static boolean succeeds(Runnable write) {
    try {
      write.run();
      return true;
    } catch (SdkException error) {
      return false;
    }
  }

  /** Writes on and on until stop(). */
  void start() {
    thread.start();
  }

  private void writeUntilStopped() {
    try {
      while (!stopped) {
        writeOne();
        Thread.sleep(PAUSE_MS);
      }
    } catch (InterruptedException error) {
      throw new IllegalStateException(error);
    }
  }

  void stop() throws InterruptedException {
    stopped = true;
    thread.join();
  }

  boolean isRunning() {
    return thread.isAlive();
  }

  /** Waits until the thread has written so often again. */
  void awaitMore(int times) throws InterruptedException {
    long wanted = count() + times;
    while (count() < wanted) Thread.sleep(PAUSE_MS);
  }

  private long count() {
    return numbers().values().stream().mapToLong(Integer::longValue).sum();
  }

  /** The last number of each key that the server has answered. */
  Map<String, Integer> numbers() {
    synchronized (written) {
      return new HashMap<>(written);
    }
  }
}
