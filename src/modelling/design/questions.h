// What `partita model design` is asked: entities with their fields and what tells their items apart, access patterns
// with their frequencies, and what the tables shall be like. It is Partita's own format without tables, indexes and
// keys (docs/modelling/design.md), so a pattern and a field mean the same in both.
#pragma once

#include <string>
#include <vector>

#include "modelling/core/model.h"

namespace partita::modelling::design {

// An entity without keys.
struct Subject {
  Entity entity = {};
  // The fields that tell an item from all others of its entity. They never change, and every caller that means one item
  // knows them.
  std::vector<std::string> identity = {};
};

enum class Layout : std::uint8_t {
  One,      // all entities in one table
  Several,  // entities that no pattern reads together have tables of their own
  Any,      // whichever is cheaper
};

struct Questions {
  std::string name = {};
  std::string description = {};
  Layout layout = Layout::Any;
  std::vector<Subject> subjects = {};
  std::vector<Pattern> patterns = {};
  // Of each pattern: what a read demands of its items besides what a call gives, such as {status: OPEN}. The texts are
  // those of the attributes.
  std::vector<std::vector<When>> where = {};
  std::vector<std::string> notes = {};  // what was assumed because the file does not say it

  // -1 if there is none.
  int subject(std::string_view name_of_entity) const;
};

// Errors: ValidationException "FILE:LINE: ..." if the file is malformed, or names an entity or a field that it does not
// describe; ResourceNotFoundException if there is no file.
Result<Questions> read_questions(const std::string& path);
// The same for a text that is there already. `name` is the file's name in errors.
Result<Questions> read_questions_text(std::string text, const std::string& name);

}  // namespace partita::modelling::design
