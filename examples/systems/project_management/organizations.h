// Organizations: the tenants of the project management tool; created, found, changed and deleted here. What is inside
// of one is reached through its Tenant (tenant.h).
//
// Safe to use from several threads. Errors of every method: the database's, and ValidationException for an empty id or
// name. A write that finds the table otherwise than it must be fails with an error for which is_conflict() holds, and
// has written nothing.
#pragma once

#include "project_management/tenant.h"

#include <optional>
#include <string>

namespace project_management {

class Organizations {
 public:
  explicit Organizations(ProjectDb db) : db_(std::move(db)) {}

  // What belongs to the organization. Sends nothing; whether there is such an organization shows with the first call.
  Tenant tenant(std::string organization_id) const { return Tenant(db_, std::move(organization_id)); }

  // A conflict where the id or the name is taken. One transaction: the row, and the one that reserves its name.
  Result<Organization> create(const Organization& organization) const;
  // One GetItem.
  Result<std::optional<Organization>> get(const std::string& organization_id) const;
  // Without knowing its id: one Query of gsi_organization_name, which holds organizations alone.
  Result<std::optional<Organization>> find_by_name(const std::string& name) const;
  // As the document asks for it: none where the organization with this id has another name. One Query of gsi_name.
  Result<std::optional<Organization>> find_by_name(const std::string& organization_id, const std::string& name) const;
  // Name and plan. A GetItem for the old name, and one transaction; from then on it is found by the new one. A conflict
  // where the organization is missing or has another version than `organization`, or the new name is taken. Returns it
  // with its next version.
  Result<Organization> update(const Organization& organization) const;
  // With all that belongs to it; whether there was one. From the first step on it takes no new projects and employees.
  // After an error call it again: it goes on where it stopped.
  Result<bool> remove(const std::string& organization_id) const;

 private:
  ProjectDb db_;
};

}  // namespace project_management
