// message: entity TASK: points
// message: set the member, or keep the stored value with .set_if_absent("field"_f = value).read_first()
#include "shop.h"

struct Task {
  std::string id, board;
  int points = 0;
};
BOOST_DESCRIBE_STRUCT(Task, (), (id, board, points))
struct TaskE : pt::entity<Task, "TASK", pt::key<"T#{id}">, pt::on<"by_points", "{board}", "{points:03d}">, pt::defaults<"points">> {};
struct Tasks : pt::table<"tasks", pt::primary<"PK">, pt::gsi<"by_points", "GSI1PK", "GSI1SK">, pt::holds<TaskE>> {};
void use(pt::db<Tasks>& db) {
#ifdef MENDED
  (void)db.run(pt::upsert<TaskE>("id"_f = "1").set("board"_f = "red").set_if_absent("points"_f = 0).read_first());
  (void)db.run(pt::upsert<TaskE>("id"_f = "1").set("board"_f = "red", "points"_f = 0));
#else
  (void)db.run(pt::upsert<TaskE>("id"_f = "1").set("board"_f = "red"));
#endif
}
