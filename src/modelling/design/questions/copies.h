// Copies of fields of one entity in the items of another: their names, and the writes that make them and keep them
// true.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "modelling/design/questions/questions.h"

namespace partita::modelling::design {

// The fields that hold copies, such as customerName. They depend on the questions alone, and not on the fields that the
// design copies.
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
  PatternPosition pattern = {};
  double per_second = 0;  // items of the other entity that it changes
};
std::vector<ChangingWrite> writes_that_change(const Questions& questions, const Companion& companion);

// Whether a write changes the field whatever else it does, as it does a version.
bool changes_always(const Entity& entity, const std::string& field);

// How many items of the entity refer to one item of the other.
double items_of_one(const Questions& questions, const Entity& entity, const Companion& companion);

// The largest mean number of items with copies of one source that are written together with it.
inline constexpr double kFewHolders = 25;

// Adds copies to questions, with the patterns that a program needs to keep them true.
class CopyWriter {
 public:
  // `asked` are the questions as they were asked, whose writes count; `out` are the same with the additions. Both must
  // outlive the writer.
  CopyWriter(const Questions& asked, Questions& out) : asked_(asked), names_(asked), out_(out) {}

  // The read of this position finds the companion's fields in its items. Each write that changes one of them reads the
  // items that have a copy, and writes them in its transaction, or an update of each follows. Before an item is made,
  // or refers to another item, the other entity is read. In a transaction it is checked too; a copy that follows the
  // stream is compared afterwards.
  void add(PatternPosition read, const Companion& companion);
  // The same for copies that the items of an existing entity have, as far as new writes change their source or make
  // such items.
  void follow_existing(const Subject& subject, const Companion& companion, const std::vector<std::string>& copies);

 private:
  // The write, the entity with the copies, the other entity, and the fields that refer to it.
  using Key = std::tuple<PatternPosition, std::string, std::string, std::string>;

  // The position of an action in `out`.
  struct Place {
    PatternPosition pattern = {};
    std::size_t action = 0;
  };

  // A copy that exists is kept as it was. A new one in few items of one source is kept in a transaction, any other one
  // is followed from the stream. The model's patterns keep those of entities that batches write.
  CopyKept kept(const Entity& entity, const Companion& companion) const;
  std::string add_field(const Subject& subject, const Companion& companion, const std::string& name);
  void follow(const ChangingWrite& write, const Subject& subject, const Companion& companion,
              const std::vector<std::string>& copies);
  void refer_anew(PatternPosition write, const Subject& subject, const Companion& companion,
                  const std::vector<std::string>& copies);
  void learn_before(PatternPosition write, const Subject& subject, const Companion& companion);

  const Questions& asked_;
  const CopyNames names_;
  Questions& out_;
  std::map<Key, Place> updates_;  // of copies, for each write of their source
  std::set<Key> learned_;
};

// Proves the model with its copies kept as the questions say. A copy that the library cannot keep in this model is left
// to its patterns, and `left` gets a sentence about it. `model` becomes the model of the proof.
std::shared_ptr<const Proof> prove_with_copies(const Questions& questions, std::shared_ptr<const Model>& model,
                                               std::vector<std::string>& left);

// Adds a pattern, with a number behind its name if that is taken. Returns its position.
PatternPosition add_pattern(Questions& questions, Pattern pattern);

}  // namespace partita::modelling::design
