// The namespace of a generated header is a name of its own.
#include <gtest/gtest.h>

#include "modelling/generate/cpp/cpp_model.h"

namespace partita::modelling {
namespace cpp_names_test {

TEST(CppNames, GiveANamespaceThatNobodyElseHas) {
  const std::pair<const char*, const char*> cases[] = {
      {"Order Entry", "order_entry"},
      {"partita", "partita_model"},
      {"std", "std_model"},
      {"Boost", "boost_model"},
      {"pt", "pt_model"},
      {"time", "time_model"},
      {"Index", "index_model"},
      {"access", "access_model"},
      {"class", "class_"},
      {"unix", "unix_"},
      {"shop", "shop"},
      {"timeline", "timeline"},
  };
  for (const auto& [name, expected] : cases) EXPECT_EQ(CppNames::name_space(name), expected);
}

}  // namespace cpp_names_test
}  // namespace partita::modelling
