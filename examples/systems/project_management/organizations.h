// Organizations are the tenants of the project management tool. This class creates, finds, changes and deletes them. A
// Tenant (tenant.h) gives access to the data of one organization.
//
// Safe to use from several threads. Each method can return the errors of the database, and ValidationException for an
// empty id or name. A write conflicts if the table is not in the state that the write requires. It then writes no item,
// and is_conflict() is true for its error.
#pragma once

#include <optional>
#include <string>

#include "project_management/tenant.h"

namespace project_management {

class Organizations {
 public:
  explicit Organizations(ProjectDb db) : db_(std::move(db)) {}

  // Access to the organization's data. It sends no request, so the first call shows whether the organization exists.
  Tenant tenant(std::string organization_id) const { return Tenant(db_, std::move(organization_id)); }

  // Sends one transaction with the organization and the row that reserves its name. A conflict if the id or name is
  // taken.
  Result<Organization> create(const Organization& organization) const;
  // Sends one GetItem.
  Result<std::optional<Organization>> get(const std::string& organization_id) const;
  // Finds an organization without its id. Sends one Query of gsi_organization_name, which holds organizations only.
  Result<std::optional<Organization>> find_by_name(const std::string& name) const;
  // Finds an organization by its id and its name, as the article "DynamoDB Data Modeling (Single Table)" asks for it.
  // nullopt if the organization with this id has another name. Sends one Query of gsi_name.
  Result<std::optional<Organization>> find_by_name(const std::string& organization_id, const std::string& name) const;
  // Changes the name and the plan. Sends a GetItem for the old name and one transaction, and then the organization is
  // found by its new name. A conflict if it is missing, has another version than `organization`, or if the new name is
  // taken. Returns the organization with its next version.
  Result<Organization> update(const Organization& organization) const;
  // Deletes the organization with all its data, and returns whether it existed. From the first step on it accepts no
  // new projects and employees. After an error, another call continues the deletion.
  Result<bool> remove(const std::string& organization_id) const;

 private:
  ProjectDb db_;
};

}  // namespace project_management
