// The sample: organization 1234 (HappyInc) with project 100 and employee 300 (Manoj) from the article "DynamoDB Data
// Modeling (Single Table)" by Judlup Luna. A few neighbours and three further tenants with the same rows show whether
// an answer is right.
#pragma once

#include <string>
#include <vector>

#include "project_management/organizations.h"

namespace project_management {

// The article's organization. Its unrelated items are both projects and employees.
inline constexpr const char* kHappyInc = "1234";
// The unrelated items of these tenants are only employees, only projects, and none in the organization's own partition.
inline constexpr const char* kCrowdedByEmployees = "12345";
inline constexpr const char* kCrowdedByProjects = "123456";
inline constexpr const char* kUncrowded = "1";
// An organization that access patterns create and delete.
inline constexpr const char* kNewcomer = "5678";

std::vector<Organization> sample_organizations();
// The rows that each of these organizations has.
std::vector<Project> sample_projects();
std::vector<Employee> sample_employees();
std::vector<Assignment> sample_assignments();
const Project& sample_project(const std::string& project_id);
const Employee& sample_employee(const std::string& employee_id);

// Deletes the organizations above with all their data, and creates the sample.
Result<void> load_sample(const Organizations& organizations);
// Adds a thousand projects and employees to each crowded tenant, with ids and names that begin like those of the
// sample, and a thousand assignments of other projects and employees.
Result<void> load_unrelated(const ProjectDb& db);

}  // namespace project_management
