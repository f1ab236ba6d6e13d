// Tests of the project management tool beyond its access patterns: the keys of the article "DynamoDB Data Modeling
// (Single Table)" by Judlup Luna, tenants that cannot see each other, racing writers, and deletions that leave no row
// behind.
#include <gtest/gtest.h>
#include <partita/database.h>
#include <partita/model/export_model.h>
#include <partita/open.h>

#include <atomic>
#include <thread>

#include "project_management/patterns.h"
#include "project_management/sample_data.h"

namespace project_management {
namespace project_management_test {

using namespace pt::literals;

class ProjectManagementTest : public testing::Test {
 protected:
  ProjectManagementTest() {
    db.create_table_if_missing().value();
    EXPECT_TRUE(load_sample(organizations));
  }

  std::vector<partita::Item> all_rows() const {
    return db.database().scan({.table_name = "project_management"}).value().items.value();
  }
  std::optional<partita::Item> row(const std::string& partition, const std::string& sort) const {
    partita::GetItemRequest request{.table_name = "project_management"};
    request.key = partita::AttributeMap{{"PK", partition}, {"SK", sort}};
    return db.database().get_item(std::move(request)).value().item;
  }
  static std::string text(const std::optional<partita::Item>& item, std::string_view attribute) {
    const auto value = item ? item->get(attribute) : std::nullopt;
    return value ? std::string(value->text()) : "none";
  }
  // Every row must have the keys and index keys that its fields imply.
  void expect_clean() const {
    const auto report = db.verify().value();
    for (const pt::Finding& finding : report.findings) ADD_FAILURE() << finding.entity << ": " << finding.detail;
  }

  ProjectDb db{std::shared_ptr<partita::Database>(partita::open("", {.in_memory = true}).value())};
  Organizations organizations{db};
  Tenant happy = organizations.tenant(kHappyInc);
};

// ---- keys

TEST_F(ProjectManagementTest, KeysAreTheDocuments) {
  EXPECT_EQ(text(row("ORG#1234", "#METADATA#1234"), "Data"), "ORG#HappyInc");
  EXPECT_EQ(text(row("ORG#1234", "PRO#agile#100"), "Data"), "PRO#Apollo");
  EXPECT_EQ(text(row("ORG#1234", "EMP#300"), "Data"), "EMP#Manoj");
  EXPECT_TRUE(row("ORG#1234#PRO#100", "ORG#1234#EMP#300"));
  EXPECT_EQ(text(row("ORG#1234", "PRO#agile#101"), "OnHoldPK"), "ORG#1234");
  EXPECT_EQ(text(row("ORG#1234", "PRO#agile#100"), "OnHoldPK"), "none");
}

TEST_F(ProjectManagementTest, KeyConditionsAreTheDocuments) {
  const auto shape = []<class Pattern>(std::type_identity<Pattern>) {
    return pt::key_condition_shape(pt::detail::planned_pattern<ProjectTable, Pattern>::info);
  };
  EXPECT_EQ(shape(std::type_identity<FindProjects>{}), R"(PK = "ORG#{organizationId}" AND begins_with(SK, "PRO#"))");
  EXPECT_EQ(shape(std::type_identity<FindEmployees>{}), R"(PK = "ORG#{organizationId}" AND begins_with(SK, "EMP#"))");
  EXPECT_EQ(shape(std::type_identity<FindProjectsAndEmployees>{}), R"(PK = "ORG#{organizationId}")");
  EXPECT_EQ(shape(std::type_identity<FindProjectsOfType>{}),
            R"(PK = "ORG#{organizationId}" AND begins_with(SK, "PRO#{type}#"))");
  EXPECT_EQ(shape(std::type_identity<FindAssignmentsOfProject>{}),
            R"(PK = "ORG#{organizationId}#PRO#{projectId}" AND begins_with(SK, "ORG#{organizationId}#EMP#"))");
  EXPECT_EQ(shape(std::type_identity<FindAssignmentsOfEmployee>{}),
            R"(SK = "ORG#{organizationId}#EMP#{employeeId}" AND begins_with(PK, "ORG#{organizationId}#PRO#"))");
  EXPECT_EQ(shape(std::type_identity<FindProjectByName>{}), R"(PK = "ORG#{organizationId}" AND Data = "PRO#{name}")");
  EXPECT_EQ(shape(std::type_identity<FindEmployeeByName>{}), R"(PK = "ORG#{organizationId}" AND Data = "EMP#{name}")");
  EXPECT_EQ(shape(std::type_identity<FindOrganizationByIdAndName>{}),
            R"(PK = "ORG#{organizationId}" AND Data = "ORG#{name}")");
  EXPECT_EQ(shape(std::type_identity<FindOrganizationByName>{}), R"(OrganizationName = "ORG#{name}")");
  EXPECT_EQ(shape(std::type_identity<FindOnHoldProjects>{}),
            R"(OnHoldPK = "ORG#{organizationId}" AND begins_with(OnHoldSK, "PRO#"))");
}

TEST_F(ProjectManagementTest, AgileNeverMatchesAgile2) {
  ASSERT_TRUE(happy.create_project({"", "agile#x", "105", "Fornax"}));
  EXPECT_EQ(ids_of(happy.projects_of_type("agile")).value(), "100 101");
  EXPECT_EQ(ids_of(happy.projects_of_type("agile2")).value(), "104");
  EXPECT_EQ(ids_of(happy.projects_of_type("agile#x")).value(), "105");
  EXPECT_EQ(ids_of(happy.projects_of_type("agil")).value(), "");
}

TEST_F(ProjectManagementTest, AnEmptyIdOrNameIsRefused) {
  using partita::ErrorCode;
  EXPECT_EQ(happy.get_employee("").error().code, ErrorCode::ValidationException);
  EXPECT_EQ(happy.create_project({"", "agile", "", "Fornax"}).error().code, ErrorCode::ValidationException);
  EXPECT_EQ(happy.create_employee({"", "310", "", ""}).error().code, ErrorCode::ValidationException);
  EXPECT_EQ(organizations.tenant("").projects().error().code, ErrorCode::ValidationException);
}

// ---- tenants

TEST_F(ProjectManagementTest, TenantsHaveTheSameIdsAndSeeTheirOwnRowsAlone) {
  for (const Organization& organization : sample_organizations()) {
    const Tenant tenant = organizations.tenant(organization.organizationId);
    const auto own = [&](const auto& items) {
      for (const auto& item : items) EXPECT_EQ(item.organizationId, organization.organizationId);
      return items.size();
    };
    EXPECT_EQ(own(tenant.projects().value().items), 5u);
    EXPECT_EQ(own(tenant.employees().value().items), 3u);
    EXPECT_EQ(own(tenant.on_hold_projects().value().items), 2u);
    EXPECT_EQ(own(tenant.projects_by_name("Apollo").value().items), 1u);
    EXPECT_EQ(own(tenant.employees_by_name("Manoj").value().items), 2u);
    EXPECT_EQ(own(tenant.assignments_of_project("100").value().items), 2u);
    EXPECT_EQ(own(tenant.projects_of_employee("300").value()), 2u);
  }
}

// Tries ids that look like a part of another tenant's keys, and ids with which another tenant's id begins.
TEST_F(ProjectManagementTest, ANeighbouringIdSeesNothing) {
  ASSERT_TRUE(load_unrelated(db));
  for (const char* id : {"1234#PRO#100", "123", "12", "1234#", "1234$", "1234$23PRO$23100"}) {
    SCOPED_TRACE(id);
    const Tenant tenant = organizations.tenant(id);
    EXPECT_EQ(ids_of(tenant.projects()).value(), "");
    EXPECT_EQ(ids_of(tenant.employees()).value(), "");
    EXPECT_EQ(ids_of(tenant.projects_of_type("agile")).value(), "");
    EXPECT_EQ(ids_of(tenant.projects_by_name("Apollo")).value(), "");
    EXPECT_EQ(ids_of(tenant.employees_by_name("Manoj")).value(), "");
    EXPECT_EQ(ids_of(tenant.on_hold_projects()).value(), "");
    EXPECT_EQ(ids_of(tenant.assignments_of_project("100")).value(), "");
    EXPECT_EQ(ids_of(tenant.assignments_of_employee("300")).value(), "");
    EXPECT_FALSE(tenant.get_employee("300").value());
    EXPECT_FALSE(tenant.get_project("100").value());
    EXPECT_FALSE(tenant.projects_and_employees().value());
    EXPECT_FALSE(tenant.remove_project("100").value());
    EXPECT_FALSE(tenant.remove_employee("300").value());
  }
}

TEST_F(ProjectManagementTest, WhatATenantWritesIsItsOwnWhateverTheRowSays) {
  const Tenant other = organizations.tenant(kUncrowded);
  Project project = happy.get_project("100").value().value();
  ASSERT_TRUE(other.rename_project(project, "Taken over"));
  EXPECT_EQ(happy.get_project("100").value()->name, "Apollo");
  EXPECT_EQ(other.get_project("100").value()->name, "Taken over");
  EXPECT_TRUE(other.remove_project("100").value());
  EXPECT_EQ(ids_of(happy.assignments_of_project("100")).value(), "100/300 100/301");
}

TEST_F(ProjectManagementTest, AnIdThatLooksLikeAKeyReachesNoOtherRows) {
  ASSERT_TRUE(organizations.create({"1234#PRO#100", "Trickster", "free"}));
  const Tenant trickster = organizations.tenant("1234#PRO#100");
  ASSERT_TRUE(trickster.create_employee({"", "1", "Eve", ""}));
  EXPECT_EQ(ids_of(happy.assignments_of_project("100")).value(), "100/300 100/301");
  EXPECT_EQ(ids_of(trickster.projects_and_employees().value()->employees), "1");
  EXPECT_TRUE(organizations.remove("1234#PRO#100").value());
  EXPECT_EQ(happy.projects_and_employees().value()->projects.size(), 5u);
}

TEST_F(ProjectManagementTest, ATokenOfOneTenantIsRefusedByAnother) {
  const auto page = happy.projects({.take = 1}).value();
  ASSERT_TRUE(page.token);
  const auto foreign = organizations.tenant(kUncrowded).projects({.take = 1, .after = page.token});
  ASSERT_FALSE(foreign);
  EXPECT_EQ(foreign.error().code, partita::ErrorCode::ValidationException);
}

// ---- changes

TEST_F(ProjectManagementTest, AStaleVersionIsAVersionConflictWithTheStoredItem) {
  const Project project = happy.get_project("100").value().value();
  ASSERT_TRUE(happy.rename_project(project, "Apollo II"));
  const auto late = happy.rename_project(project, "Late");
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error().code, partita::ErrorCode::VersionConflict);
  ASSERT_TRUE(late.error().item);
  EXPECT_EQ(text(late.error().item, "name"), "Apollo II");
}

TEST_F(ProjectManagementTest, AProjectThatIsMissingIsNotMadeByAnUpdate) {
  const auto updated = happy.update_project({"", "agile", "999", "Ghost", {}, 0, 1});
  ASSERT_FALSE(updated);
  EXPECT_TRUE(is_conflict(updated.error()));
  EXPECT_FALSE(happy.get_project("agile", "999").value());
}

TEST_F(ProjectManagementTest, ATypeIsChangedThereAndBack) {
  Project project = happy.get_project("101").value().value();
  project = happy.change_project_type(project, "fixed-bid").value();
  EXPECT_EQ(ids_of(happy.on_hold_projects()).value(), "101 102");
  EXPECT_EQ(project, happy.get_project("101").value());
  project = happy.change_project_type(project, "agile").value();
  EXPECT_EQ(project, happy.get_project("agile", "101").value());
  EXPECT_FALSE(happy.get_project("fixed-bid", "101").value());
  EXPECT_EQ(project.version, 3);
  expect_clean();
}

TEST_F(ProjectManagementTest, ARenamedOrganizationGivesItsNameFree) {
  Organization happy_inc = organizations.get(kHappyInc).value().value();
  happy_inc.name = "HappierInc";
  ASSERT_TRUE(organizations.update(happy_inc));
  EXPECT_FALSE(organizations.find_by_name("HappyInc").value());
  EXPECT_FALSE(organizations.find_by_name(kHappyInc, "HappyInc").value());
  ASSERT_TRUE(organizations.create({kNewcomer, "HappyInc", "free"}));
  EXPECT_EQ(organizations.find_by_name("HappyInc").value()->organizationId, kNewcomer);
  expect_clean();
}

TEST_F(ProjectManagementTest, AFilterReadsWhatItDoesNotReturn) {
  const auto page = happy.projects_with_budget_over(1'000'000).value();
  EXPECT_EQ(page.cost.evaluated, 5);
  EXPECT_EQ(page.cost.returned, 2);
  EXPECT_EQ(page.cost.capacity_units, happy.projects().value().cost.capacity_units);
}

// ---- deletions

TEST_F(ProjectManagementTest, HundredsOfAssignmentsGoWithTheirProjectOrEmployee) {
  constexpr int kMany = 230;
  for (int i = 0; i < kMany; ++i) {
    const std::string id = std::to_string(i);
    ASSERT_TRUE(happy.create_employee({"", "E" + id, "Worker", ""}));
    ASSERT_TRUE(happy.create_project({"", "agile", "P" + id, "Work"}));
    ASSERT_TRUE(happy.assign("100", "E" + id, "developer"));
    ASSERT_TRUE(happy.assign("P" + id, "302", "manager"));
  }
  EXPECT_EQ(happy.employees_of_project("100").value().size(), kMany + 2u);
  EXPECT_EQ(happy.projects_of_employee("302").value().size(), kMany + 1u);
  EXPECT_TRUE(happy.remove_project("100").value());
  EXPECT_TRUE(happy.remove_employee("302").value());
  EXPECT_TRUE(happy.assignments_of_project("100").value().items.empty());
  EXPECT_TRUE(happy.assignments_of_employee("302").value().items.empty());
  EXPECT_EQ(ids_of(happy.assignments_of_employee("E7")).value(), "");
  EXPECT_EQ(ids_of(happy.assignments_of_employee("300")).value(), "102/300");
}

TEST_F(ProjectManagementTest, NothingIsAddedToWhatIsBeingDeletedAndTheDeletionGoesOn) {
  db.run(pt::update<ProjectPlaceE>("organizationId"_f = kHappyInc, "projectId"_f = "100").set("closing"_f = true))
      .value();
  db.run(pt::update<EmployeeE>("organizationId"_f = kHappyInc, "employeeId"_f = "302")
             .set("closing"_f = true)
             .any_version())
      .value();
  EXPECT_TRUE(is_conflict(happy.assign("100", "302", "x").error()));
  EXPECT_TRUE(is_conflict(happy.assign("100", "301", "x").error()));
  EXPECT_TRUE(is_conflict(happy.assign("101", "302", "x").error()));
  EXPECT_TRUE(is_conflict(happy.change_project_type(happy.get_project("100").value().value(), "fixed-bid").error()));
  EXPECT_TRUE(happy.remove_project("100").value());
  EXPECT_TRUE(happy.remove_employee("302").value());

  const std::string other = kUncrowded;
  db.run(pt::update<OrganizationE>("organizationId"_f = other).set("closing"_f = true).any_version()).value();
  EXPECT_TRUE(is_conflict(organizations.tenant(other).create_project({"", "agile", "1", "X"}).error()));
  EXPECT_TRUE(is_conflict(organizations.tenant(other).create_employee({"", "1", "X", ""}).error()));
  EXPECT_TRUE(organizations.remove(other).value());
}

TEST_F(ProjectManagementTest, ADeletedTenantLeavesNoRowAtAll) {
  for (const Organization& organization : sample_organizations())
    EXPECT_TRUE(organizations.remove(organization.organizationId).value());
  EXPECT_TRUE(all_rows().empty());
  EXPECT_FALSE(organizations.remove(kHappyInc).value());
}

// ---- races

// Runs `work(0)` ... `work(threads - 1)` at once.
template <class Work>
void run_in_parallel(int threads, Work work) {
  std::atomic<int> ready = 0;
  std::vector<std::jthread> all;
  for (int i = 0; i < threads; ++i)
    all.emplace_back([&, i] {
      ++ready;
      while (ready < threads) std::this_thread::yield();
      work(i);
    });
}

TEST_F(ProjectManagementTest, OneOfTwoRacingRenamesWins) {
  for (int round = 0; round < 50; ++round) {
    const Project project = happy.get_project("100").value().value();
    std::atomic<int> winner = -1, conflicts = 0;
    const auto name = [round](int i) { return "Name" + std::to_string(round) + "-" + std::to_string(i); };
    run_in_parallel(2, [&](int i) {
      const auto renamed = happy.rename_project(project, name(i));
      if (renamed)
        winner = i;
      else if (renamed.error().code == partita::ErrorCode::VersionConflict)
        ++conflicts;
    });
    ASSERT_NE(winner, -1);
    ASSERT_EQ(conflicts, 1);
    EXPECT_EQ(ids_of(happy.projects_by_name(name(winner))).value(), "100");
    EXPECT_EQ(ids_of(happy.projects_by_name(name(1 - winner))).value(), "");
    EXPECT_EQ(happy.get_project("100").value()->version, project.version + 1);
  }
}

TEST_F(ProjectManagementTest, OneOfRacingChangesOfTypeWinsAndTheProjectIsThereOnce) {
  for (int round = 0; round < 20; ++round) {
    const Project project = happy.get_project("100").value().value();
    std::atomic<int> changed = 0;
    run_in_parallel(3, [&](int i) {
      if (happy.change_project_type(project, "type-" + std::to_string(round) + "-" + std::to_string(i))) ++changed;
    });
    ASSERT_EQ(changed, 1);
    EXPECT_EQ(ids_of(happy.projects_by_name("Apollo")).value(), "100");
    EXPECT_TRUE(happy.get_project("100").value());
  }
  expect_clean();
}

TEST_F(ProjectManagementTest, ANameIsGivenToOneOfRacingOrganizations) {
  for (int round = 0; round < 20; ++round) {
    const std::string name = "Wanted" + std::to_string(round);
    std::atomic<int> created = 0;
    run_in_parallel(3, [&](int i) {
      if (organizations.create({name + std::to_string(i), name, "free"})) ++created;
    });
    ASSERT_EQ(created, 1);
    EXPECT_TRUE(organizations.find_by_name(name).value());
  }
  expect_clean();
}

TEST_F(ProjectManagementTest, NoAssignmentOutlivesAProjectThatIsDeletedMeanwhile) {
  for (int round = 0; round < 30; ++round) {
    const std::string id = "R" + std::to_string(round);
    happy.create_project({"", "agile", id, "Race"}).value();
    run_in_parallel(3, [&](int i) {
      if (i == 0) {
        EXPECT_TRUE(happy.remove_project(id).value());
        return;
      }
      // Either the employee is assigned first and goes with the project, or the assignment is refused.
      const auto assigned = happy.assign(id, i == 1 ? "300" : "301", "late");
      EXPECT_TRUE(assigned || is_conflict(assigned.error()) ||
                  assigned.error().code == partita::ErrorCode::TransactionConflictException)
          << assigned.error().message;
    });
    EXPECT_EQ(ids_of(happy.assignments_of_project(id)).value(), "");
    EXPECT_FALSE(happy.get_project(id).value());
  }
  EXPECT_EQ(ids_of(happy.assignments_of_employee("301")).value(), "100/301");
}

TEST_F(ProjectManagementTest, RowsAndIndexesAgreeAfterAllPatterns) {
  ASSERT_TRUE(load_unrelated(db));
  for (const auto& group : {find_patterns(organizations), write_patterns(organizations)})
    for (const auto& pattern : group.patterns) {
      if (pattern.before) pattern.before();
      pattern.check();
    }
  expect_clean();
}

}  // namespace project_management_test
}  // namespace project_management
