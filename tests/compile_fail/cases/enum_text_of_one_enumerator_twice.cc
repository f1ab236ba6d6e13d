// message: pt::enum_texts names one enumerator twice
#include "shop.h"

enum class Color { RED, BLUE };
BOOST_DESCRIBE_ENUM(Color, RED, BLUE)
template <>
struct pt::enum_texts<Color> {
#ifdef MENDED
  static constexpr pt::enumerator_text list[] = {{Color::RED, "red"}, {Color::BLUE, "blue"}};
#else
  static constexpr pt::enumerator_text list[] = {{Color::RED, "red"}, {Color::RED, "blue"}};
#endif
};
struct Note {
  std::string id;
  Color color = Color::RED;
};
BOOST_DESCRIBE_STRUCT(Note, (), (id, color))
struct NoteE : pt::entity<Note, "NOTE", pt::key<"NOTE#{id}">> {};
struct Notes : pt::table<"notes", pt::primary<"PK">, pt::holds<NoteE>> {};
void use(pt::db<Notes>& db) { db.create(Note()).value(); }
