#include "project_management/organizations.h"

namespace project_management {

using namespace pt::literals;

namespace {

Result<std::optional<Organization>> only(Result<pt::Page<Organization>> page) {
  if (!page) return partita::unexpected(std::move(page.error()));
  if (page->items.empty()) return std::optional<Organization>();
  return std::optional<Organization>(std::move(page->items.front()));
}

}  // namespace

Result<Organization> Organizations::create(const Organization& organization) const {
  auto written = db_.create(organization).run();
  if (!written) return partita::unexpected(std::move(written.error()));
  Organization created = organization;
  created.version = 1;
  return created;
}

Result<std::optional<Organization>> Organizations::get(const std::string& organization_id) const {
  return db_.get<OrganizationE>("organizationId"_f = organization_id).run();
}

Result<std::optional<Organization>> Organizations::find_by_name(const std::string& name) const {
  return only(db_.query<FindOrganizationByName>("name"_f = name).run());
}

Result<std::optional<Organization>> Organizations::find_by_name(const std::string& organization_id,
                                                                const std::string& name) const {
  return only(db_.query<FindOrganizationByIdAndName>("organizationId"_f = organization_id, "name"_f = name).run());
}

Result<Organization> Organizations::update(const Organization& organization) const {
  const auto done = db_.transact(pt::update<OrganizationE>("organizationId"_f = organization.organizationId)
                                     .set("name"_f = organization.name, "plan"_f = organization.plan)
                                     .read_first()
                                     .expect_version(organization.version))
                        .run();
  if (!done) return partita::unexpected(done.error());
  Organization updated = organization;
  ++updated.version;
  return updated;
}

Result<bool> Organizations::remove(const std::string& organization_id) const {
  const auto closed =
      db_.run(pt::update<OrganizationE>("organizationId"_f = organization_id).set("closing"_f = true).any_version())
          .run();
  if (!closed && is_conflict(closed.error())) return false;
  if (!closed) return partita::unexpected(closed.error());

  const Tenant tenant = this->tenant(organization_id);
  const auto inside = db_.load<FindProjectsAndEmployees>("organizationId"_f = organization_id).consistent().run();
  if (!inside) return partita::unexpected(inside.error());
  if (!*inside) return false;
  for (const Project& project : (*inside)->projects)
    if (auto removed = tenant.remove_project(project.projectId); !removed) return removed;
  for (const Employee& employee : (*inside)->employees)
    if (auto removed = tenant.remove_employee(employee.employeeId); !removed) return removed;
  auto removed =
      db_.run(pt::remove<OrganizationE>("organizationId"_f = organization_id).read_first().any_version()).run();
  if (!removed) return partita::unexpected(std::move(removed.error()));
  return true;
}

}  // namespace project_management
