package partita.runtime;

/**
 * The texts of an enumerator.
 *
 * @param name its name in programs
 * @param attribute its attribute value
 * @param key its text in composed keys
 */
public record Enumerator(String name, String attribute, String key) {
  /** Returns an enumerator that has the same text everywhere. */
  public static Enumerator of(String name) {
    return new Enumerator(name, name, name);
  }
}
