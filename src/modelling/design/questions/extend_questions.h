// The member `extend` of a file of questions: an existing model, and the additions to it that the questions allow.
#pragma once

#include <vector>

#include "modelling/design/questions/questions.h"
#include "modelling/read/tree.h"

namespace partita::modelling::design {

// Reads and proves the model that `extend` names, relative to the file of the questions; nullptr if the member is not
// there. Errors: as read_model; a model that the proof refuses.
Result<std::shared_ptr<Existing>> read_existing(const Node& root);

// Whether the entity of the questions is one of the existing model.
bool is_in_existing(const Existing& existing, const Node& entity);

// Puts the entities of the existing tables that the questions concern in front of the new ones. `described` are those
// that the questions describe again: they get the fields that they add. Errors: a description that differs; a name that
// several tables have.
Result<void> add_existing_entities(const Node& root, const std::vector<const Node*>& described,
                                   std::shared_ptr<Existing> existing, Questions& questions);

// Adds the patterns of these tables, behind the new ones. Errors: a new pattern has the name of an existing one.
Result<void> add_existing_patterns(Questions& questions);

// The table of the existing model in which a new entity has its place if tables are shared: that of its nearest parent,
// or of the entity that it references, or else the first one. Empty: the model has no tables.
std::string home_of(const Model& model, const Subject& subject);

}  // namespace partita::modelling::design
