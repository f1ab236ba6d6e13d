#include "project_management/system.h"

#include <partita/model/describe.h>

#include "project_management/patterns.h"
#include "project_management/sample_data.h"

namespace project_management {
namespace {

pt::ModelInfo model() {
  return pt::describe<ProjectTable, FindProjectsAndEmployees, FindProjects, FindEmployees, FindOrganizationByName,
                      FindOrganizationByIdAndName, FindProjectByName, FindAssignmentsOfProject, FindProjectsOfType,
                      FindOnHoldProjects, FindAssignmentsOfEmployee, FindEmployeeByName>();
}

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
      .model = model,
      .start = start};
  return kSystem;
}

}  // namespace project_management
