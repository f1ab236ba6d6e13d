// Tenant gives access to the projects, employees and assignments of one organization. Every key begins with the
// organization's id, and no method has a parameter for it. So a caller cannot reach the data of another tenant.
//
// Safe to use from several threads. Each method can return the errors of the database, and ValidationException for an
// empty id, name or type. A write conflicts if the table is not in the state that the write requires. It then writes no
// item, and is_conflict() is true for its error. No method scans, and only projects_with_budget_over() filters.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "project_management/model.h"

namespace project_management {

using partita::Result;
using ProjectDb = pt::db<ProjectTable>;

// True if a condition stopped the write, because the row exists already, is missing, is being deleted or has another
// version.
bool is_conflict(const partita::Error& error);

// The part of a list: at most `take` elements after the page whose token is `after`, or all elements.
struct Part {
  std::optional<std::int64_t> take = {};
  std::optional<std::string> after = {};
};

class Tenant {
 public:
  Tenant(ProjectDb db, std::string organization_id) : db_(std::move(db)), id_(std::move(organization_id)) {}

  const std::string& organization_id() const { return id_; }

  // The organization, its employees and its projects, by one Query of its partition. nullopt if the organization is
  // missing.
  Result<std::optional<Everything>> projects_and_employees() const;

  // ---- projects. The methods set organizationId to this tenant's id.

  // Sends one transaction of three rows. A conflict if the id is taken, also by a project of another type, or if the
  // organization is missing or being deleted.
  Result<Project> create_project(Project project) const;
  // Sends one GetItem.
  Result<std::optional<Project>> get_project(const std::string& type, const std::string& project_id) const;
  // Finds a project whose type is not known, with two GetItem.
  Result<std::optional<Project>> get_project(const std::string& project_id) const;
  // Changes the name, the status and the budget with one UpdateItem, which also moves the row in the indexes. A
  // conflict if the project is missing or has another version than `project`. Returns the project with its next
  // version.
  Result<Project> update_project(Project project) const;
  // The same for the name only, or for the status only.
  Result<Project> rename_project(const Project& project, const std::string& name) const;
  Result<Project> set_project_status(const Project& project, ProjectStatus status) const;
  // Changes the key: one transaction removes the row and writes the new one. The assignments stay as they are.
  Result<Project> change_project_type(const Project& project, const std::string& type) const;
  // Deletes the project with its assignments, and returns whether it existed. From the first step on it accepts no new
  // assignments. After an error, another call continues the deletion.
  Result<bool> remove_project(const std::string& project_id) const;

  // All projects, ordered by type and then by id. Sends one Query.
  Result<pt::Page<Project>> projects(const Part& part = {}) const;
  // The projects of exactly this type. Sends one Query.
  Result<pt::Page<Project>> projects_of_type(const std::string& type, const Part& part = {}) const;
  // Sends one Query of gsi_name.
  Result<pt::Page<Project>> projects_by_name(const std::string& name, const Part& part = {}) const;
  // Sends one Query of gsi_on_hold, which holds only projects on hold.
  Result<pt::Page<Project>> on_hold_projects(const Part& part = {}) const;
  // The filter condition of the article "DynamoDB Data Modeling (Single Table)", for questions that are too rare for an
  // index. It reads, and pays for, all projects of the tenant. `cost` has the numbers of items read and returned.
  Result<pt::Page<Project>> projects_with_budget_over(std::int64_t cents) const;

  // ---- employees. The methods set organizationId to this tenant's id.

  // A conflict if the id is taken, or if the organization is missing or being deleted.
  Result<Employee> create_employee(Employee employee) const;
  // Sends one GetItem.
  Result<std::optional<Employee>> get_employee(const std::string& employee_id) const;
  // Changes the name and the title with one UpdateItem. A conflict if the employee is missing or has another version
  // than `employee`. Returns the employee with the next version.
  Result<Employee> update_employee(Employee employee) const;
  // Deletes the employee with all assignments. In all else it acts as remove_project().
  Result<bool> remove_employee(const std::string& employee_id) const;

  // All employees, ordered by id. Sends one Query.
  Result<pt::Page<Employee>> employees(const Part& part = {}) const;
  // Sends one Query of gsi_name.
  Result<pt::Page<Employee>> employees_by_name(const std::string& name, const Part& part = {}) const;

  // ---- assignments of employees to projects

  // Sends one transaction. A conflict if the employee is assigned already, or if the project or the employee is missing
  // or being deleted.
  Result<Assignment> assign(const std::string& project_id, const std::string& employee_id,
                            const std::string& role) const;
  // Returns whether the employee was assigned.
  Result<bool> unassign(const std::string& project_id, const std::string& employee_id) const;
  // The assignments, ordered by employee. Sends one Query.
  Result<pt::Page<Assignment>> assignments_of_project(const std::string& project_id, const Part& part = {}) const;
  // The assignments, ordered by project. Sends one Query of gsi_inverted.
  Result<pt::Page<Assignment>> assignments_of_employee(const std::string& employee_id, const Part& part = {}) const;
  // The rows of the assigned employees, or of the assigned projects. Besides the Query, employees take one batch of
  // reads, and projects take two, because their types are read first.
  Result<std::vector<Employee>> employees_of_project(const std::string& project_id) const;
  Result<std::vector<Project>> projects_of_employee(const std::string& employee_id) const;

 private:
  // Removes all of them or returns an error.
  Result<void> remove_assignments(const std::vector<Assignment>& assignments) const;

  ProjectDb db_;
  std::string id_;
};

}  // namespace project_management
