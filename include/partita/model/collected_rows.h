// Which rows of a collection belong to which item, and what becomes of those that cannot be read: the part of a collector
// that does not depend on the user's types.
#pragma once

#include <partita/model/runtime.h>

namespace partita::model::detail {

// Positions in a list; whoever gives them owns them.
struct Positions {
  const std::size_t* first = nullptr;
  std::size_t count = 0;
  const std::size_t* begin() const { return first; }
  const std::size_t* end() const { return first + count; }
};

// Members of a collection are named by the position of their entity in it. Their values are the caller's; this knows
// them by their positions among the values of one entity.
class PARTITA_API CollectedRows {
 public:
  // Takes all of the page but its rows. `table` lives as long as the program.
  CollectedRows(const TableInfo& table, RowPage& page, Unreadable what, std::size_t entities);
  ~CollectedRows();
  CollectedRows(const CollectedRows&) = delete;
  CollectedRows& operator=(const CollectedRows&) = delete;

  // Items of `inner` belong to items of `owner`, which is at `outer`.
  void nest(std::size_t inner, std::size_t outer, const EntityInfo& owner);
  // Once values are nested. `row` was decoded as the next value of `entity`.
  void place(std::size_t entity, const Row& row);
  // `row` could not be decoded. Without one that is needed there is no collection.
  void refuse(const Row& row, Error reason, bool needed);
  // The values of `entity` that belong to the value `owner` of `outer`. They are in the collection by that.
  Positions owned(std::size_t entity, std::size_t outer, std::size_t owner);
  // All positions of `count` values. The list holds until the next call of this function.
  Positions all(std::size_t count);
  // The one item of a collection is not there. One that cannot be told from what could not be read is an error.
  void miss();
  // More than one item where the collection names one.
  void refuse_several(std::string_view collection, std::string_view entity);
  // Nested values that none has taken are not in the collection. `expired_too`: nor has what they belong to been hidden; else
  // those of owners that can expire are hidden with them.
  void report_left_over(std::size_t entity, std::string_view name, bool expired_too);

  // The first error that ends the collection.
  const Error* error() const;
  std::optional<std::string> token;
  Cost cost;
  std::vector<UnreadableRow> unreadable;

 private:
  struct Nesting;
  void report(UnreadableRow row);
  void fail(Error error);

  const TableInfo& table_;
  const Unreadable what_;
  std::unique_ptr<Nesting[]> nestings_;
  std::vector<std::size_t> positions_;
  std::unique_ptr<Error> error_;
};

}  // namespace partita::model::detail
