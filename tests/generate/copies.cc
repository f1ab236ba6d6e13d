// Uses the header of copies.yaml: each write that concerns copies is one call.
#include <partita/open.h>

#include <cassert>
#include <iostream>

#include "generate_copies.h"

int main() {
  using namespace copies;
  Db db{partita::open("", {.in_memory = true}).value()};
  db.create_table_if_missing().value();
  db.enable_stream<ShopTable>().value();
  for (const char* id : {"c0", "c1"}) sign_up(db, Customer{id, std::string(id) + " old", CustomerTier::SILVER}).value();
  order(db, Order{"o1", "c0", "what the caller says is replaced"}).value();
  order(db, Order{"o2", "c0", ""}).value();
  visit(db, Visit{"c0", pt::date::from(2026, 1, 5).value(), ""}).value();
  rename(db, "c0", "c0 new").value();
  hand_over(db, "o2", "c1").value();
  for (const char* buyer : {"c0", "c1"})
    for (const Order& one : orders_of_a_buyer(db, buyer).value().items)
      std::cout << one.orderId << " of " << buyer << " shows " << one.buyerName
                << (one.tier == CustomerTier::SILVER ? ", silver" : ", gold") << "\n";
  const auto show_visits = [&](const char* when) {
    for (const Visit& one : visits(db, "c0").value().items) std::cout << when << " a visit shows " << one.name << "\n";
  };
  show_visits("before it is followed,");
  auto follower = db.follow_copies<ShopTable>().value();
  const pt::CopyRound round = follower.next().value();
  std::cout << round.written << " copy written\n";
  show_visits("then");
  std::cout << db.verify().value().findings.size() << " findings\n";
  const auto refused = order(db, Order{"o3", "nobody", ""}).run();
  std::cout << (refused ? "created" : refused.error().message) << "\n";
}
