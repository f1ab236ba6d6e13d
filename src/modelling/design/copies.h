// Copies of fields of one entity in the items of another: their names, and the writes that make them and keep them
// true.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "modelling/design/questions.h"

namespace partita::modelling::design {

// The fields that hold copies, such as customerName. They depend on the questions alone, and not on what is copied.
class CopyNames {
 public:
  explicit CopyNames(const Questions& questions);
  // `entity` is that of a read with the companion, and the field one of the companion's.
  const std::string& name_of(const std::string& entity, const Companion& companion, const std::string& field) const;

 private:
  std::map<std::tuple<std::string, std::string, std::string, std::string>, std::string> names_;
};

// Writes of the other entity that change one of the fields.
struct ChangingWrite {
  int pattern = 0;
  double per_second = 0;  // items of the other entity that it changes
};
std::vector<ChangingWrite> writes_that_change(const Questions& questions, const Companion& companion);

// Whether a write changes the field whatever else it does, as it does a version.
bool changes_always(const Entity& entity, const std::string& field);

// How many items of the entity refer to one item of the other.
double items_of_one(const Questions& questions, const Entity& entity, const Companion& companion);

// Adds copies to questions, with the patterns that a program needs to keep them true.
class CopyWriter {
 public:
  // `asked` are the questions as they were asked, whose writes count; `out` are the same with what was added. Both must
  // outlive the writer.
  CopyWriter(const Questions& asked, Questions& out) : asked_(asked), names_(asked), out_(out) {}

  // The read of this position finds the companion's fields in its items. After each write that changes one of them
  // follow a read and an update of the items that have a copy. Before an item is made, or refers to another item, the
  // other entity is read.
  void add(int read, const Companion& companion);
  // Follows the new writes that change what the items of an existing entity have copies of.
  void follow_existing(const Subject& subject, const Companion& companion, const std::vector<std::string>& copies);

 private:
  // The write, the entity with the copies, the other entity, and the fields that refer to it.
  using Key = std::tuple<int, std::string, std::string, std::string>;

  std::string add_field(const Subject& subject, const Companion& companion, const std::string& name);
  void follow(const ChangingWrite& write, const Subject& subject, const Companion& companion,
              const std::vector<std::string>& copies);
  void refer_anew(int write, const Subject& subject, const Companion& companion,
                  const std::vector<std::string>& copies);
  void learn_before(int write, const Subject& subject, const Companion& companion);

  const Questions& asked_;
  const CopyNames names_;
  Questions& out_;
  std::map<Key, int> updates_;  // that follow a write, by position in `out`
  std::map<Key, int> learned_;
};

// Adds a pattern, with a number behind its name if that is taken. Returns its position.
int add_pattern(Questions& questions, Pattern pattern);

}  // namespace partita::modelling::design
