// Decides which rows of a collection belong to which item, and reports the rows that cannot be read. This is the part
// of a collector that does not depend on the user's types.
#pragma once

#include <partita/model/runtime/rows.h>
#include <partita/model/runtime/session.h>

namespace partita::model::detail {

// Positions in a list. The function that returns them owns the list.
struct Positions {
  const std::size_t* first = nullptr;
  std::size_t count = 0;
  const std::size_t* begin() const { return first; }
  const std::size_t* end() const { return first + count; }
};

// Members of a collection are named by the position of their entity in the collection. The caller has the values. This
// class knows a value only by its position among the values of its entity.
class PARTITA_API CollectedRows {
 public:
  // Takes all of the page except its rows. `table` must live as long as the program.
  CollectedRows(const TableInfo& table, RowPage& page, Unreadable what, std::size_t entities);
  ~CollectedRows();
  CollectedRows(const CollectedRows&) = delete;
  CollectedRows& operator=(const CollectedRows&) = delete;

  // Declares that items of `inner` belong to items of `owner`, which is the entity at `outer`.
  void nest(std::size_t inner, std::size_t outer, const EntityInfo& owner);
  // Notes the row of a value, and must be called if values are nested. `row` was decoded as the next value of `entity`.
  void place(std::size_t entity, const Row& row);
  // Reports a row that could not be decoded. If the row is needed, the collection fails.
  void refuse(const Row& row, Error reason, bool needed);
  // Returns the values of `entity` that belong to the value `owner` of `outer`, and marks them as part of the
  // collection.
  Positions owned(std::size_t entity, std::size_t outer, std::size_t owner);
  // Returns all positions of `count` values. The list is valid until the next call of this function.
  Positions all(std::size_t count);
  // Notes that the required single item is missing. This is an error if a row could not be read, because that row may
  // have been the item.
  void miss();
  // Sets the error for a collection that names one item and finds more.
  void refuse_several(std::string_view collection, std::string_view entity);
  // Reports the nested values that no owner has taken. With `expired_too`, the owners that have expired were read too.
  // Without it, values are hidden together with their owners if the owners can expire.
  void report_left_over(std::size_t entity, std::string_view name, bool expired_too);

  // Returns the first error that ends the collection, or nullptr.
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
