// Tenant: the projects, employees and assignments of one organization. Every key begins with the organization's id,
// which no method takes: what belongs to another tenant is out of reach.
//
// Safe to use from several threads. Errors of every method: the database's, and ValidationException for an empty id,
// name or type. A write that finds the table otherwise than it must be fails with an error for which is_conflict()
// holds, and has written nothing. No method scans, and none but projects_with_budget_over filters.
#pragma once

#include "project_management/model.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace project_management {

using partita::Result;
using ProjectDb = pt::db<ProjectTable>;

// Whether a condition stopped the write: the row exists already, is missing, is being deleted or has another version.
bool is_conflict(const partita::Error& error);

// Which part of a list: everything, unless it says how many and after which page's token.
struct Part {
  std::optional<std::int64_t> take = {};
  std::optional<std::string> after = {};
};

class Tenant {
 public:
  Tenant(ProjectDb db, std::string organization_id) : db_(std::move(db)), id_(std::move(organization_id)) {}

  const std::string& organization_id() const { return id_; }

  // The organization, its employees and its projects: one Query of its partition. None where there is no such
  // organization.
  Result<std::optional<Everything>> projects_and_employees() const;

  // ---- projects; their organizationId is taken to be this tenant's

  // A conflict where the id is taken, by a project of another type too, or the organization is missing or being
  // deleted. One transaction of three rows.
  Result<Project> create_project(Project project) const;
  // One GetItem.
  Result<std::optional<Project>> get_project(const std::string& type, const std::string& project_id) const;
  // The type not known: two GetItem.
  Result<std::optional<Project>> get_project(const std::string& project_id) const;
  // Name, status and budget; one UpdateItem, which moves the row in the indexes. A conflict where the project is
  // missing or has another version than `project`. Returns it with its next version.
  Result<Project> update_project(Project project) const;
  // The same for the name or the status alone.
  Result<Project> rename_project(const Project& project, const std::string& name) const;
  Result<Project> set_project_status(const Project& project, ProjectStatus status) const;
  // Another key: removes the row and writes the new one, in one transaction. The assignments stay as they are.
  Result<Project> change_project_type(const Project& project, const std::string& type) const;
  // With its assignments; whether there was one. From the first step on it takes no new assignments. After an error
  // call it again: it goes on where it stopped.
  Result<bool> remove_project(const std::string& project_id) const;

  // By type, then id: one Query.
  Result<pt::Page<Project>> projects(const Part& part = {}) const;
  // Of exactly this type: one Query.
  Result<pt::Page<Project>> projects_of_type(const std::string& type, const Part& part = {}) const;
  // One Query of gsi_name.
  Result<pt::Page<Project>> projects_by_name(const std::string& name, const Part& part = {}) const;
  // One Query of gsi_on_hold, which holds no others.
  Result<pt::Page<Project>> on_hold_projects(const Part& part = {}) const;
  // The document's filter condition, for questions too rare to pay for an index: reads, and pays for, all projects of
  // the tenant. `cost` has the items read and the items returned.
  Result<pt::Page<Project>> projects_with_budget_over(std::int64_t cents) const;

  // ---- employees; their organizationId is taken to be this tenant's

  // A conflict where the id is taken, or the organization is missing or being deleted.
  Result<Employee> create_employee(Employee employee) const;
  // One GetItem.
  Result<std::optional<Employee>> get_employee(const std::string& employee_id) const;
  // Name and title; one UpdateItem. A conflict where the employee is missing or has another version than `employee`.
  // Returns it with its next version.
  Result<Employee> update_employee(Employee employee) const;
  // With the employee's assignments; otherwise as remove_project.
  Result<bool> remove_employee(const std::string& employee_id) const;

  // By id: one Query.
  Result<pt::Page<Employee>> employees(const Part& part = {}) const;
  // One Query of gsi_name.
  Result<pt::Page<Employee>> employees_by_name(const std::string& name, const Part& part = {}) const;

  // ---- who works on what

  // A conflict where the employee is assigned already, or one of the two is missing or being deleted. One transaction.
  Result<Assignment> assign(const std::string& project_id, const std::string& employee_id,
                            const std::string& role) const;
  // Whether the employee was assigned.
  Result<bool> unassign(const std::string& project_id, const std::string& employee_id) const;
  // By employee: one Query.
  Result<pt::Page<Assignment>> assignments_of_project(const std::string& project_id, const Part& part = {}) const;
  // By project: one Query of gsi_inverted.
  Result<pt::Page<Assignment>> assignments_of_employee(const std::string& employee_id, const Part& part = {}) const;
  // The rows behind these: one batch of reads more for employees, two for projects, whose types are looked up.
  Result<std::vector<Employee>> employees_of_project(const std::string& project_id) const;
  Result<std::vector<Project>> projects_of_employee(const std::string& employee_id) const;

 private:
  // All or an error.
  Result<void> remove_assignments(const std::vector<Assignment>& assignments) const;

  ProjectDb db_;
  std::string id_;
};

}  // namespace project_management
