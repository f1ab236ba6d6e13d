// Copies in a rolling deployment: programs of an earlier and of a later version write the same items.
#include <gmock/gmock.h>
#include <partita/database.h>
#include <partita/model.h>
#include <partita/open.h>

namespace partita::model {
namespace copies_older_programs_test {

using namespace literals;
using testing::IsEmpty;

struct Owner {
  std::string ownerId, name;
};
BOOST_DESCRIBE_STRUCT(Owner, (), (ownerId, name))
struct OwnerE : entity<Owner, "OWNER", key<"OWNER#{ownerId}", "OWNER">> {};

inline std::string shout(const std::string& text) { return text + "!"; }

// ---- a program that does not know the copy

namespace before {
struct Pet {
  std::string petId, ownerId;
};
BOOST_DESCRIBE_STRUCT(Pet, (), (petId, ownerId))
struct PetE : entity<Pet, "PET", key<"PET#{petId}", "PET">> {};
struct Pets : table<"pets", primary<"PK", "SK">, holds<OwnerE, PetE>> {};
}  // namespace before

struct Pet {
  std::string petId, ownerId, ownerName;
};
BOOST_DESCRIBE_STRUCT(Pet, (), (petId, ownerId, ownerName))
struct LoudPet {
  std::string petId, ownerId, ownerName, shouted;
};
BOOST_DESCRIBE_STRUCT(LoudPet, (), (petId, ownerId, ownerName, shouted))

template <class... How>
struct PetOf : entity<Pet, "PET", key<"PET#{petId}", "PET">, on<"by_owner", "{ownerId}", "{petId}">,
                      on<"by_name", "NAMES", "{ownerName}#{petId}">, copy_of<"ownerName", OwnerE, "name", How...>> {};
struct PetE : PetOf<> {};
struct FollowedPetE : PetOf<followed> {};
struct LoudPetE : entity<LoudPet, "PET", key<"PET#{petId}", "PET">, on<"by_owner", "{ownerId}", "{petId}">,
                         on<"by_name", "NAMES", "{shouted}#{petId}">, copy_of<"ownerName", OwnerE, "name">,
                         computed<"shouted", shout, "ownerName">> {};
// The keys of the table change in the same version.
struct MovedOwnerE : entity<Owner, "OWNER", key<"PERSON#{ownerId}", "OWNER">> {};
struct MovedPetE : entity<LoudPet, "PET", key<"ANIMAL#{petId}", "PET">, on<"by_owner", "{ownerId}", "{petId}">,
                          on<"by_name", "NAMES", "{shouted}#{petId}">, copy_of<"ownerName", MovedOwnerE, "name">,
                          computed<"shouted", shout, "ownerName">> {};
template <class OwnerEntity, class PetEntity>
struct PetsOf : table<"pets", primary<"PK", "SK">, gsi<"by_owner", "GSI1PK", "GSI1SK">,
                      gsi<"by_name", "GSI2PK", "GSI2SK">, holds<OwnerEntity, PetEntity>> {};
struct Pets : PetsOf<OwnerE, PetE> {};
struct FollowedPets : PetsOf<OwnerE, FollowedPetE> {};
struct LoudPets : PetsOf<OwnerE, LoudPetE> {};
struct MovedPets : PetsOf<MovedOwnerE, MovedPetE> {};

template <class Table>
class Deployment {
 public:
  void fill() {
    older.create_table_if_missing().value();
    older.create(Owner{"O1", "Ada"}).value();
    older.create(Owner{"O2", "Zoe"}).value();
    for (const char* id : {"P1", "P2", "P3"}) older.create(before::Pet{id, "O1"}).value();
  }
  template <class OwnerEntity, class PetEntity>
  void expect_that_a_rename_finds_all(std::initializer_list<const char*> pets, const char* owner) {
    newer.template update<OwnerEntity>("ownerId"_f = owner).set("name"_f = "renamed").value();
    for (const char* id : pets)
      EXPECT_EQ(newer.template get<PetEntity>("petId"_f = id).value()->ownerName, "renamed") << id;
    EXPECT_THAT(newer.verify().value().findings, IsEmpty());
  }

  std::shared_ptr<Database> database{open("", {.in_memory = true}).value()};
  db<before::Pets> older{database};
  db<Table> newer{database};
};

// An item gets its copy and all that follows from it: computed members and the keys of every index.
template <class Table, class OwnerEntity, class PetEntity>
void expect_one_upgrade_suffices() {
  Deployment<Table> deployment;
  deployment.fill();
  const UpgradeReport report = deployment.newer.upgrade({.move_items = true}).value();
  EXPECT_THAT(report.left, IsEmpty());
  const UpgradePlan plan = deployment.newer.plan_upgrade().value();
  EXPECT_THAT(plan.steps, IsEmpty()) << to_text(plan);
  EXPECT_THAT(deployment.newer.verify().value().findings, IsEmpty());
  deployment.template expect_that_a_rename_finds_all<OwnerEntity, PetEntity>({"P1", "P2", "P3"}, "O1");
}
TEST(CopiesOfOlderPrograms, OneUpgradeWritesTheKeysThatFollow) { expect_one_upgrade_suffices<Pets, OwnerE, PetE>(); }
TEST(CopiesOfOlderPrograms, OneUpgradeWritesTheComputedMembersThatFollow) {
  expect_one_upgrade_suffices<LoudPets, OwnerE, LoudPetE>();
}
TEST(CopiesOfOlderPrograms, OneUpgradeAlsoMovesSourcesAndHolders) {
  expect_one_upgrade_suffices<MovedPets, MovedOwnerE, MovedPetE>();
}

TEST(CopiesOfOlderPrograms, OneRepairSuffices) {
  Deployment<LoudPets> deployment;
  deployment.fill();
  deployment.newer.upgrade().value();
  deployment.older.create(before::Pet{"P4", "O2"}).value();
  EXPECT_THAT(deployment.newer.repair().value().findings, testing::Not(IsEmpty()));
  EXPECT_THAT(deployment.newer.verify().value().findings, IsEmpty());
  deployment.expect_that_a_rename_finds_all<OwnerE, LoudPetE>({"P4"}, "O2");
}

// Whatever an older program does to a holder, a follower gives the holder the key under which its source finds it.
template <class Table, class PetEntity>
void expect_that_a_follower_mends(bool renames_follow) {
  using Older = db<before::Pets>;
  const std::function<void(Older&)> steps[] = {
      [](Older& older) {
        older.create(before::Pet{"P4", "O2"}).value();
      },
      [](Older& older) { older.update<before::PetE>("petId"_f = "P1").set("ownerId"_f = "O2").value(); },
      [](Older& older) {
        older.replace(before::Pet{"P1", "O2"}).value();
      }};
  const char* pets[] = {"P4", "P1", "P1"};
  for (std::size_t i = 0; i < std::size(steps); ++i) {
    Deployment<Table> deployment;
    deployment.fill();
    deployment.newer.upgrade().value();
    deployment.newer.template enable_stream<Table>().value();
    // A name that the copy has already, so that only the key is missing.
    if (i == 1) deployment.newer.template update<OwnerE>("ownerId"_f = "O2").set("name"_f = "Ada").value();
    auto follower = deployment.newer.template follow_copies<Table>().value();
    steps[i](deployment.older);
    EXPECT_EQ(follower.next().value().written, 1);
    deployment.newer.template update<OwnerE>("ownerId"_f = "O2").set("name"_f = "renamed").value();
    if (renames_follow)
      for (const char* marker : {"X1", "X2"}) {
        deployment.newer.create(Owner{marker, "a change, so that next() need not wait"}).value();
        follower.next().value();
      }
    EXPECT_EQ(deployment.newer.template get<PetEntity>("petId"_f = pets[i]).value()->ownerName, "renamed") << i;
    EXPECT_THAT(deployment.newer.verify().value().findings, IsEmpty()) << i;
  }
}
TEST(CopiesOfOlderPrograms, AFollowerWritesTheKeysWithAFollowedCopy) {
  expect_that_a_follower_mends<FollowedPets, FollowedPetE>(true);
}
TEST(CopiesOfOlderPrograms, AFollowerWritesTheKeysWithACopyOfATransaction) {
  expect_that_a_follower_mends<Pets, PetE>(false);
}

// ---- a program that does not know an enumerator

#define PARTITA_VERSION(name, ...)                                                                                   \
  namespace name {                                                                                                   \
  enum class State { __VA_ARGS__ };                                                                                  \
  BOOST_DESCRIBE_ENUM(State, __VA_ARGS__)                                                                            \
  struct Task {                                                                                                      \
    std::string taskId, ownerId;                                                                                     \
    State state = State::OPEN;                                                                                       \
    std::string ownerName = {};                                                                                      \
  };                                                                                                                 \
  BOOST_DESCRIBE_STRUCT(Task, (), (taskId, ownerId, state, ownerName))                                               \
  struct Visit {                                                                                                     \
    std::string ownerId;                                                                                             \
    State state = State::OPEN;                                                                                       \
    std::string ownerName = {};                                                                                      \
  };                                                                                                                 \
  BOOST_DESCRIBE_STRUCT(Visit, (), (ownerId, state, ownerName))                                                      \
  struct TaskE : entity<Task, "TASK", key<"TASK#{taskId}", "TASK">, on<"by_owner", "{ownerId}", "{state}#{taskId}">, \
                        copy_of<"ownerName", OwnerE, "name">> {};                                                    \
  struct VisitE                                                                                                      \
      : entity<Visit, "VISIT", key<"OWNER#{ownerId}", "VISIT#{state}">, copy_of<"ownerName", OwnerE, "name">> {};    \
  struct Work                                                                                                        \
      : table<"work", primary<"PK", "SK">, gsi<"by_owner", "GSI1PK", "GSI1SK">, holds<OwnerE, TaskE, VisitE>> {};    \
  }
PARTITA_VERSION(v1, OPEN, PAID)
PARTITA_VERSION(v2, OPEN, PAID, LATE)

// Sets one attribute as a program without the library does.
void write_raw(Database& database, const std::string& pk, const std::string& sk, const std::string& name,
               const std::string& value) {
  database
      .update_item({.table_name = "work",
                    .key = AttributeMap{{"PK", pk}, {"SK", sk}},
                    .update_expression = "SET #n = :v",
                    .expression_attribute_names = std::map<std::string, std::string>{{"#n", name}},
                    .expression_attribute_values = AttributeMap{{":v", AttributeValue(value)}}})
      .value();
}

TEST(CopiesOfNewerPrograms, AnEnumeratorInAKeyDoesNotStopAnOlderProgram) {
  using Older = db<v1::Work>;
  const std::function<void(Older&, Database&)> renames[] = {
      [](Older& older, Database&) { older.update<OwnerE>("ownerId"_f = "O1").set("name"_f = "renamed").value(); },
      [](Older& older, Database& database) {
        auto follower = older.follow_copies<v1::Work>().value();
        write_raw(database, "OWNER#O1", "OWNER", "name", "renamed");
        EXPECT_THAT(follower.next().value().unwritten, IsEmpty());
      },
      [](Older& older, Database& database) {
        write_raw(database, "TASK#T1", "TASK", "ownerName", "stale");
        write_raw(database, "OWNER#O1", "VISIT#LATE", "ownerName", "stale");
        EXPECT_TRUE(older.verify().run());
        older.repair().value();
        EXPECT_EQ(older.get<OwnerE>("ownerId"_f = "O1").value()->name, "Ada");
        older.update<OwnerE>("ownerId"_f = "O1").set("name"_f = "renamed").value();
      }};
  for (const auto& rename : renames) {
    std::shared_ptr<Database> database{open("", {.in_memory = true}).value()};
    Older older{database};
    db<v2::Work> newer{database};
    newer.create_table_if_missing().value();
    newer.enable_stream<v2::Work>().value();
    newer.create(Owner{"O1", "Ada"}).value();
    newer.create(v2::Task{"T1", "O1", v2::State::LATE}).value();
    newer.create(v2::Task{"T2", "O1", v2::State::OPEN}).value();
    newer.create(v2::Visit{"O1", v2::State::LATE}).value();
    rename(older, *database);
    EXPECT_EQ(newer.get<v2::TaskE>("taskId"_f = "T1").value()->ownerName, "renamed");
    EXPECT_EQ(newer.get<v2::TaskE>("taskId"_f = "T2").value()->ownerName, "renamed");
    EXPECT_EQ((newer.get<v2::VisitE>("ownerId"_f = "O1", "state"_f = v2::State::LATE).value()->ownerName), "renamed");
    EXPECT_THAT(newer.verify().value().findings, IsEmpty());
  }
}

}  // namespace copies_older_programs_test
}  // namespace partita::model
