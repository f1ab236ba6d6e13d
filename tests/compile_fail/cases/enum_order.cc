// message: in by_customer, by state
// message: give them texts that do with pt::enum_texts
#include "shop.h"

enum class State { CREATED, PAID, ARRIVED };
BOOST_DESCRIBE_ENUM(State, CREATED, PAID, ARRIVED)
#ifdef MENDED
template <> struct pt::enum_texts<State> {
  static constexpr pt::enumerator_text list[] = {{State::CREATED, "CREATED", "1_CREATED"}, {State::PAID, "PAID", "2_PAID"},
                                                 {State::ARRIVED, "ARRIVED", "3_ARRIVED"}};
};
#endif
struct Sale { std::string saleId, customerId; State state = State::CREATED; };
BOOST_DESCRIBE_STRUCT(Sale, (), (saleId, customerId, state))
struct SaleE : pt::entity<Sale, "SALE", pt::key<"SALE#{saleId}", "SALE">, pt::on<"by_customer", "CUST#{customerId}", "{state}#{saleId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::gsi<"by_customer", "GSI1PK", "GSI1SK">, pt::holds<SaleE>> {};
using Asked = pt::pattern<"by state", SaleE, pt::by<"customerId">, pt::ascending<"state">>;
static_assert(served<Shop, Asked>);
