// message: a codec has both static bool encode
// message: decode(const pt::StoredValue& from, void* to, pt::Fault& fault)
// errors: 1
#include "shop.h"

struct Stamp {
  std::string text;
  struct codec;
};
struct Stamp::codec : pt::codec_of<pt::FieldKind::String> {
  static bool encode(const void* from, partita::AttributeValue& to, pt::Fault&) {
    to = partita::AttributeValue(static_cast<const Stamp*>(from)->text);
    return true;
  }
#ifdef MENDED
  static bool decode(const pt::StoredValue& from, void* to, pt::Fault&) {
    static_cast<Stamp*>(to)->text = from.text();
    return true;
  }
#endif
};
struct Card {
  std::string id;
  Stamp stamp;
};
BOOST_DESCRIBE_STRUCT(Card, (), (id, stamp))
struct CardE : pt::entity<Card, "CARD", pt::key<"CARD#{id}">> {};
struct Cards : pt::table<"cards", pt::primary<"PK">, pt::holds<CardE>> {};
void use(pt::db<Cards>& db) { (void)db.create(Card{}); }
