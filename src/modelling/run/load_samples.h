// Makes the tables of a model and stores its sample items.
#pragma once

#include "modelling/run/context.h"

namespace partita::modelling::run {

// Creates the table with the model's settings, and waits until it can be used.
// Errors: ValidationException if the table has items already; those of the database.
Result<void> make_table(Context& context, const ProvenTable& table);

// Stores the samples through the model layer, and those that the model gives whole as they are. Samples that cannot be
// stored leave the lists, and the reason goes to `faults`.
void store_samples(Context& context, std::vector<std::string>& faults);

}  // namespace partita::modelling::run
