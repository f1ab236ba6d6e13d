package partita.sdk;

import java.util.Objects;

/** Runs checks, prints a line for each, and counts them. */
final class Checks {
  /** An expectation that does not hold. */
  static final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1;

    Failure(String text) {
      super(text);
    }
  }

  interface Body {
    void run() throws Exception;
  }

  private int passed;
  private int failed;

  void check(String name, Body body) {
    try {
      body.run();
      ++passed;
      System.out.println("ok       " + name);
    } catch (Exception trouble) {
      ++failed;
      System.out.println("FAILED   " + name + ": " + trouble);
    }
  }

  /** Prints the sum. Returns whether all checks passed. */
  boolean sumUp() {
    System.out.println(passed + " passed, " + failed + " failed");
    return failed == 0;
  }

  static void expect(boolean holds, String otherwise) {
    if (!holds) throw new Failure(otherwise);
  }

  static void expectEqual(Object got, Object wanted) {
    expect(Objects.equals(got, wanted), "got " + got + " in place of " + wanted);
  }

  /** Expects an exception of this class, and returns it. */
  static <E extends Exception> E expectThrows(Class<E> kind, Body body) {
    try {
      body.run();
    } catch (Exception thrown) {
      expect(kind.isInstance(thrown), "not " + kind.getSimpleName() + ", but " + thrown);
      return kind.cast(thrown);
    }
    throw new Failure("no " + kind.getSimpleName());
  }
}
