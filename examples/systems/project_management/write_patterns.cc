#include "project_management/patterns.h"
#include "project_management/sample_data.h"
#include "shared/expectations.h"

namespace project_management {

using systems::expect_conflict;
using systems::expect_equal;
using systems::expect_ok;
using systems::expect_text;
using systems::first;
using systems::Wrong;

namespace {

// A series of patterns, each of which depends on the effects of the ones before.
class Story {
 public:
  explicit Story(const Organizations& organizations)
      : organizations_(organizations),
        happy_(organizations.tenant(kHappyInc)),
        newcomer_(organizations.tenant(kNewcomer)) {}

  std::vector<systems::AccessPattern> organization_patterns() const {
    return {
        {"Create an organization",
         "Organizations::create",
         "",
         1,
         [*this] { return create_newcomer(); },
         {},
         [*this] { return is_called("Newcomer", kNewcomer); }},
        {"Create an organization twice", "Organizations::create", "", 1,
         [*this] {
           return expect_conflict(organizations_.create({kNewcomer, "Another", "free"}));
         }},
        {"Create an organization with a taken name", "Organizations::create", "", 1,
         [*this] {
           return expect_conflict(organizations_.create({"56789", "HappyInc", "free"}));
         }},
        {"Rename an organization",
         "Organizations::update",
         "",
         2,
         [*this] { return rename_newcomer(); },
         {},
         [*this] {
           return first({is_called("Newcomer", ""), is_called("Arrived", kNewcomer)});
         }},
        {"Rename an organization that has changed", "Organizations::update", "", 2,
         [*this] {
           return expect_conflict(organizations_.update({kNewcomer, "Late", "free", false, 1}));
         }},
    };
  }

  std::vector<systems::AccessPattern> project_patterns() const {
    return {
        {"Create a project",
         "create_project",
         "",
         1,
         [*this] {
           return expect_ok(happy_.create_project({"", "agile", "110", "Fornax", {}, 70'000}));
         },
         {},
         [*this] { return expect_text(ids_of(happy_.projects_by_name("Fornax")), "110"); }},
        {"Create a project with the id of another type's", "create_project", "", 1,
         [*this] {
           return expect_conflict(happy_.create_project({"", "fixed-bid", "110", "Fornax"}));
         }},
        {"Create a project of no organization", "create_project", "", 1,
         [*this] {
           return expect_conflict(organizations_.tenant("999").create_project({"", "agile", "1", "X"}));
         }},
        {"Update a project",
         "update_project",
         "",
         1,
         [*this] { return update_project(); },
         {},
         [*this] {
           return first(
               {name_of_project("110", "Fornax II"), expect_text(ids_of(happy_.on_hold_projects()), "101 102 110")});
         }},
        {"Rename a project",
         "rename_project",
         "",
         1,
         [*this] { return rename_project(2, "Gemini"); },
         {},
         [*this] {
           return first({expect_text(ids_of(happy_.projects_by_name("Fornax II")), ""),
                         expect_text(ids_of(happy_.projects_by_name("Gemini")), "110")});
         }},
        {"Rename a project that has changed",
         "rename_project",
         "",
         1,
         [*this] {
           return expect_conflict(happy_.rename_project({"", "agile", "110", "", {}, 0, 2}, "Late"));
         },
         {},
         [*this] { return name_of_project("110", "Gemini"); }},
        {"Put a project on hold",
         "set_project_status",
         "",
         1,
         [*this] { return set_status("100", ProjectStatus::OnHold, 1); },
         {},
         [*this] { return expect_text(ids_of(happy_.on_hold_projects()), "100 101 102 110"); }},
        {"Resume a project",
         "set_project_status",
         "",
         1,
         [*this] { return set_status("100", ProjectStatus::Active, 2); },
         {},
         [*this] { return expect_text(ids_of(happy_.on_hold_projects()), "101 102 110"); }},
        {"Change a project's type",
         "change_project_type",
         "",
         2,
         [*this] { return change_type(); },
         {},
         [*this] { return type_is_changed(); }},
        {"Change the type of a project that has changed", "change_project_type", "", 2,
         [*this] {
           return expect_conflict(happy_.change_project_type({"", "fixed-bid", "100", "Apollo", {}, 0, 3}, "agile"));
         }},
    };
  }

  std::vector<systems::AccessPattern> employee_patterns() const {
    return {
        {"Create an employee",
         "create_employee",
         "",
         1,
         [*this] {
           return expect_ok(happy_.create_employee({"", "310", "Ana", "Tester"}));
         },
         {},
         [*this] { return expect_text(ids_of(happy_.employees_by_name("Ana")), "310"); }},
        {"Create an employee twice", "create_employee", "", 1,
         [*this] {
           return expect_conflict(happy_.create_employee({"", "310", "Ben", "Tester"}));
         }},
        {"Create an employee of no organization", "create_employee", "", 1,
         [*this] {
           return expect_conflict(organizations_.tenant("999").create_employee({"", "1", "X", ""}));
         }},
        {"Update an employee",
         "update_employee",
         "",
         1,
         [*this] {
           return expect_ok(happy_.update_employee({"", "310", "Ana Maria", "Lead", false, 1}));
         },
         {},
         [*this] {
           return first({expect_text(ids_of(happy_.employees_by_name("Ana")), ""),
                         expect_text(ids_of(happy_.employees_by_name("Ana Maria")), "310")});
         }},
        {"Update an employee that has changed", "update_employee", "", 1,
         [*this] {
           return expect_conflict(happy_.update_employee({"", "310", "Late", "Lead", false, 1}));
         }},
        {"Assign an employee to a project",
         "assign",
         "",
         1,
         [*this] { return expect_ok(happy_.assign("100", "310", "tester")); },
         {},
         [*this] {
           return first({expect_text(ids_of(happy_.assignments_of_project("100")), "100/300 100/301 100/310"),
                         expect_text(ids_of(happy_.assignments_of_employee("310")), "100/310")});
         }},
        {"Assign an employee twice", "assign", "", 1,
         [*this] { return expect_conflict(happy_.assign("100", "310", "lead")); }},
        {"Assign an employee to no project", "assign", "", 1,
         [*this] { return expect_conflict(happy_.assign("999", "310", "tester")); }},
        {"Assign no employee to a project", "assign", "", 1,
         [*this] { return expect_conflict(happy_.assign("100", "999", "tester")); }},
        {"Take an employee off a project",
         "unassign",
         "",
         1,
         [*this] { return expect_equal(happy_.unassign("100", "301"), true); },
         {},
         [*this] { return expect_text(ids_of(happy_.assignments_of_project("100")), "100/300 100/310"); }},
    };
  }

  std::vector<systems::AccessPattern> deletion_patterns() const {
    return {
        {"Delete a project",
         "remove_project",
         "",
         4,
         [*this] { return expect_equal(happy_.remove_project("100"), true); },
         {},
         [*this] { return project_is_gone(); }},
        {"Delete a project twice", "remove_project", "", 1,
         [*this] { return expect_equal(happy_.remove_project("100"), false); }},
        {"Delete an employee",
         "remove_employee",
         "gsi_inverted",
         5,
         [*this] { return expect_equal(happy_.remove_employee("300"), true); },
         {},
         [*this] { return employee_is_gone(); }},
        {"Delete an organization", "Organizations::remove", "base table, gsi_inverted", 11,
         [*this] { return expect_equal(organizations_.remove(kNewcomer), true); }, [*this] { return fill_newcomer(); },
         [*this] { return newcomer_is_gone(); }},
    };
  }

 private:
  Wrong create_newcomer() const {
    const auto created = organizations_.create({kNewcomer, "Newcomer", "free"});
    return expect_equal(created, Organization{kNewcomer, "Newcomer", "free", false, 1});
  }
  Wrong rename_newcomer() const {
    const auto renamed = organizations_.update({kNewcomer, "Arrived", "business", false, 1});
    return expect_equal(renamed, Organization{kNewcomer, "Arrived", "business", false, 2});
  }
  // An empty id means that no organization has the name.
  Wrong is_called(const std::string& name, const std::string& id) const {
    const auto found = organizations_.find_by_name(name);
    if (!found) return "failed: " + found.error().message;
    return expect_text(*found ? (*found)->organizationId : "", id);
  }

  Wrong update_project() const {
    const auto updated = happy_.update_project({"", "agile", "110", "Fornax II", ProjectStatus::OnHold, 80'000, 1});
    return expect_equal(updated, Project{kHappyInc, "agile", "110", "Fornax II", ProjectStatus::OnHold, 80'000, 2});
  }
  Wrong name_of_project(const std::string& id, const std::string& name) const {
    const auto project = happy_.get_project(id);
    if (!project) return "failed: " + project.error().message;
    return expect_text(*project ? (*project)->name : "", name);
  }
  Wrong rename_project(std::int64_t version, const std::string& name) const {
    return expect_ok(happy_.rename_project({"", "agile", "110", "", {}, 0, version}, name));
  }
  Wrong set_status(const std::string& id, ProjectStatus status, std::int64_t version) const {
    Project project = sample_project(id);
    project.version = version;
    return expect_ok(happy_.set_project_status(project, status));
  }
  Wrong change_type() const {
    Project project = sample_project("100");
    project.version = 3;
    return expect_ok(happy_.change_project_type(project, "fixed-bid"));
  }
  Wrong type_is_changed() const {
    Project changed = sample_project("100");
    changed.organizationId = kHappyInc;
    changed.type = "fixed-bid";
    changed.version = 4;
    return first({expect_equal(happy_.get_project("100"), std::optional(changed)),
                  expect_text(ids_of(happy_.projects_of_type("agile")), "101 110"),
                  expect_text(ids_of(happy_.projects_of_type("fixed-bid")), "100 102 103"),
                  expect_text(ids_of(happy_.projects_by_name("Apollo")), "100"),
                  expect_text(ids_of(happy_.employees_of_project("100")), "300 301")});
  }
  Wrong project_is_gone() const {
    return first({expect_equal(happy_.get_project("100"), std::optional<Project>()),
                  expect_text(ids_of(happy_.projects_by_name("Apollo")), ""),
                  expect_text(ids_of(happy_.projects_of_type("fixed-bid")), "102 103"),
                  expect_text(ids_of(happy_.assignments_of_project("100")), ""),
                  expect_text(ids_of(happy_.assignments_of_employee("300")), "102/300")});
  }
  Wrong employee_is_gone() const {
    return first({expect_equal(happy_.get_employee("300"), std::optional<Employee>()),
                  expect_text(ids_of(happy_.employees_by_name("Manoj")), "302"),
                  expect_text(ids_of(happy_.assignments_of_employee("300")), ""),
                  expect_text(ids_of(happy_.assignments_of_project("102")), ""),
                  expect_text(ids_of(happy_.assignments_of_project("103")), "103/302")});
  }
  Wrong fill_newcomer() const {
    return first({expect_ok(newcomer_.create_project({"", "agile", "100", "Apollo"})),
                  expect_ok(newcomer_.create_employee({"", "300", "Manoj", "Engineer"})),
                  expect_ok(newcomer_.assign("100", "300", "developer"))});
  }
  Wrong newcomer_is_gone() const {
    return first({is_called("Arrived", ""), expect_text(ids_of(newcomer_.projects()), ""),
                  expect_text(ids_of(newcomer_.employees()), ""),
                  expect_text(ids_of(newcomer_.assignments_of_employee("300")), ""),
                  expect_conflict(newcomer_.create_project({"", "agile", "100", "Apollo"}))});
  }

  Organizations organizations_;
  Tenant happy_;
  Tenant newcomer_;
};

}  // namespace

systems::PatternGroup write_patterns(const Organizations& organizations) {
  const Story story(organizations);
  systems::PatternGroup group{"Create, update, delete, assign", {}};
  for (auto patterns :
       {story.organization_patterns(), story.project_patterns(), story.employee_patterns(), story.deletion_patterns()})
    group.patterns.insert(group.patterns.end(), patterns.begin(), patterns.end());
  return group;
}

}  // namespace project_management
