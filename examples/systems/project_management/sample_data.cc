#include "project_management/sample_data.h"

#include <algorithm>

#include "shared/load.h"

namespace project_management {
namespace {

constexpr int kUnrelated = 1000;

// The first error of calls with different results.
template <class T>
Result<void> only_error(const Result<T>& done) {
  if (!done) return partita::unexpected(done.error());
  return {};
}

Result<void> load_tenant(const Tenant& tenant) {
  for (const Project& project : sample_projects())
    if (auto done = only_error(tenant.create_project(project)); !done) return done;
  for (const Employee& employee : sample_employees())
    if (auto done = only_error(tenant.create_employee(employee)); !done) return done;
  for (const Assignment& assignment : sample_assignments())
    if (auto done = only_error(tenant.assign(assignment.projectId, assignment.employeeId, assignment.role)); !done)
      return done;
  return {};
}

// Adds projects 1000 and following, of type agile2 and not on hold, as neighbours of project 100. The employees 3000
// and following are neighbours of employee 300.
Result<void> add_projects(const ProjectDb& db, const std::string& organization_id, int count) {
  std::vector<Project> projects;
  std::vector<ProjectPlace> places;
  for (int i = 0; i < count; ++i) {
    const std::string id = std::to_string(1000 + i);
    projects.push_back({organization_id, "agile2", id, "Apollo" + id, ProjectStatus::Active, 1, 1});
    places.push_back({organization_id, id, "agile2"});
  }
  if (auto done = systems::create_all(db, projects); !done) return done;
  return systems::put_all(db, places);
}

Result<void> add_employees(const ProjectDb& db, const std::string& organization_id, int count) {
  std::vector<Employee> employees;
  for (int i = 0; i < count; ++i) {
    const std::string id = std::to_string(3000 + i);
    employees.push_back({organization_id, id, "Manoj" + id, "Engineer", false, 1});
  }
  return systems::create_all(db, employees);
}

Result<void> add_assignments(const ProjectDb& db, const std::string& organization_id) {
  std::vector<Assignment> assignments;
  for (int i = 0; i < kUnrelated; ++i)
    assignments.push_back({organization_id, std::to_string(1000 + i % 100), std::to_string(3000 + i / 2), "developer"});
  return systems::put_all(db, assignments);
}

template <class T>
const T& with_id(const std::vector<T>& all, std::string T::*id, const std::string& wanted) {
  return *std::find_if(all.begin(), all.end(), [&](const T& one) { return one.*id == wanted; });
}

}  // namespace

std::vector<Organization> sample_organizations() {
  return {{kHappyInc, "HappyInc", "business"},
          {kCrowdedByEmployees, "HappyInc2", "business"},
          {kCrowdedByProjects, "Many Projects & Sons", "free"},
          {kUncrowded, "Happy", "free"}};
}

std::vector<Project> sample_projects() {
  return {{"", "agile", "100", "Apollo", ProjectStatus::Active, 5'000'000},
          {"", "agile", "101", "Borealis", ProjectStatus::OnHold, 900'000},
          {"", "agile2", "104", "Eos", ProjectStatus::Active, 40'000},
          {"", "fixed-bid", "102", "Castor", ProjectStatus::OnHold, 7'500'000},
          {"", "fixed-bid", "103", "Dorado", ProjectStatus::Finished, 120'000}};
}

std::vector<Employee> sample_employees() {
  return {{"", "300", "Manoj", "Engineer"}, {"", "301", "Priya", "Designer"}, {"", "302", "Manoj", "Manager"}};
}

std::vector<Assignment> sample_assignments() {
  return {{"", "100", "300", "developer"},
          {"", "100", "301", "designer"},
          {"", "102", "300", "lead"},
          {"", "103", "302", "manager"}};
}

const Project& sample_project(const std::string& project_id) {
  static const std::vector<Project> all = sample_projects();
  return with_id(all, &Project::projectId, project_id);
}

const Employee& sample_employee(const std::string& employee_id) {
  static const std::vector<Employee> all = sample_employees();
  return with_id(all, &Employee::employeeId, employee_id);
}

Result<void> load_sample(const Organizations& organizations) {
  if (auto done = only_error(organizations.remove(kNewcomer)); !done) return done;
  for (const Organization& organization : sample_organizations()) {
    const std::string& id = organization.organizationId;
    if (auto done = only_error(organizations.remove(id)); !done) return done;
    if (auto done = only_error(organizations.create(organization)); !done) return done;
    if (auto done = load_tenant(organizations.tenant(id)); !done) return done;
  }
  return {};
}

Result<void> load_unrelated(const ProjectDb& db) {
  if (auto done = add_projects(db, kHappyInc, kUnrelated / 2); !done) return done;
  if (auto done = add_employees(db, kHappyInc, kUnrelated / 2); !done) return done;
  if (auto done = add_assignments(db, kHappyInc); !done) return done;
  if (auto done = add_employees(db, kCrowdedByEmployees, kUnrelated); !done) return done;
  if (auto done = add_projects(db, kCrowdedByProjects, kUnrelated); !done) return done;
  return add_assignments(db, kUncrowded);
}

}  // namespace project_management
