// The model of the project management tool: organizations (the tenants), their projects and employees, and the
// employees' assignments to projects. It has one table, whose PK and SK are exactly those of the article "DynamoDB Data
// Modeling (Single Table)" by Judlup Luna.
//
// Only Tenant and Organizations (tenant.h, organizations.h) use the patterns below.
#pragma once

#include <partita/model.h>

#include <string>
#include <vector>

namespace project_management {

namespace pt = partita::model;

struct Organization {
  std::string organizationId, name, plan;
  bool closing = false;  // is being deleted and accepts no additions
  std::int64_t version = 0;
  bool operator==(const Organization&) const = default;
};
BOOST_DESCRIBE_STRUCT(Organization, (), (organizationId, name, plan, closing, version))

enum class ProjectStatus { Active, OnHold, Finished };
BOOST_DESCRIBE_ENUM(ProjectStatus, Active, OnHold, Finished)

// `type` is "agile", "fixed-bid" or any other name that the tenant gives to a kind of project.
struct Project {
  std::string organizationId, type, projectId, name;
  ProjectStatus status = ProjectStatus::Active;
  std::int64_t budgetCents = 0, version = 0;
  bool operator==(const Project&) const = default;
};
BOOST_DESCRIBE_STRUCT(Project, (), (organizationId, type, projectId, name, status, budgetCents, version))

// The type of a project by its id, because the type is part of the project's key. There is one for each project,
// written with it. So an id cannot be used for two projects of different types.
struct ProjectPlace {
  std::string organizationId, projectId, type;
  bool closing = false;
};
BOOST_DESCRIBE_STRUCT(ProjectPlace, (), (organizationId, projectId, type, closing))

struct Employee {
  std::string organizationId, employeeId, name, title;
  bool closing = false;
  std::int64_t version = 0;
  bool operator==(const Employee&) const = default;
};
BOOST_DESCRIBE_STRUCT(Employee, (), (organizationId, employeeId, name, title, closing, version))

struct Assignment {
  std::string organizationId, projectId, employeeId, role;
  bool operator==(const Assignment&) const = default;
};
BOOST_DESCRIBE_STRUCT(Assignment, (), (organizationId, projectId, employeeId, role))

}  // namespace project_management

template <>
struct partita::model::enum_texts<project_management::ProjectStatus> {
  static constexpr enumerator_text list[] = {{project_management::ProjectStatus::Active, "active"},
                                             {project_management::ProjectStatus::OnHold, "on-hold"},
                                             {project_management::ProjectStatus::Finished, "finished"}};
};

namespace project_management {

// ---- entities

struct OrganizationE
    : pt::entity<Organization, "ORGANIZATION", pt::key<"ORG#{organizationId}", "#METADATA#{organizationId}">,
                 pt::on<"gsi_name", "ORG#{organizationId}", "ORG#{name}">,
                 pt::on<"gsi_organization_name", "ORG#{name}">, pt::unique<"name">, pt::version<"version">,
                 pt::defaults<"closing">> {};
struct ProjectE
    : pt::entity<Project, "PROJECT", pt::key<"ORG#{organizationId}", "PRO#{type}#{projectId}">,
                 pt::on<"gsi_name", "ORG#{organizationId}", "PRO#{name}">,
                 pt::on<"gsi_on_hold", "ORG#{organizationId}", "PRO#{projectId}", pt::when<"status", "on-hold">>,
                 pt::version<"version">> {};
struct ProjectPlaceE
    : pt::entity<ProjectPlace, "PROJECT_PLACE",
                 pt::key<"ORG#{organizationId}#PRO#{projectId}", "#METADATA#{projectId}">, pt::defaults<"closing">> {};
struct EmployeeE : pt::entity<Employee, "EMPLOYEE", pt::key<"ORG#{organizationId}", "EMP#{employeeId}">,
                              pt::on<"gsi_name", "ORG#{organizationId}", "EMP#{name}">, pt::version<"version">,
                              pt::defaults<"closing">> {};
struct AssignmentE
    : pt::entity<
          Assignment, "ASSIGNMENT",
          pt::key<"ORG#{organizationId}#PRO#{projectId}", "ORG#{organizationId}#EMP#{employeeId}">,
          pt::on<"gsi_inverted", "ORG#{organizationId}#EMP#{employeeId}", "ORG#{organizationId}#PRO#{projectId}">> {};

// gsi_name is overloaded: it has organizations, projects and employees by name under one tenant's partition key.
// gsi_inverted is the table with its keys exchanged. gsi_on_hold is sparse.
struct ProjectTable
    : pt::table<"project_management", pt::primary<"PK", "SK">, pt::type_tag<"entity">,
                pt::gsi<"gsi_inverted", "SK", "PK">, pt::gsi<"gsi_name", "PK", "Data">,
                pt::gsi<"gsi_organization_name", "OrganizationName">, pt::gsi<"gsi_on_hold", "OnHoldPK", "OnHoldSK">,
                pt::holds<OrganizationE, ProjectE, ProjectPlaceE, EmployeeE, AssignmentE>> {};

// ---- access patterns, with the names of the article "DynamoDB Data Modeling (Single Table)"

struct Everything {
  Organization organization;
  std::vector<Employee> employees;  // ordered by id
  std::vector<Project> projects;    // ordered by type, then id
};
using FindProjectsAndEmployees =
    pt::collect<"Find all projects and employees of an organization", Everything, pt::one<OrganizationE>,
                pt::many<EmployeeE>, pt::many<ProjectE>, pt::by<"organizationId">, pt::whole_partition>;
using FindProjects = pt::pattern<"Find all the projects of an organization", ProjectE, pt::by<"organizationId">>;
using FindEmployees = pt::pattern<"Find all the employees of an organization", EmployeeE, pt::by<"organizationId">>;
using FindOrganizationByName = pt::pattern<"Find an organization by name", OrganizationE, pt::by<"name">>;
using FindOrganizationByIdAndName =
    pt::pattern<"Find an organization by name, its id known", OrganizationE, pt::by<"organizationId", "name">>;

using FindProjectByName = pt::pattern<"Find a project by name", ProjectE, pt::by<"organizationId", "name">>;
using FindAssignmentsOfProject =
    pt::pattern<"Find the employees assigned to a project", AssignmentE, pt::by<"organizationId", "projectId">>;
using FindProjectsOfType = pt::pattern<"Find agile projects", ProjectE, pt::by<"organizationId", "type">>;
using FindOnHoldProjects =
    pt::pattern<"Find on hold projects", ProjectE, pt::by<"organizationId">, pt::using_index<"gsi_on_hold">>;

using FindAssignmentsOfEmployee =
    pt::pattern<"Find all the projects an employee is part of", AssignmentE, pt::by<"organizationId", "employeeId">>;
using FindEmployeeByName = pt::pattern<"Find an employee by name", EmployeeE, pt::by<"organizationId", "name">>;

}  // namespace project_management
