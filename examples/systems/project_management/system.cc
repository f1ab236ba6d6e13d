#include "project_management/system.h"

#include <partita/model/export_model.h>

#include "project_management/patterns.h"
#include "project_management/sample_data.h"

namespace project_management {
namespace {

std::string key_map() { return pt::to_mermaid({.tables = {&ProjectTable::info()}}); }

Result<systems::Instance> start(std::shared_ptr<partita::Database> database) {
  ProjectDb db(std::move(database));
  if (auto created = db.create_table_if_missing().run(); !created) return partita::unexpected(created.error());
  const Organizations organizations(db);
  return systems::Instance{.load_sample = [organizations] { return load_sample(organizations); },
                           .load_unrelated = [db] { return load_unrelated(db); },
                           .groups = {find_patterns(organizations), write_patterns(organizations)}};
}

}  // namespace

const systems::System& system() {
  static constexpr systems::System kSystem{
      .name = "project_management",
      .summary = "tenants with projects and employees in a single table, with overloaded, inverted and sparse indexes",
      .key_map = key_map,
      .start = start};
  return kSystem;
}

}  // namespace project_management
