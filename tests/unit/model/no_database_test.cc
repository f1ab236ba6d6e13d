// A db that is made with a null pointer.
#include <gtest/gtest.h>

#include "unit/model/copies/copies_model.h"

namespace partita::model {
namespace no_database_test {

using namespace literals;
using copies_test::Customer;
using copies_test::CustomerE;
using copies_test::Customers;
using copies_test::OrderE;
using copies_test::Shop;

struct Named {
  const char* name;
  Error (*error)(Shop&);
};
template <class Call>
Error error_of(Call call) {
  const auto answer = call.run();
  if (answer) return {ErrorCode::InternalServerError, "it has answered", {}, {}};
  Error async;
  call.async([&async](const auto& later) {
    if (!later) async = later.error();
  });
  EXPECT_EQ(async.message, answer.error().message);
  return answer.error();
}

const Named kCalls[] = {
    {"create tables", [](Shop& db) { return error_of(db.create_table_if_missing()); }},
    {"get", [](Shop& db) { return error_of(db.get<CustomerE>("customerId"_f = "1")); }},
    {"query", [](Shop& db) { return error_of(db.query<copies_test::ByFolded>()); }},
    {"scan", [](Shop& db) { return error_of(db.scan<CustomerE>()); }},
    {"create",
     [](Shop& db) {
       return error_of(db.create(Customer{"1", "Ada"}));
     }},
    {"rename",
     [](Shop& db) { return error_of(db.update<CustomerE>("customerId"_f = "1").set("name"_f = "B").any_version()); }},
    {"transact",
     [](Shop& db) {
       return error_of(db.transact(create(Customer{"1", "Ada"})));
     }},
    {"subscribe", [](Shop& db) { return error_of(db.subscribe<Customers>()); }},
    {"follow copies", [](Shop& db) { return error_of(db.follow_copies<Customers>()); }},
    {"enable a stream", [](Shop& db) { return error_of(db.enable_stream<Customers>()); }},
    {"verify", [](Shop& db) { return error_of(db.verify()); }},
    {"upgrade", [](Shop& db) { return error_of(db.upgrade()); }},
    {"the database itself",
     [](Shop& db) {
       const auto answer = db.database().list_tables({});
       return answer ? Error{} : answer.error();
     }},
};

TEST(NoDatabase, EachCallSaysThatThereIsNone) {
  Shop shared{std::shared_ptr<Database>()}, unique{std::unique_ptr<Database>(), SessionOptions()};
  for (const Named& call : kCalls)
    for (Shop* db : {&shared, &unique}) {
      const Error error = call.error(*db);
      EXPECT_EQ(error.code, ErrorCode::ValidationException) << call.name;
      EXPECT_NE(error.message.find("it was made with a null pointer"), std::string::npos)
          << call.name << ": " << error.message;
    }
}

}  // namespace no_database_test
}  // namespace partita::model
