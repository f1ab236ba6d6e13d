// Makes a model of a choice: tables, keys with their templates, indexes with their names, and the patterns with what
// the choice adds to them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "modelling/design/shapes.h"

namespace partita::modelling::design {

// The parts of the questions that a model is made of: subjects and patterns by their positions. A design is made of
// all; the price of one key is found in a model of one entity.
struct Extent {
  std::vector<int> subjects = {};
  std::vector<int> patterns = {};
};
Extent all_of(const Questions& questions);

// The tables by the subjects that they hold, each subject once, in the order of the questions. Subjects that a pattern
// reads together share a table; with Layout::One all do.
std::vector<std::vector<int>> tables_of(const Questions& questions, Layout layout);

struct Assembled {
  std::shared_ptr<const Model> model = {};
  std::vector<std::string> index_names = {};  // of each index of the choice; empty if it is outside of the extent
};

// `choice.primary` has a form for each subject of the questions; those outside of the extent do not count. Index
// choices of subjects outside of it are left out.
Assembled assemble(const Questions& questions, const std::vector<std::vector<int>>& tables, const Choice& choice,
                   const Extent& extent);

// The table key that the form needs: all entities of a table must have the same text.
std::string table_key_of(const Questions& questions, int subject, const PrimaryForm& form);
// The templates of the primary key, as one text. Forms of the same number of bytes have the same size_class_of.
std::string size_class_of(const Questions& questions, int subject, const PrimaryForm& form);
// The composed key of the subject's items in the index, in the same sense: empty if no attribute is composed.
std::string composed_text_of(const Questions& questions, int subject, const IndexChoice& index);
// The texts of the partition key's template without names of fields: items of two entities can only meet in a partition
// if these are the same.
std::string partition_text_of(const Questions& questions, int subject, const PrimaryForm& form);

}  // namespace partita::modelling::design
