// The members of a read of the questions that concern other entities: the fields that its answer has in addition to
// each item, and the number of requests that a call of it may take.
#pragma once

#include "modelling/design/questions/questions.h"
#include "modelling/read/tree.h"

namespace partita::modelling::design {

// The pattern without the members that only questions have.
Node plain_pattern(const Node& node);

// The entities and the fields before the dots of `with`, for a search of the entities that are meant.
// Errors: a text without a dot.
Result<std::vector<std::string>> heads_of_with(const Node& pattern);

// with: CUSTOMER.name, or customerId.name if the field refers to the customer. If the items hold a copy of the field
// already (copy_of), the answer has this copy.
// Errors: the pattern is not a read of one entity; an unknown entity or field; an entity to which the read's items do
// not refer, or to which they refer in several ways.
Result<std::vector<Companion>> read_companions(const Node& node, const Questions& questions, Pattern& pattern);

// requests: 2. Without the member, a read takes one request. For a read with companions the number is then unknown,
// which is 0.
//  Errors: not a whole number from 1 on; more than one request for a read that neither spans several entities nor has
//  `with`.
Result<int> read_requests(const Node& node, const Pattern& pattern, std::size_t companions);

}  // namespace partita::modelling::design
