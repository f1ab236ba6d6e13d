// message: two alternatives have one name in pt::variant_tags
#include "shop.h"

struct Card {
  std::string number;
};
BOOST_DESCRIBE_STRUCT(Card, (), (number))
struct Cash {
  std::string number;
};
BOOST_DESCRIBE_STRUCT(Cash, (), (number))
struct Note {
  std::string id;
  std::variant<Card, Cash> paid;
};
BOOST_DESCRIBE_STRUCT(Note, (), (id, paid))
template <>
struct pt::variant_tags<std::variant<Card, Cash>> {
#ifdef MENDED
  static constexpr std::string_view list[] = {"card", "cash"};
#else
  static constexpr std::string_view list[] = {"card", "card"};
#endif
};
struct NoteE : pt::entity<Note, "NOTE", pt::key<"NOTE#{id}">> {};
struct Notes : pt::table<"notes", pt::primary<"PK">, pt::holds<NoteE>> {};
void use(pt::db<Notes>& db) { db.create(Note()).value(); }
