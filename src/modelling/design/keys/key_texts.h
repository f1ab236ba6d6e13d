// The templates of keys, and which of them are alike.
#pragma once

#include <string>
#include <vector>

#include "modelling/design/keys/shapes.h"

namespace partita::modelling::design {

std::string partition_template(const Questions& questions, const Subject& subject, const PrimaryForm& form);
// Empty: the table has no sort key.
std::string sort_template(const Questions& questions, const Subject& subject, const PrimaryForm& form);

// Whether the partition key is composed, in an attribute of its own.
bool has_text(const IndexForm& form);
std::string index_partition_text(const Questions& questions, const IndexChoice& choice, SubjectPosition position);
// The sort key of an index of several entities: children behind their parent, or all of them before the first one.
std::string nested_index_text(const Questions& questions, const IndexChoice& choice, SubjectPosition position);

// The table key that the form needs: all entities of a table must have the same text.
std::string table_key_of(const Questions& questions, SubjectPosition subject, const PrimaryForm& form);
// The templates of the primary key, as one text. Forms of the same number of bytes have the same size_class_of.
std::string size_class_of(const Questions& questions, SubjectPosition subject, const PrimaryForm& form);
// The composed key of the subject's items in the index, in the same sense: empty if no attribute is composed.
std::string composed_text_of(const Questions& questions, SubjectPosition subject, const IndexChoice& index);
// The texts of the partition key's template without names of fields: items of two entities can only meet in a partition
// if these are the same.
std::string partition_text_of(const Questions& questions, SubjectPosition subject, const PrimaryForm& form);

}  // namespace partita::modelling::design
