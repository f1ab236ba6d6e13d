#include "console/compose_pattern.h"

#include <fmt/format.h>
#include <partita/model/runtime/pattern_reads.h>

#include <map>

#include "console/no_database.h"
#include "console/pattern_parameters.h"
#include "console/wire.h"
#include "model/keys/compose.h"
#include "model/reads/prepared_read.h"
#include "modelling/core/whole_items.h"
#include "modelling/run/refused_parts.h"
#include "protocol/codec.h"

namespace partita::console {

struct RangeText {
  std::string comparison = {};
  std::string from = {};
  std::optional<std::string> to = {};
};
template <class V, protocol::Is<RangeText> T>
void fields(V& v, T& of) {
  v("Comparison", of.comparison);
  v("From", of.from);
  v("To", of.to);
}

struct ComposePatternRequest {
  std::string pattern = {};
  std::map<std::string, std::string> parameters = {};
  std::optional<RangeText> range = {};
  std::optional<std::int64_t> limit = {};
};
template <class V, protocol::Is<ComposePatternRequest> T>
void fields(V& v, T& of) {
  v("Pattern", of.pattern);
  v("Parameters", of.parameters);
  v("Range", of.range);
  v("Limit", of.limit);
}

struct ComposedRequest {
  std::string operation = {};
  RawJson body = {};
};
template <class V, protocol::Is<ComposedRequest> T>
void fields(V& v, T& of) {
  v("Operation", of.operation);
  v("Body", of.body);
}

struct ComposePatternAnswer {
  std::vector<ComposedRequest> requests = {};
};
template <class V, protocol::Is<ComposePatternAnswer> T>
void fields(V& v, T& of) {
  v("Requests", of.requests);
}

namespace {

using model::kNone;
using modelling::Operation;

// A range of time may span many partitions, each of which is a request.
constexpr std::size_t kMostRequests = 200;

template <class Request>
ComposedRequest composed(std::string_view operation, const Request& request) {
  ComposedRequest out{.operation = std::string(operation)};
  out.body.text.clear();
  protocol::encode_request(request, out.body.text);
  return out;
}

Result<const modelling::ProvenPattern*> find_pattern(const modelling::Proof& proof, const std::string& name) {
  for (const modelling::ProvenPattern& pattern : proof.patterns())
    if (pattern.declared->name == name) return &pattern;
  return invalid(fmt::format("The model has no pattern '{}'", name));
}

class Composer {
 public:
  Composer(const modelling::Proof& proof, const modelling::ProvenPattern& pattern, const ComposePatternRequest& request)
      : proof_(proof),
        pattern_(pattern),
        request_(request),
        entity_(entity_of(proof, pattern)),
        // Nothing is sent.
        session_(model::make_session(std::make_shared<NoDatabase>())) {}

  Result<ComposePatternAnswer> compose() {
    const modelling::Pattern& declared = *pattern_.declared;
    if (!modelling::is_read(declared.operation))
      return invalid(fmt::format("{} writes; edit the items on the page of their table", declared.name));
    const modelling::run::RefusedParts refused(proof_);
    const modelling::lint::Finding* found = refused.of_pattern(declared);
    if (!found) found = refused.of_parts(declared);
    if (found) return invalid(fmt::format("The model refuses {}: {}", declared.name, modelling::run::text_of(*found)));
    if (!entity_) return invalid(fmt::format("The model does not say which entity {} reads", declared.name));
    if (request_.limit && *request_.limit < 1) return invalid("Limit is a number of items, 1 or more");
    PARTITA_TRY(check_names());
    switch (declared.operation) {
      case Operation::Scan:
        return scan();
      case Operation::BatchGet:
      case Operation::TransactGet:
        return get();
      default:
        break;
    }
    if (!pattern_.served()) return invalid(fmt::format("The model has no plan for {}", declared.name));
    if (pattern_.info.plan.operation == model::PlanOperation::Search)
      return invalid(fmt::format("{} searches for a vector, which the console cannot make", declared.name));
    return read();
  }

 private:
  // A misspelt parameter would otherwise be left out without a word.
  Result<void> check_names() const {
    const auto known = parameters_of(proof_, pattern_);
    for (const auto& [name, text] : request_.parameters) {
      const auto is = [&name = name](const PatternParameter& one) { return one.name == name; };
      if (std::none_of(known.begin(), known.end(), is))
        return invalid(fmt::format("{} has no parameter '{}'", pattern_.declared->name, name));
    }
    return {};
  }

  const model::FieldInfo& field(int position) const { return entity_->fields[static_cast<std::size_t>(position)]; }

  Result<AttributeMap> values_of(std::span<const int> positions) const {
    AttributeMap values;
    for (const int position : positions) {
      const auto given = request_.parameters.find(std::string(field(position).name));
      if (given == request_.parameters.end())
        return invalid(fmt::format("{} needs a value for {}", pattern_.declared->name, field(position).name));
      PARTITA_TRY_VALUE(value, value_of(field(position), given->second));
      values.set(field(position).attribute, std::move(value));
    }
    return values;
  }

  Result<model::SortRange> range() const {
    using Kind = model::SortRange::Kind;
    static const std::map<std::string_view, Kind> kKinds = {{"=", Kind::Equal},
                                                            {"<", Kind::Less},
                                                            {"<=", Kind::LessOrEqual},
                                                            {">", Kind::Greater},
                                                            {">=", Kind::GreaterOrEqual},
                                                            {"between", Kind::Between},
                                                            {"begins_with", Kind::BeginsWith}};
    const model::Plan& plan = pattern_.info.plan;
    const int position = plan.bucket_field != kNone ? plan.bucket_field : plan.range_field;
    if (!request_.range) return model::SortRange{};
    if (position == kNone) return invalid(fmt::format("{} has no range", pattern_.declared->name));
    const auto kind = kKinds.find(request_.range->comparison);
    if (kind == kKinds.end()) return invalid("The Comparison of a Range is =, <, <=, >, >=, between or begins_with");
    PARTITA_TRY_VALUE(low, value_of(field(position), request_.range->from));
    model::SortRange out{.kind = kind->second, .low = std::move(low)};
    if (out.kind != Kind::Between) return out;
    if (!request_.range->to) return invalid("A Range with between needs To");
    PARTITA_TRY_VALUE(high, value_of(field(position), *request_.range->to));
    out.high = std::move(high);
    return out;
  }

  Result<model::Predicate> filter() const {
    model::Predicate all{.kind = model::Predicate::Kind::And};
    for (const FilterParameter& condition : filter_parameters(pattern_)) {
      model::Predicate one{.kind = condition.kind, .path = std::string(condition.field->attribute)};
      if (condition.has_operand()) {
        const auto given = request_.parameters.find(std::string(condition.field->name));
        if (given == request_.parameters.end()) continue;
        PARTITA_TRY_VALUE(value, value_of(*condition.field, given->second));
        one.values.push_back(std::move(value));
      }
      all.children.push_back(std::move(one));
    }
    if (all.children.empty()) return model::Predicate{};
    if (all.children.size() == 1) return std::move(all.children.front());
    return all;
  }

  Result<ComposePatternAnswer> read() {
    PARTITA_TRY_VALUE(values, values_of(pattern_.info.by));
    PARTITA_TRY_VALUE(asked, range());
    PARTITA_TRY_VALUE(filtered, filter());
    const model::ReadRequest request{.pattern = &pattern_.info,
                                     .values = std::move(values),
                                     .range = std::move(asked),
                                     .filter = std::move(filtered)};
    PARTITA_TRY_VALUE(prepared, model::prepare_read(*session_, model::kept_by_caller(request)));
    ComposePatternAnswer answer;
    if (prepared.item_key) {
      answer.requests.push_back(composed("GetItem", model::get_request(prepared)));
      return answer;
    }
    for (;;) {
      for (std::size_t query = 0; query < prepared.queries.size(); ++query) {
        if (answer.requests.size() >= kMostRequests)
          return invalid(fmt::format("The range spans more than {} partitions; give a shorter one", kMostRequests));
        QueryRequest one = model::query_request(prepared, query);
        if (request_.limit) one.limit = *request_.limit;
        answer.requests.push_back(composed("Query", one));
      }
      if (!prepared.has_next_bucket()) return answer;
      PARTITA_TRY_VALUE(next, model::prepare_next_bucket(*session_, prepared));
      prepared = std::move(next);
    }
  }

  Result<ComposePatternAnswer> scan() {
    const modelling::Pattern& declared = *pattern_.declared;
    const modelling::Table* table = proof_.model().table_of(declared.entities.front(), declared.table);
    ScanRequest request{.table_name = table->name};
    if (!declared.index.empty()) request.index_name = declared.index;
    if (request_.limit) request.limit = *request_.limit;
    ComposePatternAnswer answer;
    answer.requests.push_back(composed("Scan", request));
    return answer;
  }

  Result<ComposePatternAnswer> get() {
    const modelling::Pattern& declared = *pattern_.declared;
    const modelling::Table* table = proof_.model().table_of(declared.entities.front(), declared.table);
    PARTITA_TRY_VALUE(values, values_of(primary_key_fields(*entity_)));
    PARTITA_TRY_VALUE(key, model::compose_primary(*entity_, values));
    ComposePatternAnswer answer;
    answer.requests.push_back(composed("GetItem", GetItemRequest{.table_name = table->name, .key = std::move(key)}));
    return answer;
  }

  const modelling::Proof& proof_;
  const modelling::ProvenPattern& pattern_;
  const ComposePatternRequest& request_;
  const model::EntityInfo* const entity_;
  const std::shared_ptr<model::Session> session_;
};

}  // namespace

Result<std::string> compose_pattern(const modelling::Proof& proof, std::string_view body) {
  PARTITA_TRY_VALUE(request, read_request<ComposePatternRequest>(body));
  PARTITA_TRY_VALUE(pattern, find_pattern(proof, request.pattern));
  PARTITA_TRY_VALUE(answer, Composer(proof, *pattern, request).compose());
  return json_of(answer);
}

}  // namespace partita::console
