// A tenant's employees and their assignments to projects.
#include "project_management/tenant_calls.h"

namespace project_management {

using namespace pt::literals;

namespace {

// The requested items that exist.
template <class T>
Result<std::vector<T>> all_read(Result<pt::Many<T>> many) {
  if (!many) return partita::unexpected(std::move(many.error()));
  std::vector<T> items;
  for (auto& item : many->items)
    if (item) items.push_back(std::move(*item));
  return items;
}

}  // namespace

Result<Employee> Tenant::create_employee(Employee employee) const {
  employee.organizationId = id_;
  employee.version = 1;
  const auto done = db_.transact(check_open<OrganizationE>("organizationId"_f = id_), pt::create(employee)).run();
  if (!done) return partita::unexpected(done.error());
  return employee;
}

Result<std::optional<Employee>> Tenant::get_employee(const std::string& employee_id) const {
  return db_.get<EmployeeE>("organizationId"_f = id_, "employeeId"_f = employee_id).run();
}

Result<Employee> Tenant::update_employee(Employee employee) const {
  employee.organizationId = id_;
  const auto done = db_.run(pt::update<EmployeeE>("organizationId"_f = id_, "employeeId"_f = employee.employeeId)
                                .set("name"_f = employee.name, "title"_f = employee.title)
                                .expect_version(employee.version))
                        .run();
  if (!done) return partita::unexpected(done.error());
  ++employee.version;
  return employee;
}

Result<bool> Tenant::remove_employee(const std::string& employee_id) const {
  const auto closed = db_.run(pt::update<EmployeeE>("organizationId"_f = id_, "employeeId"_f = employee_id)
                                  .set("closing"_f = true)
                                  .any_version())
                          .run();
  if (!closed && is_conflict(closed.error())) return false;
  if (!closed) return partita::unexpected(closed.error());

  // The index may not yet show assignments that were written before the employee was marked, so query until it is
  // empty.
  for (;;) {
    const auto assigned = assignments_of_employee(employee_id);
    if (!assigned) return partita::unexpected(assigned.error());
    if (assigned->items.empty()) break;
    if (auto removed = remove_assignments(assigned->items); !removed) return partita::unexpected(removed.error());
  }
  const auto done =
      db_.run(pt::remove<EmployeeE>("organizationId"_f = id_, "employeeId"_f = employee_id).any_version()).run();
  if (!done) return partita::unexpected(done.error());
  return true;
}

Result<pt::Page<Employee>> Tenant::employees(const Part& part) const {
  return run_part(db_.query<FindEmployees>("organizationId"_f = id_), part);
}

Result<pt::Page<Employee>> Tenant::employees_by_name(const std::string& name, const Part& part) const {
  return run_part(db_.query<FindEmployeeByName>("organizationId"_f = id_, "name"_f = name), part);
}

Result<Assignment> Tenant::assign(const std::string& project_id, const std::string& employee_id,
                                  const std::string& role) const {
  Assignment assignment{id_, project_id, employee_id, role};
  const auto done = db_.transact(check_open<ProjectPlaceE>("organizationId"_f = id_, "projectId"_f = project_id),
                                 check_open<EmployeeE>("organizationId"_f = id_, "employeeId"_f = employee_id),
                                 pt::create(assignment))
                        .run();
  if (!done) return partita::unexpected(done.error());
  return assignment;
}

Result<bool> Tenant::unassign(const std::string& project_id, const std::string& employee_id) const {
  const auto removed = db_.run(pt::remove<AssignmentE>("organizationId"_f = id_, "projectId"_f = project_id,
                                                       "employeeId"_f = employee_id))
                           .run();
  if (!removed) return partita::unexpected(removed.error());
  return removed->item.has_value();
}

Result<pt::Page<Assignment>> Tenant::assignments_of_project(const std::string& project_id, const Part& part) const {
  return run_part(db_.query<FindAssignmentsOfProject>("organizationId"_f = id_, "projectId"_f = project_id), part);
}

Result<pt::Page<Assignment>> Tenant::assignments_of_employee(const std::string& employee_id, const Part& part) const {
  return run_part(db_.query<FindAssignmentsOfEmployee>("organizationId"_f = id_, "employeeId"_f = employee_id), part);
}

Result<std::vector<Employee>> Tenant::employees_of_project(const std::string& project_id) const {
  const auto assigned = assignments_of_project(project_id);
  if (!assigned) return partita::unexpected(assigned.error());
  std::vector<pt::key_values<EmployeeE>> keys;
  for (const Assignment& assignment : assigned->items)
    keys.push_back(pt::key_of<EmployeeE>("organizationId"_f = id_, "employeeId"_f = assignment.employeeId));
  return all_read(db_.get_many<EmployeeE>(std::move(keys)).run());
}

Result<std::vector<Project>> Tenant::projects_of_employee(const std::string& employee_id) const {
  const auto assigned = assignments_of_employee(employee_id);
  if (!assigned) return partita::unexpected(assigned.error());
  std::vector<pt::key_values<ProjectPlaceE>> place_keys;
  for (const Assignment& assignment : assigned->items)
    place_keys.push_back(pt::key_of<ProjectPlaceE>("organizationId"_f = id_, "projectId"_f = assignment.projectId));
  const auto places = all_read(db_.get_many<ProjectPlaceE>(std::move(place_keys)).run());
  if (!places) return partita::unexpected(places.error());
  std::vector<pt::key_values<ProjectE>> keys;
  for (const ProjectPlace& place : *places)
    keys.push_back(
        pt::key_of<ProjectE>("organizationId"_f = id_, "type"_f = place.type, "projectId"_f = place.projectId));
  auto many = db_.get_many<ProjectE>(std::move(keys)).run();
  // A project that changed its type after its place was read is read again by itself.
  for (std::size_t i = 0; many && i < many->items.size(); ++i) {
    if (many->items[i]) continue;
    auto project = get_project((*places)[i].projectId);
    if (!project) return partita::unexpected(project.error());
    many->items[i] = std::move(*project);
  }
  return all_read(std::move(many));
}

Result<void> Tenant::remove_assignments(const std::vector<Assignment>& assignments) const {
  if (assignments.empty()) return {};
  std::vector<pt::key_values<AssignmentE>> keys;
  for (const Assignment& assignment : assignments)
    keys.push_back(pt::key_of<AssignmentE>("organizationId"_f = id_, "projectId"_f = assignment.projectId,
                                           "employeeId"_f = assignment.employeeId));
  const auto removed = db_.remove_many<AssignmentE>(keys).run();
  if (!removed) return partita::unexpected(removed.error());
  return {};
}

}  // namespace project_management
