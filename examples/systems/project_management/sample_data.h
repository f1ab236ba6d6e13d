// The sample: the document's organization 1234 (HappyInc) with its project 100 and employee 300 (Manoj), and what it
// takes to see that an answer is right: a few neighbours, and three tenants more with the same rows inside.
#pragma once

#include "project_management/organizations.h"

#include <string>
#include <vector>

namespace project_management {

// The document's; among its unrelated items are projects and employees.
inline constexpr const char* kHappyInc = "1234";
// Tenants whose unrelated items are employees alone, projects alone, and none in the organization's own partition.
inline constexpr const char* kCrowdedByEmployees = "12345";
inline constexpr const char* kCrowdedByProjects = "123456";
inline constexpr const char* kUncrowded = "1";
// Created and deleted by access patterns.
inline constexpr const char* kNewcomer = "5678";

std::vector<Organization> sample_organizations();
// What every one of them has.
std::vector<Project> sample_projects();
std::vector<Employee> sample_employees();
std::vector<Assignment> sample_assignments();
const Project& sample_project(const std::string& project_id);
const Employee& sample_employee(const std::string& employee_id);

// Deletes the organizations above with all that belongs to them, and creates the sample.
Result<void> load_sample(const Organizations& organizations);
// A thousand projects and employees with ids and names that begin like the sample's, in each crowded tenant, and a
// thousand assignments of other projects and employees.
Result<void> load_unrelated(const ProjectDb& db);

}  // namespace project_management
