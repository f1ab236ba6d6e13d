// search() sends the search of a pattern whose plan has a vector index.
#include <fmt/format.h>
#include <partita/model/call.h>
#include <partita/model/detail/projection.h>
#include <partita/model/runtime/vector_search.h>

#include <algorithm>

#include "base/contains.h"
#include "base/try.h"
#include "model/conditions/placeholders.h"
#include "model/core/retry.h"
#include "model/core/spell.h"
#include "model/keys/compose.h"
#include "model/reads/key_range.h"
#include "model/reads/row.h"
#include "model/reads/row_match.h"
#include "model/reads/struct_filler.h"
#include "protocol/codec.h"
#include "value/limits.h"

namespace partita::model {
namespace {

// The attribute that the condition compares. An equality with an empty value has become a tree.
std::string first_attribute(const Predicate& condition) {
  if (!condition.path.empty()) return condition.path.steps.front().name;
  for (const Predicate& child : condition.children)
    if (std::string name = first_attribute(child); !name.empty()) return name;
  return "";
}

const IndexInfo& index_of(const PatternInfo& pattern) { return pattern.table->at(pattern.plan.index); }

// Writes the condition of a search: attributes with their values, joined by AND.
class SearchCondition {
 public:
  void equals(std::string_view attribute, const AttributeValue& value) {
    if (base::contains(attributes_, attribute)) return;
    attributes_.push_back(attribute);
    text_ += fmt::format("{}{} = {}", text_.empty() ? "" : " AND ", placeholders_.name(attribute),
                         placeholders_.value(value));
  }
  Placeholders& placeholders() { return placeholders_; }
  void add_to(SearchVectorsRequest& request) && {
    if (!text_.empty()) request.search_condition_expression = std::move(text_);
    request.expression_attribute_names = placeholders_.names();
    request.expression_attribute_values = placeholders_.values();
  }

 private:
  Placeholders placeholders_;
  std::string text_;
  std::vector<std::string_view> attributes_;
};

// The members of the partition key are in it. The others that the call gives are inline filters.
Result<void> add_conditions(const SearchRead& read, SearchCondition& condition) {
  const PatternInfo& pattern = *read.pattern;
  const EntityInfo& entity = *pattern.entities.front();
  if (const EntityKey* key = find_key(entity, pattern.plan.index))
    for (const KeyAttribute& attribute : key->partition) {
      PARTITA_TRY_VALUE(value, compose(attribute, KeyRole::Partition, entity.fields, read.values));
      if (!value)
        return invalid(fmt::format("The search \"{}\" needs a value for each member of the partition key {} of {}",
                                   pattern.name, attribute.attribute, index_of(pattern).name));
      condition.equals(attribute.attribute, *value);
    }
  for (const FieldPosition field : pattern.by) {
    if (detail::is_in_partition(entity, pattern.plan.index, field)) continue;
    const FieldInfo& info = entity.at(field);
    const AttributeValue* value = read.values.find(info.attribute);
    if (!value || value->is(AttributeType::None))
      return invalid(
          fmt::format("The search \"{}\" selects by a value of {}, and the given one is empty: items without "
                      "a value cannot be selected",
                      pattern.name, info.name));
    condition.equals(info.attribute, *value);
  }
  for (const Attribute& filter : read.filters) {
    if (read.values.find(filter.name))
      return invalid(fmt::format("The search \"{}\" selects by {} twice", pattern.name, filter.name));
    condition.equals(filter.name, filter.value);
  }
  if (detail::selects_by_tag(*pattern.table, index_of(pattern), entity))
    condition.equals(pattern.table->type_attribute, AttributeValue(std::string(entity.name)));
  return {};
}

Result<SearchVectorsRequest> search_request(const Session& session, const SearchRead& read) {
  if (read.top_k < 1 || read.top_k > limits::kSearchResults)
    return invalid(fmt::format("top_k must be from 1 to {}, not {}", limits::kSearchResults, read.top_k));
  const PatternInfo& pattern = *read.pattern;
  SearchVectorsRequest request{.table_name = session.table_name(*pattern.table),
                               .index_name = std::string(index_of(pattern).name),
                               .top_k = read.top_k,
                               .return_consumed_capacity = ReturnConsumedCapacity::Indexes};
  auto& numbers = request.search_vector.emplace();
  for (const float number : read.vector) {
    PARTITA_TRY_VALUE(value, encode(number));
    numbers.push_back(std::move(value));
  }
  SearchCondition condition;
  PARTITA_TRY(add_conditions(read, condition));
  for (const std::string_view attribute : read.attributes) {
    std::string& text =
        request.projection_expression ? *request.projection_expression : request.projection_expression.emplace();
    text += (text.empty() ? "" : ", ") + condition.placeholders().name(attribute);
  }
  std::move(condition).add_to(request);
  return request;
}

struct Searching : AsyncOperation<ScoredRows> {
  Searching(std::shared_ptr<Session> session, Mode mode, Done<ScoredRows> when_done, SearchRead what)
      : AsyncOperation(std::move(session), mode, std::move(when_done)), read(std::move(what)) {}

  const SearchRead read;
  SearchVectorsRequest request;
  ScoredRows answer;
  std::optional<Error> error;
  Failures failures = {};

  static inline const SortRange kNoRange = {};

  // Takes an answer. Returns Again if items were left out of it and more of the others may follow.
  Result<Loop> take(SearchVectorsResponse response) {
    const auto found = static_cast<std::int64_t>(response.search_results.size());
    answer.cost.evaluated += found;
    answer.cost.returned += found;
    if (response.consumed_capacity)
      answer.cost.search_bytes += response.consumed_capacity->vector_search_request_bytes.value_or(0);
    answer.rows.clear();
    answer.scores.clear();
    answer.unreadable.clear();
    answer.cost.stale = 0;
    std::int64_t left_out = 0;
    const RowMatch match(*read.pattern, read.values, kNoRange);
    for (SearchResultItem& result : response.search_results) {
      if (static_cast<std::int64_t>(answer.rows.size() + answer.unreadable.size()) == read.top_k) break;
      Row row = make_row(*read.pattern->table, read.pattern->plan.index, std::move(result.item));
      const bool is_stale =
          row.entity == read.pattern->entities.front() && !match.holds(*row.entity, StoredAttributes(row.item, {}));
      if (is_stale || (!read.expired_too && has_expired(row, caller.session()))) {
        answer.cost.stale += is_stale ? 1 : 0;
        ++left_out;
        continue;
      }
      PARTITA_TRY(add(std::move(row), result.score));
    }
    const bool is_full = static_cast<std::int64_t>(answer.rows.size() + answer.unreadable.size()) == read.top_k;
    if (is_full || left_out == 0 || found < *request.top_k) return Loop::Stop;
    answer.incomplete = *request.top_k == limits::kSearchResults;
    if (answer.incomplete) return Loop::Stop;
    request.top_k = std::min(limits::kSearchResults, *request.top_k + std::max(*request.top_k, left_out));
    return Loop::Again;
  }

  Result<void> add(Row row, float score) {
    if (row.entity == read.pattern->entities.front()) {
      answer.rows.push_back(std::move(row));
      answer.scores.push_back(score);
      return {};
    }
    const TableInfo& table = *read.pattern->table;
    const StoredAttributes attributes(row.item, {});
    const StoredValue* tag = table.type_attribute.empty() ? nullptr : attributes.find(table.type_attribute);
    Error reason = misfit(*read.pattern, row.entity, key_of(key_attributes(table, kNone), row.item), tag);
    if (read.unreadable.value_or(read.pattern->unreadable) == Unreadable::Fail) return unexpected(std::move(reason));
    answer.unreadable.push_back(unreadable_row(table, row, std::move(reason)));
    return {};
  }

  void end() {
    if (error) return finish(unexpected(*std::move(error)));
    finish(std::move(answer));
  }
};

}  // namespace

void search(const std::shared_ptr<Session>& session, Mode mode, SearchRead what, Done<ScoredRows> done) {
  if (!session) return done(detail::call_was_moved());
  auto searching = std::make_shared<Searching>(session, mode, std::move(done), std::move(what));
  auto request = search_request(*session, searching->read);
  if (!request) return searching->finish(unexpected(std::move(request.error())));
  searching->request = std::move(*request);
  repeat(
      mode,
      [searching](const std::function<void(Loop)>& next) {
        ++searching->answer.cost.requests;
        searching->caller.call(searching->request, [searching, next](Result<SearchVectorsResponse> response) {
          if (!response &&
              searching->failures.passes(searching->caller, response.error(), [next] { next(Loop::Again); }))
            return;
          searching->failures.forget();
          Result<Loop> then =
              response ? searching->take(std::move(*response)) : Result<Loop>(unexpected(std::move(response.error())));
          if (!then) searching->error = std::move(then.error());
          next(then ? *then : Loop::Stop);
        });
      },
      [searching] { searching->end(); });
}

Result<Explanation> explain_search(const std::shared_ptr<Session>& session, const SearchRead& what) {
  if (!session) return detail::call_was_moved();
  PARTITA_TRY_VALUE(request, search_request(*session, what));
  Explanation explanation{.operation = "SearchVectors", .table = *request.table_name, .index = *request.index_name};
  const Placeholders placeholders(request.expression_attribute_names, request.expression_attribute_values);
  if (request.search_condition_expression)
    explanation.key_condition = placeholders.spell_out(*request.search_condition_expression);
  protocol::encode_request(request, explanation.request_json);
  return explanation;
}

Result<void> detail::add_search_filters(const Predicate& condition, AttributeMap& to) {
  if (condition.kind == Predicate::Kind::And) {
    for (const Predicate& child : condition.children) PARTITA_TRY(add_search_filters(child, to));
    return {};
  }
  const std::string attribute = first_attribute(condition);
  if (condition.kind != Predicate::Kind::Equal || condition.values.front().is(AttributeType::None))
    return invalid(fmt::format(
        "A search selects by values, and the filter compares {} with none: its value is empty. Items without a value "
        "cannot be selected: leave the filter out, and drop the other items from the answer",
        attribute));
  if (to.find(attribute)) return invalid(fmt::format("A search selects by {} twice", attribute));
  to.set(attribute, condition.values.front());
  return {};
}

Result<void> detail::decode_scored(const TableInfo& table, ScoredRows& rows, const StructReader& reader, void* structs,
                                   Unreadable what) {
  StructFiller filler(reader, structs);
  StoredAttributes attributes;
  std::vector<float> scores;
  for (std::size_t i = 0; i < rows.rows.size(); ++i) {
    const Row& row = rows.rows[i];
    attributes.assign(row.item);
    attributes.add(row.added);
    auto fault = filler.add(attributes, rows.rows.size());
    if (!fault) {
      scores.push_back(rows.scores[i]);
      continue;
    }
    if (what == Unreadable::Fail) return unexpected(*std::move(fault));
    rows.unreadable.push_back(unreadable_row(table, row, *std::move(fault)));
  }
  rows.scores = std::move(scores);
  return {};
}

}  // namespace partita::model
