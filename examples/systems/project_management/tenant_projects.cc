// A tenant's projects.
#include "project_management/tenant_calls.h"

namespace project_management {

using namespace pt::literals;

namespace {

// The number of attempts to read a project that changes its type between two reads.
constexpr int kLookups = 3;

// The project that was written, with its new version.
template <class Done>
Result<Project> next_version(const Done& done, Project project) {
  if (!done) return partita::unexpected(done.error());
  ++project.version;
  return project;
}

}  // namespace

bool is_conflict(const partita::Error& error) {
  return error.code == partita::ErrorCode::ConditionalCheckFailedException ||
         error.code == partita::ErrorCode::VersionConflict;
}

Result<std::optional<Everything>> Tenant::projects_and_employees() const {
  return db_.load<FindProjectsAndEmployees>("organizationId"_f = id_).run();
}

Result<Project> Tenant::create_project(Project project) const {
  project.organizationId = id_;
  project.version = 1;
  const auto done = db_.transact(check_open<OrganizationE>("organizationId"_f = id_),
                                 pt::create(ProjectPlace{id_, project.projectId, project.type}), pt::create(project))
                        .run();
  if (!done) return partita::unexpected(done.error());
  return project;
}

Result<std::optional<Project>> Tenant::get_project(const std::string& type, const std::string& project_id) const {
  return db_.get<ProjectE>("organizationId"_f = id_, "type"_f = type, "projectId"_f = project_id).run();
}

Result<std::optional<Project>> Tenant::get_project(const std::string& project_id) const {
  for (int lookup = 0; lookup < kLookups; ++lookup) {
    auto place = db_.get<ProjectPlaceE>("organizationId"_f = id_, "projectId"_f = project_id).consistent().run();
    if (!place) return partita::unexpected(std::move(place.error()));
    if (!*place) return std::optional<Project>();
    auto project = db_.get<ProjectE>("organizationId"_f = id_, "type"_f = (*place)->type, "projectId"_f = project_id)
                       .consistent()
                       .run();
    if (!project || *project) return project;
  }
  return partita::unexpected(
      partita::Error{partita::ErrorCode::TransactionConflictException,
                     "project " + project_id + " changed its type each time that it was looked for",
                     {},
                     {}});
}

Result<Project> Tenant::update_project(Project project) const {
  project.organizationId = id_;
  const auto done =
      db_.run(pt::update<ProjectE>("organizationId"_f = id_, "type"_f = project.type, "projectId"_f = project.projectId)
                  .set("name"_f = project.name, "status"_f = project.status, "budgetCents"_f = project.budgetCents)
                  .expect_version(project.version))
          .run();
  return next_version(done, std::move(project));
}

Result<Project> Tenant::rename_project(const Project& project, const std::string& name) const {
  const auto done =
      db_.run(pt::update<ProjectE>("organizationId"_f = id_, "type"_f = project.type, "projectId"_f = project.projectId)
                  .set("name"_f = name)
                  .expect_version(project.version))
          .run();
  Project renamed = project;
  renamed.name = name;
  return next_version(done, std::move(renamed));
}

Result<Project> Tenant::set_project_status(const Project& project, ProjectStatus status) const {
  const auto done =
      db_.run(pt::update<ProjectE>("organizationId"_f = id_, "type"_f = project.type, "projectId"_f = project.projectId)
                  .set("status"_f = status)
                  .expect_version(project.version))
          .run();
  Project changed = project;
  changed.status = status;
  return next_version(done, std::move(changed));
}

Result<Project> Tenant::change_project_type(const Project& project, const std::string& type) const {
  if (type == project.type) return project;
  Project moved = project;
  moved.organizationId = id_;
  moved.type = type;
  const auto done = db_.transact(pt::move<ProjectE>(moved, "organizationId"_f = id_, "type"_f = project.type,
                                                    "projectId"_f = project.projectId)
                                     .expect_version(project.version),
                                 pt::update<ProjectPlaceE>("organizationId"_f = id_, "projectId"_f = project.projectId)
                                     .set("type"_f = type)
                                     .when(!("closing"_f == true)))
                        .run();
  return next_version(done, std::move(moved));
}

Result<bool> Tenant::remove_project(const std::string& project_id) const {
  const auto closed =
      db_.run(pt::update<ProjectPlaceE>("organizationId"_f = id_, "projectId"_f = project_id).set("closing"_f = true))
          .run();
  if (!closed && is_conflict(closed.error())) return false;
  if (!closed) return partita::unexpected(closed.error());
  const std::string type = closed->item->type;

  const auto assigned =
      db_.query<FindAssignmentsOfProject>("organizationId"_f = id_, "projectId"_f = project_id).consistent().run();
  if (!assigned) return partita::unexpected(assigned.error());
  if (auto removed = remove_assignments(assigned->items); !removed) return partita::unexpected(removed.error());
  const auto done =
      db_.transact(
             pt::remove<ProjectE>("organizationId"_f = id_, "type"_f = type, "projectId"_f = project_id).any_version(),
             pt::remove<ProjectPlaceE>("organizationId"_f = id_, "projectId"_f = project_id))
          .run();
  if (!done) return partita::unexpected(done.error());
  return true;
}

Result<pt::Page<Project>> Tenant::projects(const Part& part) const {
  return run_part(db_.query<FindProjects>("organizationId"_f = id_), part);
}

Result<pt::Page<Project>> Tenant::projects_of_type(const std::string& type, const Part& part) const {
  return run_part(db_.query<FindProjectsOfType>("organizationId"_f = id_, "type"_f = type), part);
}

Result<pt::Page<Project>> Tenant::projects_by_name(const std::string& name, const Part& part) const {
  return run_part(db_.query<FindProjectByName>("organizationId"_f = id_, "name"_f = name), part);
}

Result<pt::Page<Project>> Tenant::on_hold_projects(const Part& part) const {
  return run_part(db_.query<FindOnHoldProjects>("organizationId"_f = id_), part);
}

Result<pt::Page<Project>> Tenant::projects_with_budget_over(std::int64_t cents) const {
  return db_.query<FindProjects>("organizationId"_f = id_).filter("budgetCents"_f > cents).run();
}

}  // namespace project_management
