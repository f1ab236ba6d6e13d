// Collections: the items that take counts, the place at which a token continues, filters of one entity, and items that
// belong to items.
#include <gtest/gtest.h>
#include <partita/model.h>
#include <partita/open.h>

namespace load_test {

namespace pt = partita::model;
using namespace pt::literals;

// ---- an order, its lines, the lots of each line, notes, and a receipt that sorts last

struct Order {
  std::string customerId, orderId, note;
};
BOOST_DESCRIBE_STRUCT(Order, (), (customerId, orderId, note))
struct Line {
  std::string customerId, orderId, lineId;
  int quantity = 0;
};
BOOST_DESCRIBE_STRUCT(Line, (), (customerId, orderId, lineId, quantity))
struct Lot {
  std::string customerId, orderId, lineId;
  int number = 0, amount = 0;
};
BOOST_DESCRIBE_STRUCT(Lot, (), (customerId, orderId, lineId, number, amount))
struct Note {
  std::string customerId, orderId, title, note;
};
BOOST_DESCRIBE_STRUCT(Note, (), (customerId, orderId, title, note))
struct Receipt {
  std::string customerId, orderId, text;
};
BOOST_DESCRIBE_STRUCT(Receipt, (), (customerId, orderId, text))

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
struct LineE : pt::entity<Line, "LINE", pt::key<"CUST#{customerId}", "ORDER#{orderId}#LINE#{lineId}">> {};
struct LotE : pt::entity<Lot, "LOT", pt::key<"CUST#{customerId}", "ORDER#{orderId}#LINE#{lineId}#LOT#{number:03d}">> {};
struct NoteE : pt::entity<Note, "NOTE", pt::key<"CUST#{customerId}", "ORDER#{orderId}#NOTE#{title}">> {};
struct ReceiptE : pt::entity<Receipt, "RECEIPT", pt::key<"CUST#{customerId}", "ORDER#{orderId}#RECEIPT">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE, LineE, LotE, NoteE, ReceiptE>> {};

struct LineWithLots {
  Line line;
  std::vector<Lot> lots;
};
struct WholeOrder {
  std::optional<Receipt> receipt;
  std::vector<Note> notes;
  Order order;
  std::vector<LineWithLots> lines;
};
using LoadWhole = pt::collect<"an order with all that it has", WholeOrder, pt::maybe<ReceiptE>, pt::many<NoteE>,
                              pt::one<OrderE>, pt::many<pt::nested<LineWithLots, pt::one<LineE>, pt::many<LotE>>>,
                              pt::by<"customerId", "orderId">, pt::whole_partition>;

struct OrderTree {
  Order order;
  std::vector<LineWithLots> lines;
  std::vector<Note> notes;
  std::optional<Receipt> receipt;
};
using LoadTree = pt::collect<"an order and what stands below it", OrderTree, pt::one<OrderE>,
                             pt::many<pt::nested<LineWithLots, pt::one<LineE>, pt::many<LotE>>>, pt::many<NoteE>,
                             pt::maybe<ReceiptE>, pt::by<"customerId", "orderId">>;

class Load : public testing::Test {
 protected:
  Load() {
    db.create_table_if_missing().value();
    for (const char* order : {"O1", "O10"}) {
      db.create(Order{"C1", order, "mine"}).value();
      db.create(Receipt{"C1", order, "paid"}).value();
      for (int i = 0; i < 9; ++i) {
        const std::string id = std::to_string(i);
        db.create(Line{"C1", order, "L" + id, i}).value();
        db.create(Note{"C1", order, "N" + id, i % 3 == 0 ? "mine" : "yours"}).value();
        for (int k = 0; k < i % 3; ++k) db.create(Lot{"C1", order, "L" + id, k, 10 * i + k}).value();
      }
    }
  }
  auto tree() const { return db.load<LoadTree>("customerId"_f = "C1", "orderId"_f = "O1"); }
  static std::string spelled(const std::vector<LineWithLots>& lines) {
    std::string text;
    for (const LineWithLots& line : lines) {
      text += line.line.lineId;
      for (const Lot& lot : line.lots) {
        EXPECT_EQ(lot.lineId, line.line.lineId);
        text += "." + std::to_string(lot.amount);
      }
      text += " ";
    }
    return text;
  }

  pt::db<Shop> db{partita::open("", {.in_memory = true}).value()};
};

TEST_F(Load, nested_items_are_with_the_one_that_they_belong_to) {
  const auto loaded = tree().value();
  ASSERT_TRUE(loaded);
  EXPECT_EQ(loaded->order.orderId, "O1");
  EXPECT_EQ(spelled(loaded->lines), "L0 L1.10 L2.20.21 L3 L4.40 L5.50.51 L6 L7.70 L8.80.81 ");
  EXPECT_EQ(loaded->notes.size(), 9u);
  EXPECT_EQ(loaded->receipt->text, "paid");
  EXPECT_EQ(loaded.cost.requests, 1);
  EXPECT_EQ(loaded.token, std::nullopt);
  EXPECT_TRUE(loaded.unreadable.empty());
}

TEST_F(Load, take_is_for_each_of_the_many_and_cuts_no_single_away) {
  std::string lines, notes;
  std::optional<std::string> token;
  int pages = 0;
  do {
    auto loaded = tree().take(4).after(token).value();
    ASSERT_TRUE(loaded);
    EXPECT_EQ(loaded->order.note, "mine");
    EXPECT_EQ(loaded->receipt->text, "paid");
    EXPECT_LE(loaded->lines.size(), 4u);
    EXPECT_LE(loaded->notes.size(), 4u);
    lines += spelled(loaded->lines);
    for (const Note& note : loaded->notes) notes += note.title;
    token = loaded.token;
    ++pages;
  } while (token);
  EXPECT_EQ(lines, "L0 L1.10 L2.20.21 L3 L4.40 L5.50.51 L6 L7.70 L8.80.81 ");
  EXPECT_EQ(notes, "N0N1N2N3N4N5N6N7N8");
  EXPECT_EQ(pages, 3);
}

TEST_F(Load, a_token_belongs_to_its_collection_and_its_keys) {
  const auto token = tree().take(2).value().token;
  ASSERT_TRUE(token);
  EXPECT_FALSE(db.load<LoadTree>("customerId"_f = "C1", "orderId"_f = "O10").take(2).after(token).run());
  EXPECT_FALSE(tree().take(2).after(*token + ".-").run());
  EXPECT_FALSE(tree().take(2).after("").run());
  EXPECT_FALSE(tree().take(2).after("nonsense.-").run());
}

TEST_F(Load, a_filter_names_the_entity_whose_items_it_drops) {
  auto loaded = tree().filter<NoteE>("note"_f == "mine").value();
  EXPECT_EQ(loaded->notes.size(), 3u);
  EXPECT_EQ(loaded->lines.size(), 9u);
  EXPECT_TRUE(loaded->receipt);
  // Only lines have a quantity, and only lots have an amount.
  loaded = tree().filter("quantity"_f >= 5).filter("amount"_f != 70).value();
  EXPECT_EQ(spelled(loaded->lines), "L5.50.51 L6 L7 L8.80.81 ");
  EXPECT_EQ(loaded->notes.size(), 9u);
  EXPECT_FALSE(tree().filter<OrderE>("note"_f == "yours").value());
}

TEST_F(Load, take_counts_what_the_filter_lets_through) {
  std::string notes;
  std::optional<std::string> token;
  for (int page = 0; page < 5; ++page) {
    auto loaded = tree().filter<NoteE>("note"_f == "mine").take(2).after(token).value();
    ASSERT_TRUE(loaded);
    for (const Note& note : loaded->notes) notes += note.title;
    token = loaded.token;
    if (!token) break;
  }
  EXPECT_EQ(notes, "N0N3N6");
  EXPECT_FALSE(token);
}

// ---- the member of a library, whose profile sorts after the loans

struct Loan {
  std::string memberId;
  pt::date since;
  std::string isbn;
};
BOOST_DESCRIBE_STRUCT(Loan, (), (memberId, since, isbn))
struct Fine {
  std::string memberId;
  int number = 0;
};
BOOST_DESCRIBE_STRUCT(Fine, (), (memberId, number))
struct Profile {
  std::string memberId, name;
};
BOOST_DESCRIBE_STRUCT(Profile, (), (memberId, name))
struct LoanE : pt::entity<Loan, "LOAN", pt::key<"MEMBER#{memberId}", "LOAN#{since}#{isbn}">> {};
struct FineE : pt::entity<Fine, "FINE", pt::key<"MEMBER#{memberId}", "FINE#{number:04d}">> {};
struct ProfileE : pt::entity<Profile, "PROFILE", pt::key<"MEMBER#{memberId}", "PROFILE">> {};
struct Library : pt::table<"library", pt::primary<"PK", "SK">, pt::holds<LoanE, FineE, ProfileE>> {};

struct Member {
  std::vector<Loan> loans;
  std::optional<Profile> profile;
  std::vector<Fine> fines;
};
using Oldest = pt::collect<"a member with the oldest loans", Member, pt::many<LoanE>, pt::maybe<ProfileE>,
                           pt::many<FineE>, pt::by<"memberId">, pt::whole_partition>;
struct Newest {
  Profile profile;
  std::vector<Loan> loans;
  std::vector<Fine> fines;
};
using NewestLoans = pt::collect<"a member with the newest loans", Newest, pt::one<ProfileE>, pt::newest_many<LoanE>,
                                pt::newest_many<FineE>, pt::by<"memberId">>;

class LoadMember : public testing::Test {
 protected:
  LoadMember() {
    db.create_table_if_missing().value();
    db.create(Profile{"M1", "Ada"}).value();
    std::vector<Loan> loans;
    for (int i = 1; i <= 28; ++i)
      loans.push_back(
          {"M1", pt::date::parse("2026-01-" + std::string(i < 10 ? "0" : "") + std::to_string(i)).value(), "978"});
    db.replace_many(loans).value();
    db.replace_many(std::vector<Fine>{{"M1", 1}, {"M1", 2}, {"M1", 3}}).value();
  }
  pt::db<Library> db{partita::open("", {.in_memory = true}).value()};
};

TEST_F(LoadMember, the_single_that_sorts_last_is_there) {
  auto loaded = db.load<Oldest>("memberId"_f = "M1").take(10).value();
  ASSERT_TRUE(loaded);
  ASSERT_TRUE(loaded->profile);
  EXPECT_EQ(loaded->loans.size(), 10u);
  EXPECT_EQ(loaded->fines.size(), 3u);
  EXPECT_EQ(loaded.cost.evaluated, 14) << "no loan is read that is not given";
  loaded = db.load<Oldest>("memberId"_f = "M1").take(10).after(loaded.token).value();
  EXPECT_EQ(loaded->loans.front().since, "2026-01-11"_date);
  EXPECT_EQ(loaded->fines.size(), 0u);
  EXPECT_TRUE(loaded->profile);
  loaded = db.load<Oldest>("memberId"_f = "M1").take(10).after(loaded.token).value();
  EXPECT_EQ(loaded->loans.size(), 8u);
  EXPECT_FALSE(loaded.token);
}

TEST_F(LoadMember, each_of_several_newest_many_is_counted) {
  auto loaded = db.load<NewestLoans>("memberId"_f = "M1").take(2).value();
  ASSERT_TRUE(loaded);
  EXPECT_EQ(loaded->profile.name, "Ada");
  ASSERT_EQ(loaded->loans.size(), 2u);
  EXPECT_EQ(loaded->loans[0].since, "2026-01-28"_date);
  ASSERT_EQ(loaded->fines.size(), 2u);
  EXPECT_EQ(loaded->fines[0].number, 3);
  loaded = db.load<NewestLoans>("memberId"_f = "M1").take(2).after(loaded.token).value();
  EXPECT_EQ(loaded->loans[0].since, "2026-01-26"_date);
  ASSERT_EQ(loaded->fines.size(), 1u);
  EXPECT_EQ(loaded->fines[0].number, 1);
}

TEST_F(LoadMember, an_explanation_shows_what_is_sent) {
  auto call = db.load<Oldest>("memberId"_f = "M1").take(2);
  EXPECT_EQ(call.explain().value().requests, 3);
  EXPECT_EQ(call.explain().value().key_condition, "PK = \"MEMBER#M1\" AND begins_with(SK, \"LOAN#\")");
  EXPECT_EQ(call.value().cost.requests, 3);
  EXPECT_EQ(db.load<Oldest>("memberId"_f = "M1").explain().value().requests, 1);
}

// ---- read from the end, the items that belong to an item come before it

struct Remark {
  std::string memberId;
  pt::date since;
  std::string isbn;
  int number = 0;
};
BOOST_DESCRIBE_STRUCT(Remark, (), (memberId, since, isbn, number))
struct RemarkE : pt::entity<Remark, "REMARK", pt::key<"MEMBER#{memberId}", "LOAN#{since}#{isbn}#REMARK#{number:03d}">> {
};
struct Remarked : pt::table<"remarked", pt::primary<"PK", "SK">, pt::holds<LoanE, RemarkE, ProfileE>> {};
struct LoanAndRemarks {
  Loan loan;
  std::vector<Remark> remarks;
};
struct MemberAndRemarks {
  Profile profile;
  std::vector<LoanAndRemarks> loans;
};
using NewestRemarked =
    pt::collect<"a member with the newest loans and their remarks", MemberAndRemarks, pt::one<ProfileE>,
                pt::newest_many<pt::nested<LoanAndRemarks, pt::one<LoanE>, pt::many<RemarkE>>>, pt::by<"memberId">>;

TEST(LoadFromTheEnd, an_item_is_counted_with_all_that_belongs_to_it) {
  pt::db<Remarked> db{partita::open("", {.in_memory = true}).value()};
  db.create_table_if_missing().value();
  db.create(Profile{"M1", "Ada"}).value();
  for (const auto day : {"2026-01-01"_date, "2026-01-02"_date, "2026-01-03"_date}) {
    db.create(Loan{"M1", day, "978"}).value();
    for (int i = 0; i < 3; ++i) db.create(Remark{"M1", day, "978", i}).value();
  }
  std::optional<std::string> token;
  std::string seen;
  do {
    auto loaded = db.load<NewestRemarked>("memberId"_f = "M1").take(2).after(token).value();
    ASSERT_TRUE(loaded);
    EXPECT_TRUE(loaded.unreadable.empty());
    for (const LoanAndRemarks& one : loaded->loans) {
      EXPECT_EQ(one.remarks.size(), 3u);
      for (const Remark& remark : one.remarks) EXPECT_EQ(remark.since, one.loan.since);
      seen += one.loan.since.text().substr(8) + " ";
    }
    token = loaded.token;
  } while (token);
  EXPECT_EQ(seen, "03 02 01 ");
}

// ---- one request, in which the singles come first and one member follows

struct ProfileAndLoans {
  Profile profile;
  std::vector<Loan> loans;
};
struct ProfileFirstE : pt::entity<Profile, "PROFILE", pt::key<"MEMBER#{memberId}", "A">> {};
struct Simple : pt::table<"simple", pt::primary<"PK", "SK">, pt::holds<LoanE, ProfileFirstE>> {};
using Loans = pt::collect<"a member with loans", ProfileAndLoans, pt::one<ProfileFirstE>, pt::many<LoanE>,
                          pt::by<"memberId">, pt::whole_partition>;

TEST(LoadSimple, the_first_page_is_one_request_of_as_many_items_as_are_wanted) {
  pt::db<Simple> db{partita::open("", {.in_memory = true}).value()};
  db.create_table_if_missing().value();
  db.create(Profile{"M1", "Ada"}).value();
  for (const auto day : {"2026-01-01"_date, "2026-01-02"_date, "2026-01-03"_date})
    db.create(Loan{"M1", day, "978"}).value();
  auto loaded = db.load<Loans>("memberId"_f = "M1").take(2).value();
  EXPECT_EQ(loaded.cost.requests, 1);
  EXPECT_EQ(loaded.cost.evaluated, 3);
  EXPECT_EQ(loaded->loans.size(), 2u);
  loaded = db.load<Loans>("memberId"_f = "M1").take(2).after(loaded.token).value();
  EXPECT_EQ(loaded->profile.name, "Ada");
  EXPECT_EQ(loaded.cost.requests, 2);
  ASSERT_EQ(loaded->loans.size(), 1u);
  EXPECT_EQ(loaded->loans[0].since, "2026-01-03"_date);
  EXPECT_FALSE(loaded.token);
  EXPECT_FALSE(db.load<Loans>("memberId"_f = "M2").take(2).value());
}

// ---- lines that expire, with lots that do not

struct Offer {
  std::string customerId, orderId, lineId;
  std::optional<pt::epoch_seconds> until;
};
BOOST_DESCRIBE_STRUCT(Offer, (), (customerId, orderId, lineId, until))
struct Part {
  std::string customerId, orderId, lineId, lotId, partId;
};
BOOST_DESCRIBE_STRUCT(Part, (), (customerId, orderId, lineId, lotId, partId))
struct OfferLot {
  std::string customerId, orderId, lineId, lotId;
};
BOOST_DESCRIBE_STRUCT(OfferLot, (), (customerId, orderId, lineId, lotId))
struct OfferE
    : pt::entity<Offer, "OFFER", pt::key<"CUST#{customerId}", "ORDER#{orderId}#LINE#{lineId}">, pt::ttl<"until">> {};
struct OfferLotE
    : pt::entity<OfferLot, "LOT", pt::key<"CUST#{customerId}", "ORDER#{orderId}#LINE#{lineId}#LOT#{lotId}">> {};
struct PartE : pt::entity<Part, "PART",
                          pt::key<"CUST#{customerId}", "ORDER#{orderId}#LINE#{lineId}#LOT#{lotId}#PART#{partId}">> {};
struct Offers : pt::table<"offers", pt::primary<"PK", "SK">, pt::holds<OrderE, OfferE, OfferLotE, PartE>> {};
struct LotWithParts {
  OfferLot lot;
  std::vector<Part> parts;
};
struct OfferWithLots {
  Offer offer;
  std::vector<LotWithParts> lots;
};
struct OfferedOrder {
  Order order;
  std::vector<OfferWithLots> offers;
};
using LoadOffers =
    pt::collect<"an order with its offers", OfferedOrder, pt::one<OrderE>,
                pt::many<pt::nested<OfferWithLots, pt::one<OfferE>,
                                    pt::many<pt::nested<LotWithParts, pt::one<OfferLotE>, pt::many<PartE>>>>>,
                pt::by<"customerId", "orderId">>;

TEST(LoadExpired, what_belongs_to_an_expired_item_is_hidden_with_it) {
  const pt::db<Offers> db{partita::open("", {.in_memory = true, .ttl_interval = std::chrono::milliseconds(0)}).value(),
                          {.now_ms = [] { return 1'800'000'000'000; }}};
  db.create_table_if_missing().value();
  db.create(Order{"C1", "O1", "mine"}).value();
  for (const char* line : {"L1", "L2"}) {
    Offer offer{"C1", "O1", line, {}};
    if (offer.lineId == "L2") offer.until = pt::epoch_seconds(1'799'999'999);
    db.create(offer).value();
    db.create(OfferLot{"C1", "O1", line, "T1"}).value();
    db.create(Part{"C1", "O1", line, "T1", "P1"}).value();
  }
  const auto load = [&] { return db.load<LoadOffers>("customerId"_f = "C1", "orderId"_f = "O1"); };
  const auto strictly = load().on_unreadable(pt::Unreadable::Fail).run();
  ASSERT_TRUE(strictly) << strictly.error().message;
  ASSERT_EQ((*strictly)->offers.size(), 1u);
  EXPECT_EQ((*strictly)->offers[0].lots.size(), 1u);
  EXPECT_EQ(load().value().unreadable.size(), 0u);
  EXPECT_EQ(load().take(5).value().unreadable.size(), 0u);
  const auto all = load().with_expired().on_unreadable(pt::Unreadable::Fail).value();
  ASSERT_EQ(all->offers.size(), 2u);
  EXPECT_EQ(all->offers[1].lots[0].parts.size(), 1u);
  // If no line is hidden, an item without the line to which it belongs is a fault.
  db.create(OfferLot{"C1", "O1", "L3", "T1"}).value();
  EXPECT_EQ(load().with_expired().value().unreadable.size(), 1u);
}

}  // namespace load_test
