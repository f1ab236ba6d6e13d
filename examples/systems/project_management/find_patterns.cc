#include <algorithm>

#include "project_management/patterns.h"
#include "project_management/sample_data.h"
#include "shared/expectations.h"

namespace project_management {

using systems::expect_text;
using systems::first;
using systems::joined;
using systems::Wrong;

namespace {

// A sample row as the tenant stores it.
Project of(const Tenant& tenant, Project project) {
  project.organizationId = tenant.organization_id();
  project.version = 1;
  return project;
}
Employee of(const Tenant& tenant, Employee employee) {
  employee.organizationId = tenant.organization_id();
  employee.version = 1;
  return employee;
}

template <class T, class U>
Wrong expect_found(const Result<std::optional<T>>& got, const U& wanted) {
  if (got && !*got) return "nothing found";
  return systems::expect_equal(got, std::optional<T>(wanted));
}

// An index returns equal sort keys in any order.
Result<pt::Page<Employee>> by_id(Result<pt::Page<Employee>> page) {
  if (page)
    std::sort(page->items.begin(), page->items.end(),
              [](const Employee& a, const Employee& b) { return a.employeeId < b.employeeId; });
  return page;
}

Wrong finds_everything(const Tenant& tenant) {
  const auto all = tenant.projects_and_employees();
  if (!all) return "failed: " + all.error().message;
  if (!*all) return "no such organization";
  return first({expect_text((*all)->organization.name, "Happy"), expect_text(ids_of((*all)->employees), "300 301 302"),
                expect_text(ids_of((*all)->projects), "100 101 104 102 103")});
}

// All projects of a tenant, two in each page.
Wrong pages_of_projects(const Tenant& tenant) {
  std::string ids;
  Part part{.take = 2};
  do {
    const auto page = tenant.projects(part);
    if (!page) return "failed: " + page.error().message;
    ids += "[" + ids_of(page->items) + "]";
    part.after = page->token;
  } while (part.after);
  return expect_text(ids, "[100 101][104 102][103]");
}

// The article "DynamoDB Data Modeling (Single Table)" by Judlup Luna warns of filters. A filter returns fewer items but
// costs as much as the whole query.
Wrong filter_costs_the_whole_query(const Tenant& tenant) {
  const auto all = tenant.projects();
  const auto some = tenant.projects_with_budget_over(1'000'000);
  if (!all) return "failed: " + all.error().message;
  if (Wrong wrong = expect_text(ids_of(some), "100 102")) return wrong;
  if (some->cost.returned != 2) return "returned " + std::to_string(some->cost.returned) + " items";
  if (some->cost.evaluated != all->cost.evaluated) return "did not read all projects";
  if (some->cost.evaluated <= some->cost.returned) return "read no more than it returned";
  if (some->cost.capacity_units != all->cost.capacity_units) return "cost another number of units";
  return std::nullopt;
}

}  // namespace

std::string ids_of(const std::vector<Project>& projects) { return joined(projects, &Project::projectId); }
std::string ids_of(const std::vector<Employee>& employees) { return joined(employees, &Employee::employeeId); }
std::string ids_of(const std::vector<Assignment>& assignments) {
  return joined(assignments, [](const Assignment& a) { return a.projectId + "/" + a.employeeId; });
}

systems::PatternGroup find_patterns(const Organizations& organizations) {
  const Tenant happy = organizations.tenant(kHappyInc);
  const Tenant among_employees = organizations.tenant(kCrowdedByEmployees);
  const Tenant among_projects = organizations.tenant(kCrowdedByProjects);
  const Tenant alone = organizations.tenant(kUncrowded);
  const Organization happy_inc{kHappyInc, "HappyInc", "business", false, 1};
  return {
      "Find",
      {
          {"Organization by id", "Organizations::get", "", 1,
           [=] { return expect_found(organizations.get(kHappyInc), happy_inc); }},
          {"Find all the projects of an organization", "projects", "", 1,
           [=] { return expect_text(ids_of(among_employees.projects()), "100 101 104 102 103"); }},
          {"All the projects, two to a page", "projects", "", 3, [=] { return pages_of_projects(among_employees); }},
          {"Find all the employees of an organization", "employees", "", 1,
           [=] { return expect_text(ids_of(among_projects.employees()), "300 301 302"); }},
          {"Find all projects and employees", "projects_and_employees", "", 1, [=] { return finds_everything(alone); }},
          {"Find an organization by name", "Organizations::find_by_name", "gsi_organization_name", 1,
           [=] { return expect_found(organizations.find_by_name("HappyInc"), happy_inc); }},
          {"Find an organization by name and id", "Organizations::find_by_name", "gsi_name", 1,
           [=] { return expect_found(organizations.find_by_name(kHappyInc, "HappyInc"), happy_inc); }},
          {"Project by type and id", "get_project", "", 1,
           [=] { return expect_found(happy.get_project("agile", "100"), of(happy, sample_project("100"))); }},
          {"Project by id alone", "get_project", "", 2,
           [=] { return expect_found(happy.get_project("102"), of(happy, sample_project("102"))); }},
          {"Find a project by name", "projects_by_name", "gsi_name", 1,
           [=] { return expect_text(ids_of(happy.projects_by_name("Apollo")), "100"); }},
          {"Find the employees assigned to a project", "assignments_of_project", "", 1,
           [=] { return expect_text(ids_of(happy.assignments_of_project("100")), "100/300 100/301"); }},
          {"The same with the employees' rows", "employees_of_project", "", 2,
           [=] { return expect_text(ids_of(happy.employees_of_project("100")), "300 301"); }},
          {"Find agile projects", "projects_of_type", "", 1,
           [=] { return expect_text(ids_of(happy.projects_of_type("agile")), "100 101"); }},
          {"Find fixed-bid projects", "projects_of_type", "", 1,
           [=] { return expect_text(ids_of(happy.projects_of_type("fixed-bid")), "102 103"); }},
          {"Find on hold projects", "on_hold_projects", "gsi_on_hold", 1,
           [=] { return expect_text(ids_of(happy.on_hold_projects()), "101 102"); }},
          {"Employee by id", "get_employee", "", 1,
           [=] { return expect_found(happy.get_employee("300"), of(happy, sample_employee("300"))); }},
          {"Find all the projects an employee is part of", "assignments_of_employee", "gsi_inverted", 1,
           [=] { return expect_text(ids_of(happy.assignments_of_employee("300")), "100/300 102/300"); }},
          {"The same with the projects' rows", "projects_of_employee", "gsi_inverted, base table", 3,
           [=] { return expect_text(ids_of(happy.projects_of_employee("300")), "100 102"); }},
          {"Find an employee by name", "employees_by_name", "gsi_name", 1,
           [=] { return expect_text(ids_of(happy.employees_by_name("Priya")), "301"); }},
          {"Find all employees by name", "employees_by_name", "gsi_name", 1,
           [=] { return expect_text(ids_of(by_id(happy.employees_by_name("Manoj"))), "300 302"); }},
          {.name = "Filter condition: projects over a budget",
           .method = "projects_with_budget_over",
           .requests = 2,
           .check = [=] { return filter_costs_the_whole_query(among_projects); },
           .filters = true},
      }};
}

}  // namespace project_management
