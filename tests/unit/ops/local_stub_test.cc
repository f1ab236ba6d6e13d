#include "expr/parse.h"
#include "expr/legacy.h"
namespace partita::expr {
struct Expressions::State {};
Expressions::Expressions(std::unique_ptr<State> s) : state_(std::move(s)) {}
Expressions::Expressions(Expressions&&) noexcept = default;
Expressions& Expressions::operator=(Expressions&&) noexcept = default;
Expressions::~Expressions() = default;
Result<Expressions> Expressions::make(const OptionalNames&, const OptionalItem&) { return Expressions(nullptr); }
Result<Condition> Expressions::condition(std::string_view) { return Condition(nullptr); }
Result<Condition> Expressions::filter(std::string_view) { return Condition(nullptr); }
Result<KeyCondition> Expressions::key_condition(std::string_view) { return KeyCondition{{KeyComparison{"pk",{}, {}, {}}}}; }
Result<Update> Expressions::update(std::string_view) { return Update(nullptr); }
Result<Projection> Expressions::projection(std::string_view) { return Projection(nullptr); }
Result<void> Expressions::check_all_used() const { return {}; }
Condition condition_of(const NamedList<ExpectedAttributeValue>&, ConditionalOperator) { return Condition(nullptr); }
Condition condition_of(const NamedList<partita::Condition>&, ConditionalOperator) { return Condition(nullptr); }
KeyCondition key_condition_of(const NamedList<partita::Condition>&) { return {}; }
Update update_of(const NamedList<AttributeValueUpdate>&) { return Update(nullptr); }
Projection projection_of(const std::vector<std::string>&) { return Projection(nullptr); }
}
