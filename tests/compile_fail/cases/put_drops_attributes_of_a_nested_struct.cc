// message: a struct of sku quantity
// message: put would drop the attributes that the struct does not name
// message: each that is nested in it
#include "shop.h"

struct Part {
  std::string sku;
  int quantity = 0;
#ifdef MENDED
  pt::other_attributes others;
#endif
};
#ifdef MENDED
BOOST_DESCRIBE_STRUCT(Part, (), (sku, quantity, others))
#else
BOOST_DESCRIBE_STRUCT(Part, (), (sku, quantity))
#endif
// A struct may hold its own kind.
struct Box {
  std::string id;
  std::map<std::string, std::vector<Part>> parts;
  std::vector<Box> boxes;
  std::variant<std::string, int> mark;
  std::set<std::string> labels;
  pt::other_attributes others;
};
BOOST_DESCRIBE_STRUCT(Box, (), (id, parts, boxes, mark, labels, others))
template <>
struct pt::variant_tags<std::variant<std::string, int>> {
  static constexpr std::string_view list[] = {"text", "number"};
};
struct BoxE : pt::entity<Box, "BOX", pt::key<"BOX#{id}">> {};
struct Boxes : pt::table<"boxes", pt::primary<"PK">, pt::holds<BoxE>> {};
void use(pt::db<Boxes>& db) { (void)db.put(Box()); }
