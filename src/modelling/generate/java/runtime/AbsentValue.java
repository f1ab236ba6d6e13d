package partita.runtime;

import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The meaning of an absent value of a whole path, or of its first steps.
 *
 * @param steps the number of the first steps
 * @param value the value that an absent one means, or null
 * @param isNull true if the value is an element of a list or map: an empty one is NULL there
 */
record AbsentValue(int steps, AttributeValue value, boolean isNull) {}
