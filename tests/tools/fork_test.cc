// `partita fork` of the example systems and of a clinic. The tests look for original values by themselves: they read
// both databases, and compare texts.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <partita/open.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "run_command.h"
#include "support/temporary_directory.h"

namespace partita {
namespace fork_test {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kClinic = PARTITA_MODELLING_DATA "/clinic.yml";
constexpr const char* kClinicRules = R"(fields:
  patient: pseudonym
  name: mask
  email: pseudonym
  phone: drop
  born: pseudonym
  address.street: mask
  address.city: pseudonym
  notes: mask
  number: pseudonym
)";

void take_texts(const AttributeValue& value, std::set<std::string>& out) {
  switch (value.type()) {
    case AttributeType::S:
    case AttributeType::N:
    case AttributeType::B:
      out.insert(value.text());
      return;
    case AttributeType::SS:
    case AttributeType::NS:
    case AttributeType::BS:
      out.insert(value.set().begin(), value.set().end());
      return;
    case AttributeType::L:
      for (const AttributeValue& one : value.l()) take_texts(one, out);
      return;
    case AttributeType::M:
      for (const auto& [name, one] : value.m()) take_texts(one, out);
      return;
    default:
      return;
  }
}

class Fork : public ::testing::Test {
 protected:
  Outcome run(const std::string& arguments) { return run_command(arguments, directory_.string()); }
  void write(const std::string& name, const std::string& text) { std::ofstream(directory_ / name) << text; }

  std::unique_ptr<Database> open(const std::string& name) {
    OpenOptions options;
    options.read_only = true;
    auto opened = partita::open(directory_ / name, options);
    EXPECT_TRUE(opened);
    return opened ? std::move(*opened) : nullptr;
  }

  // The items of all tables, and the entries of all indexes.
  std::vector<AttributeMap> all(const std::string& name) {
    std::vector<AttributeMap> out;
    const auto database = open(name);
    const auto tables = database->list_tables({});
    for (const std::string& table : tables->table_names) {
      const auto described = database->describe_table({.table_name = table});
      std::vector<std::optional<std::string>> places = {std::nullopt};
      const auto add = [&places](const auto& indexes) {
        if (!indexes) return;
        for (const auto& index : *indexes) places.push_back(index.index_name);
      };
      add(described->table.global_secondary_indexes);
      add(described->table.local_secondary_indexes);
      for (const auto& index : places) {
        const auto page = database->scan({.table_name = table, .index_name = index});
        for (const Item& item : *page->items) out.push_back(item.to_map());
      }
    }
    return out;
  }

  // The values of the attributes that have at least `size` bytes.
  static std::set<std::string> values(const std::vector<AttributeMap>& items, const std::set<std::string>& attributes,
                                      std::size_t size = 5) {
    std::set<std::string> out;
    for (const AttributeMap& item : items)
      for (const auto& [name, value] : item)
        if (attributes.contains(name)) take_texts(value, out);
    std::erase_if(out, [size](const std::string& text) { return text.size() < size; });
    return out;
  }

  // Fails for each text of the fork in which an original value is.
  void expect_none(const std::set<std::string>& originals, const std::string& fork) {
    EXPECT_FALSE(originals.empty());
    std::set<std::string> texts;
    for (const AttributeMap& item : all(fork))
      for (const auto& [name, value] : item) take_texts(value, texts);
    for (const std::string& text : texts)
      for (const std::string& original : originals)
        EXPECT_EQ(text.find(original), std::string::npos) << original << " is in " << text;
  }

  void fork_system(const std::string& system, const std::string& rules, const std::set<std::string>& attributes) {
    const std::string model = fmt::format("{}/{}/model.yaml", PARTITA_SYSTEMS, system);
    const Outcome made = run(fmt::format("model run {} --data ./source --show 0", model));
    ASSERT_EQ(made.exit_code, 0) << made.output;
    const Outcome forked = run(fmt::format("fork ./source --model {} --data ./fork {}", model, rules));
    ASSERT_EQ(forked.exit_code, 0) << forked.output;
    EXPECT_THAT(forked.output, HasSubstr(": none is there"));
    const Outcome verified = run(fmt::format("model verify {} --data ./fork", model));
    EXPECT_EQ(verified.exit_code, 0) << verified.output;
    const auto before = all("source"), after = all("fork");
    EXPECT_EQ(before.size(), after.size());
    expect_none(values(before, attributes), "fork");
  }

  // Three patients with two visits each, a doctor, and bills.
  void make_clinic() {
    std::string care, bills;
    const auto item = [](std::string& out, const std::string& text) { out += "{\"Item\":{" + text + "}}\n"; };
    for (int i = 1; i <= 3; ++i) {
      const std::string id = fmt::format("pat_anna{}", i), name = fmt::format("Anna Example{}", i);
      item(care, fmt::format(
                     R"("PK":{{"S":"P#{0}"}},"SK":{{"S":"PROFILE"}},"type":{{"S":"PATIENT"}},"patient":{{"S":"{0}"}},)"
                     R"("name":{{"S":"{1}"}},"email":{{"S":"anna{2}@clinic.test"}},"born":{{"S":"198{2}-02-03"}},)"
                     R"("phone":{{"S":"+49 30 1234{2}"}},"weight":{{"N":"61.5"}},)"
                     R"("address":{{"M":{{"street":{{"S":"Long Street {2}"}},"city":{{"S":"Potsdam"}}}}}},)"
                     R"("notes":{{"L":[{{"S":"allergic to {1}"}},{{"N":"20260105{2}"}}]}})",
                     id, name, i));
      item(care, fmt::format(R"("PK":{{"S":"UNIQUE#PATIENT#email#anna{0}@clinic.test"}},)"
                             R"("SK":{{"S":"UNIQUE#PATIENT#email#anna{0}@clinic.test"}},"type":{{"S":"UNIQUE"}},)"
                             R"("owner_PK":{{"S":"P#pat_anna{0}"}},"owner_SK":{{"S":"PROFILE"}})",
                             i));
      for (int j = 1; j <= 2; ++j)
        item(care, fmt::format(R"("PK":{{"S":"P#{0}"}},"SK":{{"S":"VISIT#01J0000000000000000000000{1}"}},)"
                               R"("type":{{"S":"VISIT"}},"patient":{{"S":"{0}"}},"patientName":{{"S":"{2}"}},)"
                               R"("visit":{{"S":"01J0000000000000000000000{1}"}},"doctor":{{"S":"dr1"}},)"
                               R"("day":{{"S":"2026-01-0{1}"}},"shard":{{"N":"1"}},"room":{{"N":"{1}"}},)"
                               R"("GSI1PK":{{"S":"D#dr1"}},)"
                               R"("GSI1SK":{{"S":"2026-01-0{1}#01J0000000000000000000000{1}"}})",
                               id, j, name));
      item(bills, fmt::format(R"("PK":{{"S":"BILLS#{0}"}},"SK":{{"S":"000000000000471100{1}"}},"cents":{{"N":"500"}},)"
                              R"("lines":{{"L":[{{"M":{{"text":{{"S":"a visit"}}}}}}]}})",
                              id, i));
    }
    item(care, R"("PK":{"S":"D#dr1"},"SK":{"S":"DOCTOR"},"type":{"S":"DOCTOR"},"doctor":{"S":"dr1"},)"
               R"("title":{"S":"Dr. Who"})");
    write("care.json", care);
    write("bills.json", bills);
    ASSERT_EQ(run(fmt::format("model migrate {} --data ./source --run", kClinic)).exit_code, 0);
    for (const char* table : {"care", "bills"}) {
      const Outcome done = run(fmt::format("import {0}.json --table {0} --data ./source", table));
      ASSERT_EQ(done.exit_code, 0) << done.output;
    }
    write("rules.yml", kClinicRules);
    write("key", "a key of more than sixteen bytes\n");
  }

  const test::TemporaryDirectory directory_;
};

TEST_F(Fork, CommerceHasNoOriginals) {
  fork_system("commerce",
              "--rule customerId=pseudonym --rule orderId=pseudonym --rule itemId=pseudonym --rule CUSTOMER.name=mask "
              "--rule email=pseudonym --rule reason=mask --rule changedBy=pseudonym --rule sku=pseudonym",
              {"customerId", "orderId", "itemId", "name", "email", "reason", "changedBy", "sku"});
}

TEST_F(Fork, CustomerOrdersHaveNoOriginals) {
  fork_system("customer_orders",
              "--rule customer_id=pseudonym --rule employee_id=pseudonym --rule name=mask --rule total_cents=mask "
              "--rule appointment_id=pseudonym --rule Appointment.customer=pseudonym",
              {"CustomerId", "EmployeeId", "Name", "AppointmentId", "Customer"});
}

TEST_F(Fork, FavoritesHaveNoOriginals) {
  fork_system("favorites",
              "--rule userId=pseudonym --rule tagName=pseudonym --rule title=mask --rule thumbnailUrl=mask "
              "--rule contentUrl=pseudonym --rule creatorId=pseudonym",
              {"tagName", "title", "thumbnailUrl", "contentUrl", "creatorId"});
}

TEST_F(Fork, OrderEntryHasNoOriginals) {
  fork_system("order_entry",
              "--rule name=pseudonym --rule phone_numbers=pseudonym --rule email=pseudonym --rule "
              "employee_id=pseudonym --rule customer_id=pseudonym --rule account_rep_id=pseudonym "
              "--rule product_name=pseudonym",
              {"phone_numbers", "email", "employee_id", "customer_id", "account_rep_id"});
}

TEST_F(Fork, ProjectManagementHasNoOriginals) {
  fork_system("project_management", "--rule organizationId=pseudonym --rule name=pseudonym",
              {"organizationId", "name"});
}

TEST_F(Fork, AClinicHasNoOriginalsAndItsReferencesStay) {
  make_clinic();
  const Outcome forked = run(
      fmt::format("fork ./source --model {} --rules rules.yml --data ./fork --certificate certificate.json", kClinic));
  ASSERT_EQ(forked.exit_code, 0) << forked.output;
  EXPECT_THAT(forked.output, Not(HasSubstr("refer to")));
  const Outcome verified = run(fmt::format("model verify {} --data ./fork", kClinic));
  EXPECT_EQ(verified.exit_code, 0) << verified.output;
  std::set<std::string> originals =
      values(all("source"), {"patient", "name", "patientName", "email", "phone", "born", "notes"});
  originals.insert({"Long Street", "Potsdam", "47110"});
  expect_none(originals, "fork");
  // A patient, the visits and the bills have one pseudonym, and equal cities are equal.
  std::map<std::string, int> by_patient;
  std::set<std::string> cities;
  for (const AttributeMap& item : all("fork")) {
    const std::string partition = item.find("PK")->s();
    if (partition.starts_with("P#pat_")) ++by_patient[partition.substr(2)];
    if (partition.starts_with("BILLS#pat_")) ++by_patient[partition.substr(6)];
    if (const AttributeValue* address = item.find("address")) cities.insert(address->m().find("city")->s());
    const AttributeValue* name = item.find("patientName");
    EXPECT_EQ(name ? name->s() : "masked", "masked");
  }
  EXPECT_EQ(by_patient.size(), 3);
  EXPECT_EQ(cities.size(), 1);
  std::ifstream file(directory_ / "certificate.json");
  const std::string certificate(std::istreambuf_iterator<char>(file), {});
  EXPECT_THAT(certificate, AllOf(HasSubstr("\"fork\": \"no original value was found\""),
                                 HasSubstr("\"PATIENT.address.street\": \"mask\""),
                                 HasSubstr("\"VISIT.patientName\": \"mask\""), Not(HasSubstr("Anna"))));
}

TEST_F(Fork, ASampleHasWholeItemCollectionsAndThoseThatTheyReferTo) {
  make_clinic();
  // With this key a part of the patients is in the sample.
  const std::string command = fmt::format("fork ./source --model {} --rules rules.yml --sample 30% ", kClinic);
  std::set<std::size_t> sizes;
  for (int i = 0; i < 8; ++i) {
    write("key", fmt::format("the key of the fork of number {}", i));
    const std::string data = fmt::format("fork{}", i);
    const Outcome forked = run(fmt::format("{} --key-file key --data {}", command, data));
    ASSERT_EQ(forked.exit_code, 0) << forked.output;
    EXPECT_THAT(forked.output, Not(HasSubstr("refer to")));
    std::map<std::string, int> visits;
    std::set<std::string> profiles, doctors, billed;
    for (const AttributeMap& item : all(data)) {
      const std::string partition = item.find("PK")->s();
      const std::string sort = item.find("SK")->s();
      if (sort == "PROFILE") profiles.insert(partition.substr(2));
      if (sort.starts_with("VISIT#")) ++visits[partition];
      if (sort == "DOCTOR") doctors.insert(partition);
      if (partition.starts_with("BILLS#")) billed.insert(partition.substr(6));
    }
    sizes.insert(profiles.size());
    // An item collection is there as a whole: of two visits, each in the table and in two indexes.
    for (const auto& [partition, count] : visits) EXPECT_EQ(count % 2, 0) << partition;
    EXPECT_EQ(visits.empty(), profiles.empty());
    EXPECT_EQ(doctors.size(), visits.empty() ? doctors.size() : 1);
    for (const std::string& patient : billed) EXPECT_TRUE(profiles.contains(patient));
  }
  EXPECT_GT(sizes.size(), 1);
}

TEST_F(Fork, TheSameKeyGivesTheSameFork) {
  make_clinic();
  const auto fork = [&](const std::string& data, const std::string& more) {
    EXPECT_EQ(
        run(fmt::format("fork ./source --model {} --rules rules.yml --data {} {}", kClinic, data, more)).exit_code, 0);
    return values(all(data), {"PK", "email", "born"});
  };
  const auto first = fork("a", "--key-file key");
  EXPECT_EQ(first, fork("b", "--key-file key"));
  EXPECT_NE(first, fork("c", ""));
}

TEST_F(Fork, AValueThatRemainsIsNamedAndNoForkIsMade) {
  make_clinic();
  // The notes have the name of the patient.
  write("few.yml", "fields: {patient: pseudonym, name: mask, born: mask}\n");
  const std::string command = fmt::format("fork ./source --model {} --rules few.yml --data ./fork", kClinic);
  const Outcome refused = run(command);
  EXPECT_EQ(refused.exit_code, 3) << refused.output;
  EXPECT_THAT(refused.output, AllOf(HasSubstr("notes[0]: a value of PATIENT.name"), Not(HasSubstr("Anna"))));
  EXPECT_FALSE(std::filesystem::exists(directory_ / "fork"));
  EXPECT_EQ(run(command + " --keep-failed").exit_code, 3);
  EXPECT_TRUE(std::filesystem::exists(directory_ / "fork.failed"));
  write("few.yml",
        "fields: {patient: pseudonym, name: mask, born: mask}\nmay_remain: [Anna Example1, Anna Example2]\n");
  const Outcome third = run(command);
  EXPECT_EQ(third.exit_code, 3);
  EXPECT_THAT(third.output, HasSubstr(": 1 places have one"));
}

// A table with fields that refer to each other in each way.
constexpr const char* kPeople = R"(format: 1
name: people
tables:
  - name: people
    partition_key: PK
    sort_key: SK
    indexes:
      - {name: by_boss, partition: GSI1PK, sort: GSI1SK}
      - {name: old, partition: LEGPK}
    attribute_types: {LEGPK: S}
    entities:
      - name: PERSON
        fields: {tenant: string, id: integer, name: string, age: integer, more: document}
        key: {partition: "T#{tenant}", sort: "P#{id:019d}"}
      - name: VISIT
        fields: {tenant: string, visit: string, who: {kind: integer, references: PERSON}, open: bool}
        key: {partition: "T#{tenant}", sort: "V#{visit}"}
  - name: bills
    partition_key: PK
    entities:
      - name: BILL
        fields:
          bill: string
          tenant: string
          id: integer
          userName: {kind: string, copy_of: PERSON.name}
          userAge: {kind: integer, copy_of: PERSON.age}
        key: {partition: "B#{bill}"}
)";

class ForkOfPeople : public Fork {
 protected:
  void make(const std::string& person) {
    write("people.yml", kPeople);
    write("people.json",
          R"({"Item":{"PK":{"S":"T#t"},"SK":{"S":"P#0000000000000000042"},"tenant":{"S":"t"},"id":{"N":"42"},)"
          R"("name":{"S":"Ada Lovelace"},"age":{"N":"37"})" +
              person + "}}\n");
    ASSERT_EQ(run("model migrate people.yml --data ./source --run").exit_code, 0);
    ASSERT_EQ(run("import people.json --table people --data ./source").exit_code, 0);
  }
  Outcome fork(const std::string& rules) { return run("fork ./source --model people.yml --data ./fork " + rules); }
};

TEST_F(ForkOfPeople, FieldsWithTheSameValueHaveOneRule) {
  make("");
  EXPECT_THAT(fork("--rule id=pseudonym --rule name=mask --plan").output,
              HasSubstr("VISIT.who refers to PERSON, whose field id has a rule"));
  EXPECT_THAT(fork("--rule PERSON.id=pseudonym --rule who=pseudonym --plan").output,
              HasSubstr("\nBILL.id        pseudonym\n"));
  write("others.yml",
        "fields: {tenant: pseudonym, id: pseudonym, who: pseudonym, visit: pseudonym, bill: pseudonym, "
        "userAge: keep}\nothers: mask\n");
  EXPECT_THAT(fork("--rules others.yml --plan").output, HasSubstr("BILL.userAge has the value of PERSON.age"));
  write("keep.yml", "fields: {PERSON.name: keep, PERSON.tenant: keep}\n");
  EXPECT_THAT(fork("--rules keep.yml --rule name=mask --rule userName=mask --plan").output,
              HasSubstr("\nPERSON.name    mask\n"));
}

TEST_F(ForkOfPeople, NamesAndMembersAreValuesToo) {
  make(R"(,"more":{"M":{"Ada Lovelace":{"BOOL":true},"c.d":{"S":"Secret street 12"}}})");
  EXPECT_EQ(fork("--rule name=mask --rule userName=mask").exit_code, 3);
  EXPECT_EQ(fork("--rule name=mask --rule userName=mask --rule more=mask").exit_code, 0);
  EXPECT_THAT(run("export people --data ./fork --to -").output, Not(HasSubstr("Lovelace")));
  std::filesystem::remove_all(directory_ / "fork");
  write("dots.yml", "fields: {name: mask, userName: mask, more: {c.d: mask, stret: mask}}\nmay_remain: Ada Lovelace\n");
  const Outcome misspelt = fork("--rules dots.yml");
  EXPECT_EQ(misspelt.exit_code, 2) << misspelt.output;
  EXPECT_THAT(misspelt.output,
              AllOf(HasSubstr("the rule of PERSON.more.stret holds for nothing"), Not(HasSubstr("more.c.d holds"))));
  EXPECT_THAT(run("export people --data ./fork --to -").output, Not(HasSubstr("Secret")));
}

TEST_F(ForkOfPeople, NamesOfAttributesAreSearchedAndNotTold) {
  make(R"(,"Ada Lovelace":{"S":"y"},"LEGPK":{"S":"x"},"more":{"M":{}})");
  const std::string rules = "--rule name=mask --rule userName=mask ";
  const Outcome dropped = fork(rules);
  EXPECT_EQ(dropped.exit_code, 0);
  EXPECT_THAT(dropped.output, AllOf(HasSubstr("(a name with an original value) left out of 1 items"),
                                    HasSubstr("attribute LEGPK left out of 1 items"), Not(HasSubstr("Lovelace"))));
  std::filesystem::remove_all(directory_ / "fork");
  write("keep.yml", "fields: {}\nunnamed_attributes: keep\n");
  const Outcome kept = fork(rules + "--rules keep.yml");
  EXPECT_EQ(kept.exit_code, 3);
  EXPECT_THAT(kept.output, Not(HasSubstr("Lovelace")));
}

TEST_F(ForkOfPeople, NamesOfMembersThatMayBeValuesAreOriginals) {
  make(R"(,"more":{"M":{"ada@people.test":{"N":"1"}}},"note":{"S":"to ada@people.test"})");
  write("keep.yml", "fields: {more: mask}\nunnamed_attributes: keep\n");
  const Outcome found = fork("--rules keep.yml");
  EXPECT_EQ(found.exit_code, 3);
  EXPECT_THAT(found.output, AllOf(HasSubstr("note: a value of PERSON.more"), Not(HasSubstr("ada@"))));
}

TEST_F(ForkOfPeople, AnItemWithoutARequiredFieldIsLeftOut) {
  make("");
  const Outcome left_out = fork("--rule name=mask --rule userName=mask");
  EXPECT_EQ(left_out.exit_code, 2);
  EXPECT_THAT(left_out.output, HasSubstr("attribute `more` is missing"));
}

TEST_F(ForkOfPeople, ASampleNeedsReferencesThatItCanFollow) {
  make(R"(,"more":{"M":{}})");
  std::string text = kPeople;
  text.replace(text.find("tenant: string\n          id"), 14, "owner: string");
  write("people.yml", text);
  EXPECT_THAT(fork("--rule name=mask --rule userName=mask --sample 50% --plan").output,
              HasSubstr("BILL refers to PERSON, whose partition key also has tenant: a sample cannot follow that"));
}

TEST_F(ForkOfPeople, ThePlacesAreTriedBeforeTheSourceIsRead) {
  make(R"(,"more":{"M":{}})");
  EXPECT_THAT(fork("--rule name=mask --rule userName=mask --certificate ./none/c.json").output,
              HasSubstr("needs a directory that exists"));
  const std::string command = "fork ./source --model people.yml --rule name=mask --rule userName=mask --data ";
  EXPECT_THAT(run(command + "./none/fork").output, HasSubstr("none does not exist"));
  EXPECT_THAT(run(command + "./source/fork").output, HasSubstr("which is only read"));
  EXPECT_EQ(run(command + "./fork/").exit_code, 0);
}

TEST_F(Fork, RulesThatCannotBeFollowedAreNamed) {
  make_clinic();
  const auto fault = [&](const std::string& rules) {
    const Outcome outcome = run(fmt::format("fork ./source --model {} --data ./fork {}", kClinic, rules));
    EXPECT_EQ(outcome.exit_code, 1);
    return outcome.output;
  };
  EXPECT_THAT(fault(""), HasSubstr("a fork needs rules"));
  EXPECT_THAT(fault("--rule patient=mask"), HasSubstr("PATIENT.patient: it is in the primary key"));
  EXPECT_THAT(fault("--rule email=mask"), HasSubstr("it is in a unique value"));
  EXPECT_THAT(fault("--rule born=drop"), HasSubstr("it is not optional: take mask"));
  EXPECT_THAT(fault("--rule emial=mask"), HasSubstr("emial: the model has no such field; did you mean 'email'?"));
  EXPECT_THAT(fault("--rule name=mask --rule patientName=keep"),
              HasSubstr("VISIT.patientName has the value of PATIENT.name, so both need the same rule"));
  EXPECT_THAT(fault("--rule VISIT.patient=pseudonym"), HasSubstr("so both need the same rule"));
  EXPECT_THAT(fault("--rule name.first=mask"), HasSubstr("is not a document"));
  EXPECT_THAT(fault("--rule name=hide"), HasSubstr("'hide' is not a rule"));
  EXPECT_THAT(fault("--rule name=mask --sample 200%"), HasSubstr("a sample is a share"));
  write("short", "short\n");
  EXPECT_THAT(fault("--rule name=mask --key-file short"), HasSubstr("it must have at least 16"));
  write("bad.yml", "fields: {name: mask}\nsampel: 1%\n");
  EXPECT_THAT(fault("--rules bad.yml"), HasSubstr("bad.yml:2: 'sampel' is not a member of rules; did you mean"));
  EXPECT_FALSE(std::filesystem::exists(directory_ / "fork"));
}

}  // namespace fork_test
}  // namespace partita
