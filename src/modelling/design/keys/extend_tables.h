// The tables of an existing model in designs that extend it: which entities they hold, the keys that new entities may
// have in them, and how a model gets back the parts that no question concerns.
#pragma once

#include <string>
#include <vector>

#include "modelling/cost/prices.h"
#include "modelling/design/keys/shapes.h"

namespace partita::modelling::design {

// The existing table of a group of subjects, or nullptr.
const Table* existing_table(const Questions& questions, const SubjectPositions& group);

// The literal in front of the last field of the entity's key, such as "ITEM"; empty: the key has no literal there.
std::string literal_of_existing(const Subject& subject);

// The table as it is, without entities.
Table without_entities(const Table& table);
// The entity as it is, with the optional fields that the questions add.
Entity with_new_fields(const Questions& questions, const Subject& subject);

// Whether new items may enter the index with texts of their own in its key.
bool can_be_entered(const Table& table, const Index& index, const Subject& subject);
// The texts of these items. Requires: the choice has an existing index.
EntityKey key_in_existing(const Questions& questions, const IndexChoice& choice, const Index& index);

// Puts the frozen tables and patterns at their places, so that the model has all of the existing one in its order.
void restore_frozen(const Questions& questions, Model& model);
// The monthly price of the frozen tables.
double frozen_usd(const Questions& questions, const PriceList& prices);

}  // namespace partita::modelling::design
