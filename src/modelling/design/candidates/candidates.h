// The keys that may serve the reads of the questions. A form that no read could use is not a candidate, except that
// each way to divide an identity is tried: a longer list of reads never makes the list of candidates shorter.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "modelling/design/keys/shapes.h"

namespace partita::modelling::design {

// How many shards an index needs, by shard_need_of, if it is hot without. Found out by examining designs.
using ShardNeeds = std::map<std::string, int>;

// The ways to divide the identity of a subject into a primary key.
std::vector<PrimaryForm> primary_forms(const Questions& questions, SubjectPosition subject, const Tables& tables);

// The key of an existing entity, which is the only one; the keys of a new entity that fit the group's existing table
// and its entities.
std::vector<PrimaryForm> forms_in_existing(const Questions& questions, SubjectPosition subject,
                                           const SubjectPositions& group);

// The index keys of one subject or several with all useful projections.
std::vector<IndexChoice> index_choices(const Questions& questions, const Tables& tables, const ShardNeeds& needs);

// Lets keys of different entities share indexes, in tables that would have more indexes than the service allows.
// Returns whether any do.
bool share_indexes(const Questions& questions, const Tables& tables, std::vector<IndexChoice>& choices);

}  // namespace partita::modelling::design
