// message: entity ORDER: labels, version_note
// message: an upsert may create the item, which then lacks required members
#include "shop.h"

struct Ticket {
  std::string id;
  int points = 0;
  std::optional<std::string> owner;
  std::vector<std::string> labels;
  std::map<std::string, int> version_note;
};
BOOST_DESCRIBE_STRUCT(Ticket, (), (id, points, owner, labels, version_note))
struct TicketE : pt::entity<Ticket, "ORDER", pt::key<"T#{id}">, pt::defaults<"points">> {};
struct Shop : pt::table<"shop", pt::primary<"PK">, pt::holds<TicketE>> {};
void use(pt::db<Shop>& db) {
  const std::vector<std::string> red{"red"};
#ifdef MENDED
  (void)db.run(pt::upsert<TicketE>("id"_f = "1").append("labels"_f = red).set("version_note"_f = std::map<std::string, int>{}));
#else
  (void)db.run(pt::upsert<TicketE>("id"_f = "1").set("owner"_f = "ada"));
#endif
}
