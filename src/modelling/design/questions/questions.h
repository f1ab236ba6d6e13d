// The input of `partita model design`: entities with their fields and identities, access patterns with their
// frequencies, and the wanted layout of tables. It is Partita's own format without tables, indexes and keys
// (docs/modelling/design.md), so a pattern and a field mean the same in both.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "modelling/core/proof.h"
#include "modelling/design/questions/positions.h"

namespace partita::modelling::design {

// An entity without keys.
struct Subject {
  Entity entity = {};
  // The fields that tell an item from all others of its entity. They never change, and every caller that means one item
  // knows them.
  std::vector<std::string> identity = {};
  // The table of the existing model that holds the entity; empty: the entity is new.
  std::string table = {};

  bool operator==(const Subject&) const = default;
};

using SubjectPosition = Position<Subject>;
using SubjectPositions = std::vector<SubjectPosition>;
// The tables by the subjects that they hold.
using Tables = std::vector<SubjectPositions>;
using PatternPosition = Position<Pattern>;
using PatternPositions = std::vector<PatternPosition>;

// Fields of another entity that the answer of a read has in addition to each of its items: of the one item to which the
// read's item refers.
struct Companion {
  std::string entity = {};
  std::string label = {};                // begins the name of a copy: the entity, or the field that refers to it
  std::vector<std::string> by = {};      // fields of the read's entity: the identity of the other one, in its order
  std::vector<std::string> fields = {};  // of the other entity
};

enum class Layout : std::uint8_t {
  One,      // all entities in one table
  Several,  // entities that no pattern reads together have tables of their own
  Any,      // whichever is cheaper
};

// A model whose tables, keys, indexes, entities and patterns a design leaves as they are. The questions have the
// entities of the tables that they concern, with the patterns of these tables. The other tables are frozen: they do not
// change, so their cost stays the same.
struct Existing {
  std::string path = {};
  std::shared_ptr<const Proof> proof = {};  // without a refusal
  std::set<std::string> tables = {};        // that the questions concern
  std::set<std::string> patterns = {};      // of these tables, by name

  const Model& model() const { return proof->model(); }
};

// Advice on a field by which a read asks.
struct KeyAdvice {
  std::string text = {};  // "FILE:LINE: ...", without a full stop
  bool is_served = true;  // false: no key serves the read, as the report says too
};

struct Questions {
  std::string name = {};
  std::string description = {};
  Layout layout = Layout::Any;
  std::vector<Subject> subjects = {};
  std::vector<Pattern> patterns = {};
  // Of each pattern: the values that a read demands of its items besides those that a call gives, such as {status:
  // OPEN}. The texts are those of the attributes.
  ListBy<Pattern, std::vector<When>> where = {};
  // Of each pattern, or empty if no read is more than a list of its own items (rewrite.h).
  ListBy<Pattern, std::vector<Companion>> with = {};
  ListBy<Pattern, int> requests = {};  // that a call may take; 0: as many as its companions need
  // Who keeps the copies that were added, by entity and field. A part of a design may lack the source of a copy, or the
  // key that finds the copies, so only whole designs say it in their fields (copies.h).
  std::map<std::pair<std::string, std::string>, CopyKept> kept = {};
  // Whether primary keys may have more than the identity (longer_identities.h).
  bool longer_keys = false;
  // Whether a key may be a candidate that programs in C++ cannot have.
  bool keys_beyond_cpp = false;
  std::vector<std::string> notes = {};            // assumptions about facts that the file does not say
  std::vector<KeyAdvice> advice = {};             // on fields that make poor keys (key_advice.h)
  std::shared_ptr<const Existing> existing = {};  // or nullptr

  // kNone if the questions have no such entity.
  SubjectPosition subject(std::string_view name_of_entity) const;
  // Whether the pattern is one of the existing model, so that the key that serves it never changes.
  bool is_existing(const Pattern& pattern) const { return existing && existing->patterns.contains(pattern.name); }
};

// Errors: ValidationException "FILE:LINE: ..." if the file is malformed, or names an entity or a field that it does not
// describe; ResourceNotFoundException if the file does not exist.
Result<Questions> read_questions(const std::string& path);
// The same for a text that is there already. `name` is the file's name in errors.
Result<Questions> read_questions_text(std::string text, const std::string& name);

}  // namespace partita::modelling::design
