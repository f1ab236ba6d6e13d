// What a read of the questions says of other entities: the fields that its answer has beside each item, and how many
// requests a call of it may take.
#pragma once

#include "modelling/design/questions/questions.h"
#include "modelling/read/tree.h"

namespace partita::modelling::design {

// The pattern without the members that only questions have.
Node plain_pattern(const Node& node);

// The entities and the fields that stand before the dots of `with`, for a search of the entities that are meant.
// Errors: a text without a dot.
Result<std::vector<std::string>> heads_of_with(const Node& pattern);

// with: CUSTOMER.name, or customerId.name if the field refers to the customer. What the items hold already (copy_of) is
// wanted of the items instead.
// Errors: the read is none of one entity; an unknown entity or field; an entity to which the read's items do not refer,
// or to which they refer in several ways.
Result<std::vector<Companion>> read_companions(const Node& node, const Questions& questions, Pattern& pattern);

// requests: 2. Without the member, a read takes one request; of one with companions it is not said, which is 0.
// Errors: no whole number from 1 on; more than one request for what is no read of several entities and has no `with`.
Result<int> read_requests(const Node& node, const Pattern& pattern, std::size_t companions);

}  // namespace partita::modelling::design
