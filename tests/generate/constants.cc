// A program over a generated header whose functions know values that all calls ask for.
#include <partita/open.h>

#include <iostream>

#include "generate_constants.h"

int main() {
  stock::Db db{partita::open("", {.in_memory = true}).value()};
  db.create_table_if_missing().value();
  const auto put = [&](const char* id, stock::ItemStatus status, bool hidden, std::int64_t rank, const char* kind) {
    stock::Item item;
    item.shop = "Lisbon";
    item.id = id;
    item.status = status;
    item.hidden = hidden;
    item.rank = rank;
    item.kind = kind;
    db.create(item).value();
  };
  put("asked", stock::ItemStatus::OPEN, false, -7, "book");
  put("hidden", stock::ItemStatus::OPEN, true, -7, "book");
  put("high", stock::ItemStatus::OPEN, false, 7, "book");
  put("other", stock::ItemStatus::OPEN, false, -7, "game");
  put("shut", stock::ItemStatus::SHUT_DOWN, false, -7, "book");
  for (const auto& one : stock::open_books_of_a_shop(db, "Lisbon").value().items) std::cout << one.id << '\n';
  for (const auto& one : stock::items_that_are_shut(db).value().items) std::cout << one.id << '\n';
}
