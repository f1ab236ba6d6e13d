package partita.runtime;

/**
 * The proof, in types, that a write knows the stored values that it needs. A write in the making
 * has a type parameter for each such value. It is sent only if all of them are complete, so a call
 * that would leave the key of an index stale, or that ignores a version, does not compile.
 */
public final class Proof {
  private Proof() {}

  /** The value is known or not needed. */
  public sealed interface Complete permits Given, NotNeeded {}

  /** The value is needed, and was not given: set it, give its stored value, or read first. */
  public static final class Missing {
    private Missing() {}
  }

  /** The value was set or given, or the item is read first. */
  public static final class Given implements Complete {
    private Given() {}
  }

  /** No change needs the value. */
  public static final class NotNeeded implements Complete {
    private NotNeeded() {}
  }
}
