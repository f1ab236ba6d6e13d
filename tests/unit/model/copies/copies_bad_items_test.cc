// Items of other programs that have no right copy: they are findings, and do not stop other items.
#include <gmock/gmock.h>
#include <partita/database.h>
#include <partita/model.h>
#include <partita/open.h>

namespace partita::model {
namespace copies_bad_items_test {

using namespace literals;
using testing::AllOf;
using testing::Each;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

inline std::string folded(const std::string& name) {
  if (name == "unfoldable") throw std::runtime_error("no case");
  return name;
}
struct Address {
  std::string street;
  int number = 0;
};
BOOST_DESCRIBE_STRUCT(Address, (), (street, number))
struct Writer {
  std::string writerId, name;
  std::int32_t born = 0;
  Address home = {};
};
BOOST_DESCRIBE_STRUCT(Writer, (), (writerId, name, born, home))
struct Book {
  std::string bookId, writerId, writerName = {}, nameFolded = {};
  std::int32_t writerBorn = 0;
  Address writerHome = {};
};
BOOST_DESCRIBE_STRUCT(Book, (), (bookId, writerId, writerName, nameFolded, writerBorn, writerHome))

struct WriterE : entity<Writer, "WRITER", key<"WRITER#{writerId}", "WRITER">> {};
struct BookE
    : entity<Book, "BOOK", key<"BOOK#{bookId}", "BOOK">, on<"by_writer", "{writerId}", "{bookId}">,
             on<"by_name", "NAMES", "{writerName}#{bookId}">, computed<"nameFolded", folded, "writerName">,
             copy_of<"writerName", WriterE, "name", followed>, copy_of<"writerBorn", WriterE, "born", followed>,
             copy_of<"writerHome", WriterE, "home", followed>> {};
struct Library : table<"library", primary<"PK", "SK">, gsi<"by_writer", "GSI1PK", "GSI1SK">,
                       gsi<"by_name", "GSI2PK", "GSI2SK">, holds<WriterE, BookE>> {};

// A copy in a transaction, in a table of its own.
struct LoanE : entity<Book, "LOAN", key<"LOAN#{bookId}", "LOAN">, on<"by_writer", "{writerId}", "{bookId}">,
                      on<"by_name", "NAMES", "{writerName}#{bookId}">, computed<"nameFolded", folded, "writerName">,
                      copy_of<"writerName", WriterE, "name">, copy_of<"writerBorn", WriterE, "born">,
                      copy_of<"writerHome", WriterE, "home">> {};
struct Loans : table<"loans", primary<"PK", "SK">, gsi<"by_writer", "GSI1PK", "GSI1SK">,
                     gsi<"by_name", "GSI2PK", "GSI2SK">, holds<WriterE, LoanE>> {};

template <class Table>
struct Place {
  Place() {
    program.create_table_if_missing().value();
    program.template enable_stream<Table>().value();
  }
  void put(AttributeMap item) { database->put_item({.table_name = table, .item = std::move(item)}).value(); }
  // Changes one attribute, as a program without the library does.
  void set(const std::string& pk, const std::string& sk, const std::string& name, AttributeValue value) {
    database
        ->update_item({.table_name = table,
                       .key = AttributeMap{{"PK", pk}, {"SK", sk}},
                       .update_expression = "SET #n = :v",
                       .expression_attribute_names = std::map<std::string, std::string>{{"#n", name}},
                       .expression_attribute_values = AttributeMap{{":v", std::move(value)}}})
        .value();
  }
  const std::string table{Table::info().name};
  std::shared_ptr<Database> database{open("", {.in_memory = true}).value()};
  db<Table> program{database};
};

struct BadReference {
  const char* name;
  AttributeValue value;
};
std::vector<BadReference> bad_references() {
  return {{"empty", ""},
          {"too long", std::string(2100, 'x')},
          {"a number", AttributeValue::number("5")},
          {"a list", AttributeValue::list({AttributeValue("1")})}};
}

TEST(BadReferences, StopNeitherVerifyNorRepairNorUpgradeNorAFollower) {
  const std::function<void(Place<Library>&)> operations[] = {
      [](Place<Library>& place) { place.program.repair().value(); },
      [](Place<Library>& place) { place.program.upgrade().value(); },
      [](Place<Library>& place) { place.program.follow_copies<Library>().value().next().value(); }};
  for (const BadReference& bad : bad_references())
    for (const auto& operation : operations) {
      SCOPED_TRACE(bad.name);
      Place<Library> place;
      place.program.create(Writer{"W1", "Ada"}).value();
      place.program.create(Book{"B1", "W1"}).value();
      place.set("BOOK#B1", "BOOK", "writerName", "stale");
      place.put({{"PK", "BOOK#bad"},
                 {"SK", "BOOK"},
                 {"type", "BOOK"},
                 {"bookId", "bad"},
                 {"writerName", "?"},
                 {"nameFolded", "?"},
                 {"writerBorn", AttributeValue(0)},
                 {"writerHome", AttributeValue::map({{"street", ""}, {"number", AttributeValue(0)}})},
                 {"writerId", bad.value}});
      EXPECT_THAT(place.program.verify().value().findings, testing::Not(IsEmpty()));
      EXPECT_TRUE(place.program.plan_upgrade().run());
      operation(place);
      EXPECT_EQ(place.program.get<BookE>("bookId"_f = "B1").value()->writerName, "Ada");
      const auto findings = place.program.verify().value().findings;
      ASSERT_THAT(findings, SizeIs(1));
      EXPECT_EQ(findings[0].key, (AttributeMap{{"PK", "BOOK#bad"}, {"SK", "BOOK"}}));
    }
}

// Values that a source may have and that a holder cannot take.
struct BadValue {
  const char* name;
  std::string value;
  const char* reason;
};
const BadValue kBadValues[] = {{"empty, for a key", "", "it is empty"},
                               {"too long for a key", std::string(1100, 'x'), "1024"},
                               {"a member that cannot be computed", "unfoldable", "no case"}};

TEST(CopiesThatCannotBeWritten, DoNotStopTheOthers) {
  for (const BadValue& bad : kBadValues) {
    SCOPED_TRACE(bad.name);
    Place<Library> place;
    for (const char* id : {"W1", "W2"}) place.program.create(Writer{id, "first"}).value();
    for (const char* id : {"W1", "W2"}) place.program.create(Book{std::string("B") + id, id}).value();
    auto follower = place.program.follow_copies<Library>().value();
    place.program.update<WriterE>("writerId"_f = "W1").set("name"_f = bad.value, "born"_f = 1815).value();
    place.program.update<WriterE>("writerId"_f = "W2").set("name"_f = "second").value();
    const CopyRound round = follower.next().value();
    ASSERT_THAT(round.unwritten, SizeIs(1));
    EXPECT_EQ(round.unwritten[0].entity, "BOOK");
    EXPECT_EQ(round.unwritten[0].key, (AttributeMap{{"PK", "BOOK#BW1"}, {"SK", "BOOK"}}));
    EXPECT_THAT(round.unwritten[0].error.message, HasSubstr(bad.reason));
    EXPECT_EQ(place.program.get<BookE>("bookId"_f = "BW2").value()->writerName, "second");
    const Book left = *place.program.get<BookE>("bookId"_f = "BW1").value();
    EXPECT_EQ(left.writerName, "first");
    EXPECT_EQ(left.writerBorn, 1815);  // the other copy of the same item

    const auto findings = place.program.verify().value().findings;
    ASSERT_THAT(findings, SizeIs(1));
    EXPECT_FALSE(findings[0].repairable);
    EXPECT_THAT(findings[0].detail, AllOf(HasSubstr("cannot be written"), HasSubstr(bad.reason)));
    EXPECT_EQ(place.program.repair().value().repaired, 0);
    EXPECT_THAT(place.program.plan_upgrade().value().steps, IsEmpty());
  }
}

TEST(CopiesThatCannotBeWritten, RefuseAWriteOfTheirSourceAndNameTheItem) {
  for (const BadValue& bad : kBadValues) {
    Place<Loans> place;
    place.program.create(Writer{"W1", "first"}).value();
    place.program.create(Book{"B1", "W1"}).value();
    const auto refused = place.program.update<WriterE>("writerId"_f = "W1").set("name"_f = bad.value).run();
    ASSERT_FALSE(refused) << bad.name;
    EXPECT_THAT(refused.error().message, AllOf(HasSubstr("LOAN#B1"), HasSubstr(bad.reason)));
  }
}

TEST(CopiesThatCannotBeWritten, AreReportedIfOnlyTheDatabaseRefusesThem) {
  Place<Library> place;
  place.program.create(Writer{"W1", "a"}).value();
  place.program.create(Book{"B1", "W1"}).value();
  place.set("BOOK#B1", "BOOK", "other", std::string(408'000, 'x'));
  auto follower = place.program.follow_copies<Library>().value();
  place.program.update<WriterE>("writerId"_f = "W1").set("name"_f = std::string(900, 'n')).value();
  EXPECT_THAT(follower.next().value().unwritten, SizeIs(1));
  const VerifyReport report = place.program.repair().value();
  EXPECT_EQ(report.repaired, 0);
  EXPECT_THAT(report.findings, Each(Field(&Finding::detail, HasSubstr("not repaired"))));
  EXPECT_THAT(place.program.upgrade().value().left, SizeIs(1));
}

// Sources that other programs wrote.
struct BadSource {
  const char* name;
  const char* attribute;
  AttributeValue value;
};
std::vector<BadSource> bad_sources() {
  return {
      {"a number for a text", "name", AttributeValue::number("5")},
      {"a number that is too large", "born", AttributeValue::number("3000000000")},
      {"a text for a number", "born", "1815"},
      {"NULL for a text", "name", AttributeValue::null()},
      {"a list for a struct", "home", AttributeValue::list({})},
      {"a struct with a member of another type", "home", AttributeValue::map({{"street", "Main"}, {"number", "one"}})}};
}

TEST(BadSources, AreNotCopied) {
  for (const BadSource& bad : bad_sources()) {
    SCOPED_TRACE(bad.name);
    Place<Library> place;
    place.program.create(Writer{"W1", "Ada"}).value();
    place.program.create(Book{"B1", "W1"}).value();
    auto follower = place.program.follow_copies<Library>().value();
    place.set("WRITER#W1", "WRITER", bad.attribute, bad.value);
    const auto refused = place.program.create(Book{"B2", "W1"}).run();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::ValidationException);
    EXPECT_THAT(refused.error().message, AllOf(HasSubstr("WRITER#W1"), HasSubstr(bad.attribute)));
    const CopyRound round = follower.next().value();
    EXPECT_EQ(round.written, 0);
    ASSERT_THAT(round.unwritten, SizeIs(1));
    EXPECT_EQ(round.unwritten[0].entity, "WRITER");
    place.program.repair().value();
    place.program.upgrade().value();
    EXPECT_TRUE(place.program.get<BookE>("bookId"_f = "B1").run()) << "the holder must stay readable";

    Place<Loans> loans;
    loans.program.create(Writer{"W1", "Ada"}).value();
    loans.set("WRITER#W1", "WRITER", bad.attribute, bad.value);
    EXPECT_FALSE(loans.program.create(Book{"B2", "W1"}).run());
  }
}

}  // namespace copies_bad_items_test
}  // namespace partita::model
