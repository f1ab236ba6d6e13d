// Update: the effect of an UpdateItem, from an expression or from AttributeUpdates. It never changes, and its copies
// share one program.
#pragma once

#include <partita/error.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace partita::expr {

struct UpdateProgram;

// The error "Item size to update has exceeded the maximum allowed size".
unexpected<Error> update_too_large();

class Update {
 public:
  // The kind of `item`: an existing item, or only the key of an item that does not exist. From KeyAlone, an action that
  // removes below a missing attribute does nothing instead of failing.
  enum class From : std::uint8_t { Item, KeyAlone };
  explicit Update(std::shared_ptr<const UpdateProgram> program) : program_(std::move(program)) {}
  // The item after the update. All operands are read from `item` as it was before. Values come out normalised. Errors:
  // ValidationException with the service's texts (operand of the wrong type, attribute that does not exist, invalid
  // document path, number out of range). An update that writes more than an item may hold is refused too. Otherwise
  // ops/rules/item_rules.h must check the size and nesting of the result.
  Result<AttributeMap> apply(const AttributeMap& item, From from = From::Item) const;
  // Whether the update has actions and all of them are REMOVE or DELETE. Such an update does nothing to an item that
  // does not exist.
  bool only_removes() const;
  // About the most work of apply() for an item of `item_bytes`, in bytes looked at.
  std::uint64_t most_work(std::size_t item_bytes) const;
  // The total size of the values in the update, by the service's formula.
  std::size_t operand_bytes() const;
  // The parts of `item` that the update's paths name, in their maps and lists, for UPDATED_OLD and UPDATED_NEW. List
  // elements are packed without gaps, as the service returns them.
  AttributeMap touched(const AttributeMap& item) const;
  // The attributes that the update writes, sorted and without duplicates.
  std::vector<std::string> top_level_names() const;
  // The type of the value that the update gives to this attribute whatever the item has. nullopt if the type depends on
  // the item, or if the update does not write the whole attribute. The operand of ADD or DELETE, and the second one of
  // if_not_exists, count as the value, because the service checks them too.
  std::optional<AttributeType> known_type(std::string_view attribute) const;
  // The attributes that a path goes into, with '.' or '[n]', to write or to read. A key attribute must not be among
  // them. They are sorted and without duplicates.
  std::vector<std::string> nested_names() const;
  // The bytes that UpdateItem is charged for its UpdateExpression (charge.h). 0 for AttributeUpdates.
  std::size_t charged_bytes() const;

 private:
  std::shared_ptr<const UpdateProgram> program_;
};

}  // namespace partita::expr
