package partita.runtime;

/** The roles of a key attribute. They have different limits of the size in bytes. */
enum KeyRole {
  PARTITION("partition", 2048),
  SORT("sort", 1024);

  private final String word;
  private final int limit;

  KeyRole(String word, int limit) {
    this.word = word;
    this.limit = limit;
  }

  String word() {
    return word;
  }

  int limit() {
    return limit;
  }
}
