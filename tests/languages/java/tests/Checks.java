package shop.tests;

import java.util.Objects;
import shop.runtime.RefusalReason;
import shop.runtime.WriteRefusedException;

/** Runs checks and counts them. */
final class Checks {
  private int passed;
  private int failed;

  /** A check, which throws if it fails. */
  interface Check {
    void run();
  }

  void run(String name, Check check) {
    try {
      check.run();
      ++passed;
    } catch (RuntimeException | AssertionError error) {
      ++failed;
      System.out.println("failed: " + name);
      error.printStackTrace(System.out);
    }
  }

  /** Prints the numbers. Returns true if no check failed. */
  boolean end() {
    System.out.printf("%d passed, %d failed%n", passed, failed);
    return failed == 0 && passed > 0;
  }

  static void equal(Object is, Object wanted) {
    if (!Objects.equals(is, wanted)) {
      throw new AssertionError("it is " + is + " and not " + wanted);
    }
  }

  static void isTrue(boolean is) {
    equal(is, true);
  }

  static <T extends Throwable> T thrown(Class<T> type, Check check) {
    try {
      check.run();
    } catch (RuntimeException error) {
      if (type.isInstance(error)) {
        return type.cast(error);
      }
      throw error;
    }
    throw new AssertionError("it did not throw " + type.getSimpleName());
  }

  static RefusalReason refusal(Check check) {
    return thrown(WriteRefusedException.class, check).reason();
  }
}
