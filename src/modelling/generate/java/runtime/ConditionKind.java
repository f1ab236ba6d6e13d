package partita.runtime;

/** The kinds of conditions and filters. */
enum ConditionKind {
  EQUAL("%s = %s"),
  NOT_EQUAL("%s <> %s"),
  LESS("%s < %s"),
  LESS_OR_EQUAL("%s <= %s"),
  GREATER("%s > %s"),
  GREATER_OR_EQUAL("%s >= %s"),
  BETWEEN("%s BETWEEN %s AND %s"),
  IN(null),
  EXISTS("attribute_exists(%s)"),
  NOT_EXISTS("attribute_not_exists(%s)"),
  HAS_TYPE("attribute_type(%s, %s)"),
  BEGINS_WITH("begins_with(%s, %s)"),
  CONTAINS("contains(%s, %s)"),
  SIZE_EQUAL("size(%s) = %s"),
  SIZE_NOT_EQUAL("size(%s) <> %s"),
  SIZE_LESS("size(%s) < %s"),
  SIZE_LESS_OR_EQUAL("size(%s) <= %s"),
  SIZE_GREATER("size(%s) > %s"),
  SIZE_GREATER_OR_EQUAL("size(%s) >= %s"),
  AND(null),
  OR(null),
  NOT(null);

  private final String form;

  ConditionKind(String form) {
    this.form = form;
  }

  /** Returns the form of the expression, in which %s marks the path and the operands. */
  String form() {
    return form;
  }

  /** Returns the number of operands of a comparison. */
  int operands() {
    return switch (this) {
      case EXISTS, NOT_EXISTS -> 0;
      case BETWEEN -> 2;
      default -> 1;
    };
  }

  /** Returns the comparison that a comparison of sizes makes with the size, or null. */
  ConditionKind ofSize() {
    return switch (this) {
      case SIZE_EQUAL -> EQUAL;
      case SIZE_NOT_EQUAL -> NOT_EQUAL;
      case SIZE_LESS -> LESS;
      case SIZE_LESS_OR_EQUAL -> LESS_OR_EQUAL;
      case SIZE_GREATER -> GREATER;
      case SIZE_GREATER_OR_EQUAL -> GREATER_OR_EQUAL;
      default -> null;
    };
  }
}
