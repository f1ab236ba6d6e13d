package partita.runtime;

/** The kinds of ranges of a sort key. */
enum RangeKind {
  EQUAL("="),
  LESS("<"),
  LESS_OR_EQUAL("<="),
  GREATER(">"),
  GREATER_OR_EQUAL(">="),
  BETWEEN(null),
  BEGINS_WITH(null);

  private final String sign;

  RangeKind(String sign) {
    this.sign = sign;
  }

  /** Returns the comparator, or null for a kind that the service writes in another way. */
  String sign() {
    return sign;
  }
}
