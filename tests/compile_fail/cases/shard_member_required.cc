// message: entity TICKET: the member shard
// message: must be a std::optional of a whole number
#include "shop.h"

struct Ticket {
  std::string ticketId;
  Status status = Status::OPEN;
#ifdef MENDED
  std::optional<int> shard;
#else
  int shard = 0;
#endif
};
BOOST_DESCRIBE_STRUCT(Ticket, (), (ticketId, status, shard))
struct TicketE : pt::entity<Ticket, "TICKET", pt::key<"{ticketId}">> {};
struct Tickets
    : pt::table<"tickets", pt::primary<"ticketId">,
                pt::attr_index<"open", pt::partition_key<"status", "shard">, pt::sharded<5, "ticketId", "shard">>,
                pt::holds<TicketE>> {};
static_assert(right<Tickets>);
