// Lists of names of fields, as sets and as sequences.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "modelling/design/questions/questions.h"

namespace partita::modelling::design {

using Fields = std::vector<std::string>;

inline const Subject& at(const Questions& questions, SubjectPosition subject) {
  return at(questions.subjects, subject);
}

bool is_subset(const Fields& part, const Fields& whole);
bool begins_with(const Fields& list, const Fields& head);
// The table that holds the subject.
const SubjectPositions& table_with(const Tables& tables, SubjectPosition subject);
// The rest of `whole`, in its order.
Fields without(const Fields& whole, const Fields& part);
Fields joined(Fields first, const Fields& second);
// The subsets of the first few fields that are not empty, each in the order of the list.
std::vector<Fields> subsets(const Fields& list);
// All orders of the list, or the list itself if there are too many of them.
std::vector<Fields> orders(Fields list);

// The texts with `between` between them.
std::string joined(const std::vector<std::string>& texts, std::string_view between = ", ");

}  // namespace partita::modelling::design
