// Update: what an UpdateItem does, from an expression or from AttributeUpdates. Immutable; copies share.
#pragma once

#include <partita/error.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace partita::expr {

struct UpdateProgram;

// "Item size to update has exceeded the maximum allowed size"
unexpected<Error> update_too_large();

class Update {
 public:
  // What `item` is: one that exists, or the key of one that does not, of which nothing can be taken away.
  enum class From : std::uint8_t { Item, KeyAlone };
  explicit Update(std::shared_ptr<const UpdateProgram> program) : program_(std::move(program)) {}
  // The item after the update. All operands are read from `item` as it was. Values come out normalised.
  // Errors: ValidationException with the service's texts (operand of the wrong type, attribute that does not exist,
  // invalid document path, number out of range, what is written alone is larger than an item can be). Does not check the
  // item's size or nesting otherwise: see ops/item_rules.h.
  Result<AttributeMap> apply(const AttributeMap& item, From from = From::Item) const;
  // Whether it has actions, and all of them take away: on an item that does not exist it then does nothing.
  bool only_removes() const;
  // What apply() does at most, about, with an item of so many bytes, in bytes looked at.
  std::uint64_t most_work(std::size_t item_bytes) const;
  // The sizes of the values that it was given, in all, by the service's formula.
  std::size_t operand_bytes() const;
  // The parts of `item` that the update's paths name, in their place: for UPDATED_OLD and UPDATED_NEW. List elements
  // come out packed, as the service returns them.
  AttributeMap touched(const AttributeMap& item) const;
  // The attributes that it writes, sorted, each once.
  std::vector<std::string> top_level_names() const;
  // The attributes that a path goes into, with '.' or '[n]', to write or to read: none of these may be a key attribute.
  // Sorted, each once.
  std::vector<std::string> nested_names() const;
  // What the service adds to the size of the item that the update makes, without its key attributes, before it
  // compares that with the limit: 3 bytes, 19 for each action that writes a value and 2 for each that clears one.
  std::size_t size_overhead_bytes() const;

 private:
  std::shared_ptr<const UpdateProgram> program_;
};

}  // namespace partita::expr
