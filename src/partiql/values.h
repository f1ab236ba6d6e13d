// Checks of the values of statements and parameters.
//
// The service reads the numbers of PartiQL as Java's BigDecimal does, so some faults have other texts than those of
// item operations. Source: the conformance suite, tests/tier3/error-messages/partiqlParameterNumbers.
#pragma once

#include <partita/attribute_value.h>
#include <partita/error.h>

#include <string>
#include <string_view>

namespace partita::partiql {

// The fault of a number's text, or an empty string.
std::string number_fault(std::string_view text);

// Checks a parameter with all values in it, in their order. Errors: ValidationException.
Result<void> check_parameter(const AttributeValue& value);

// The fault of values that nest too deeply.
std::string_view nesting_fault();

// The set of the elements of a bag, which must be strings, numbers or binary values. Errors: the text of the
// ValidationException, if the bag is empty, has elements of other types or of several types, or has duplicates.
expected<AttributeValue, std::string> set_of_bag(const std::vector<AttributeValue>& elements);

}  // namespace partita::partiql
