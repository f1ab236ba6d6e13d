// message: index open depends on status
// message: Give them with .given
#include "shop.h"

struct Ticket {
  std::string ticketId;
  Status status = Status::OPEN;
  std::optional<int> shard;
};
BOOST_DESCRIBE_STRUCT(Ticket, (), (ticketId, status, shard))
struct TicketE : pt::entity<Ticket, "TICKET", pt::key<"{ticketId}">> {};
struct Tickets : pt::table<"tickets", pt::primary<"ticketId">,
                           pt::attr_index<"open", pt::partition_key<"status", "shard">,
                                          pt::sharded<5, "ticketId", "shard">, pt::when<"status", "OPEN">>,
                           pt::holds<TicketE>> {};

auto move(const pt::db<Tickets>& db) {
#ifdef MENDED
  return db.run(pt::update<TicketE>("ticketId"_f = "T1").set("shard"_f = 2).given("status"_f = Status::OPEN));
#else
  return db.run(pt::update<TicketE>("ticketId"_f = "T1").set("shard"_f = 2));
#endif
}
