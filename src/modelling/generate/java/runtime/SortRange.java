package partita.runtime;

import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A range of the field that orders the answer of a pattern.
 *
 * @param kind its kind
 * @param low the only operand, except of "between"
 * @param high the other operand of "between", otherwise null
 */
record SortRange(RangeKind kind, AttributeValue low, AttributeValue high) {}
