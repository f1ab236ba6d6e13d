// Every pattern of the example systems, and of a model with the kinds of patterns that these lack, composed and carried
// out on a database in memory. `partita model run` carries out the same patterns with the same values; the requests,
// the items and the units must be equal.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <partita/item.h>

#include <algorithm>
#include <filesystem>
#include <regex>

#include "base/base64.h"
#include "console/compose/compose_read.h"
#include "console/compose/compose_write.h"
#include "console/patterns/pattern_parts.h"
#include "model/keys/identify.h"
#include "modelling/run/load_samples.h"
#include "modelling/run/read_pattern.h"
#include "modelling/run/refused_parts.h"
#include "protocol/codec.h"
#include "protocol/error_json.h"
#include "protocol/json/json_member.h"
#include "unit/modelling/run_support.h"

namespace partita::console {
namespace pattern_runs_test {

using modelling::run_support::database_in_memory;
using modelling::run_support::proof_of;
using testing::HasSubstr;

constexpr std::int64_t kNowMs = 1'772'000'000'000;

// A model with the kinds of patterns that the example systems lack.
constexpr const char* kMarket = R"(
format: 1
name: market
tables:
  - name: market
    partition_key: PK
    sort_key: SK
    type_attribute: type
    indexes:
      - {name: by_status, partition: GSI1PK, sort: GSI1SK}
      - {name: near, scope: vector, partition: shop, vector: {attribute: embedding, dimensions: 3}}
    entities:
      - name: SELLER
        fields: {seller: string, email: string, joined: time, changed: time, until: {kind: seconds, optional: true}}
        key: {partition: "SELLER#{seller}", sort: "PROFILE"}
        unique: [email]
        created_at: joined
        updated_at: changed
        ttl: until
      - name: OFFER
        fields:
          seller: {kind: string, references: SELLER}
          id: ulid
          created: time
          status: {enum: [OPEN, SOLD, GONE]}
          price: integer
          labels: list
          place: {kind: map, optional: true}
          note: {kind: string, optional: true}
          version: integer
        key: {partition: "SELLER#{seller}", sort: "OFFER#{id}"}
        in:
          by_status: {partition: "STATUS#{status}", sort: "{created}#{seller}#{id}"}
        version: version
      - name: PICTURE
        fields: {shop: string, id: string, embedding: list, bytes: {kind: bytes}}
        key: {partition: "PICTURE#{id}", sort: "PICTURE"}
        in: {near: {partition: "{shop}"}}
        samples:
          - {shop: a, id: p1, embedding: {L: [{N: "1"}, {N: "0"}, {N: "0.5"}]}, bytes: "AQI="}
          - {shop: a, id: p2, embedding: {L: [{N: "0"}, {N: "1"}, {N: "0.5"}]}, bytes: "AQM="}
patterns:
  - {name: offers since, entities: OFFER, by: [status], range: created, range_comparison: ">="}
  - {name: offers between, entities: OFFER, by: [status], range: created, range_comparison: between}
  - {name: offers of a price, entities: OFFER, by: [seller], filter: [{field: price, comparison: between},
     {field: status, comparison: in}, {field: note, comparison: exists}]}
  - {name: either, entities: OFFER, by: [seller], filter_any: [{field: price, comparison: "<"}, {field: price, comparison: ">"}]}
  - {name: labelled, entities: OFFER, by: [seller], filter: [{field: labels, comparison: contains}]}
  - {name: seller of an address with offers, entities: [SELLER, OFFER], by: [seller], whole: true,
     filter: [{field: email, comparison: begins_with}]}
  - {name: scan a price, scan: OFFER, filter: [{field: price, comparison: ">="}]}
  - {name: scan an index, scan: OFFER, index: by_status}
  - {name: some, batch_get: [SELLER, OFFER]}
  - {name: as of one moment, transact_get: [SELLER, OFFER]}
  - {name: pictures like, search: PICTURE, by: [shop]}
  - {name: register, create: SELLER}
  - {name: replace seller, put: SELLER}
  - {name: replace offer, put: OFFER}
  - {name: put offer of any version, put: OFFER, version_unchecked: true}
  - {name: change email, update: SELLER, set: [email], read_first: true}
  - {name: annotate, update: OFFER}
  - {name: sell, update: OFFER, set: [status], given: [created]}
  - {name: sell after a read, update: OFFER, set: [status], read_first: true, version_unchecked: true}
  - {name: withdraw, delete: OFFER}
  - {name: leave, delete: SELLER, read_first: true}
  - {name: import, batch_write: [{put: PICTURE, items: 3}, {delete: PICTURE}]}
  - {name: offer under check, transact: [{check: SELLER}, {create: OFFER, items: 2}]}
)";

// ---- values as a user types them

std::string json_of_value(const AttributeValue& value) {
  std::string put;
  protocol::encode_request(PutItemRequest{.item = AttributeMap{{"v", value}}}, put);
  return **protocol::member_json(**protocol::member_json(put, "Item"), "v");
}

std::string base64_of(std::string_view bytes) {
  std::string text(base::base64_size(bytes.size()), 0);
  base::encode_base64(bytes, text.data());
  return text;
}

std::string text_of(const model::FieldInfo& field, const AttributeValue& value) {
  if (field.kind == model::FieldKind::Document) return json_of_value(value);
  if (value.is(AttributeType::N)) return value.n();
  if (value.is(AttributeType::B)) return base64_of(value.text());
  if (value.is(AttributeType::Bool)) return value.boolean() ? "true" : "false";
  return value.text();
}

// ---- requests on a database, with the units that they cost

struct Answered {
  GivenAnswer answer = {};
  modelling::run::SentRequest sent = {};
};

template <class Request, class Send>
GivenAnswer answer_of(const std::string& json, Send send) {
  auto request = protocol::decode_request<Request>(json);
  EXPECT_TRUE(request) << json;
  GivenAnswer out;
  auto response = send(std::move(*request));
  if (response) {
    protocol::encode_response(*response, out.text);
  } else {
    out.status = 400;
    protocol::encode_error(response.error(), out.text);
  }
  return out;
}

Answered send(modelling::run::Recorder& recorder, const ComposedRequest& request) {
  recorder.take();
  Answered out;
#define PARTITA_OPERATION(function, Name)                    \
  if (request.operation == #Name)                            \
    out.answer = answer_of<Name##Request>(request.body.text, \
                                          [&](Name##Request one) { return recorder.function(std::move(one)); });
#include <partita/operations.def>
#undef PARTITA_OPERATION
  out.sent = recorder.take().front();
  return out;
}

std::string without_random_ids(const std::string& json) {
  static const std::regex kId("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
  return std::regex_replace(json, kId, "ID");
}

// ---- the same model twice

class SameRuns {
 public:
  explicit SameRuns(std::shared_ptr<const modelling::Proof> proof)
      : proof_(std::move(proof)), refused_(*proof_), recorder_(std::make_shared<modelling::run::Recorder>(*database_)) {
    model::SessionOptions options{.now_ms = [] { return kNowMs; }};
    session_ = model::make_session(recorder_, options);
    samples_ = modelling::run::Samples::make(*proof_, {.now_ms = kNowMs}, refused_.entities());
  }

  // Returns the number of patterns.
  int check() {
    check_all();
    return static_cast<int>(proof_->patterns().size());
  }

 private:
  void check_all() {
    const auto reference_database = database_in_memory();
    auto reference = modelling::run::run_model(*proof_, *reference_database, {.now_ms = [] { return kNowMs; }});
    ASSERT_TRUE(reference) << reference.error().message;
    modelling::run::Context context{*proof_, *database_, *recorder_, session_, samples_, kNowMs};
    for (const modelling::ProvenTable& table : proof_->tables())
      EXPECT_TRUE(modelling::run::make_table(context, table));
    std::vector<std::string> faults;
    modelling::run::store_samples(context, faults);
    EXPECT_THAT(faults, testing::IsEmpty());
    // The reads of the reference were before its writes.
    for (const bool reads : {true, false})
      for (std::size_t i = 0; i < proof_->patterns().size(); ++i) {
        const modelling::ProvenPattern& pattern = proof_->patterns()[i];
        const modelling::run::PatternRun& run = reference->patterns[i];
        if (modelling::is_read(pattern.declared->operation) != reads) continue;
        SCOPED_TRACE(pattern.declared->name);
        ASSERT_EQ(run.outcome, modelling::run::Outcome::Right) << run.reason;
        reads ? check_read(context, pattern, run) : check_write(pattern, run);
      }
  }

  void compare(const std::vector<modelling::run::SentRequest>& sent, const modelling::run::PatternRun& run) {
    ASSERT_EQ(sent.size(), run.requests.size());
    double units = 0;
    for (std::size_t i = 0; i < sent.size(); ++i) {
      EXPECT_EQ(sent[i].operation, run.requests[i].operation);
      EXPECT_EQ(without_random_ids(sent[i].json), without_random_ids(run.requests[i].json));
      EXPECT_EQ(sent[i].returned_count, run.requests[i].returned_count);
      units += sent[i].capacity_units;
    }
    EXPECT_EQ(units, run.capacity_units());
  }

  // ---- reads

  void check_read(modelling::run::Context& context, const modelling::ProvenPattern& pattern,
                  const modelling::run::PatternRun& run) {
    modelling::run::PatternRun ignored{.pattern = pattern.declared};
    const auto task = modelling::run::prepare_read_task(context, pattern, ignored);
    ASSERT_TRUE(task);
    const auto composed = compose_read(*proof_, pattern, texts_of(pattern, *task));
    ASSERT_TRUE(composed) << composed.error().message;
    std::vector<modelling::run::SentRequest> sent;
    for (const ComposedRequest& request : composed->requests) {
      Answered answered = send(*recorder_, request);
      ASSERT_EQ(answered.answer.status, 200) << answered.answer.text;
      sent.push_back(std::move(answered.sent));
    }
    compare(sent, run);
    EXPECT_GT(sent.front().evaluated_count + static_cast<std::int64_t>(run.items.size()), 0);
  }

  ComposePatternRequest texts_of(const modelling::ProvenPattern& pattern, const modelling::run::ReadTask& task) {
    ComposePatternRequest request{.pattern = pattern.declared->name, .limit = task.take};
    const model::EntityInfo* entity = entity_of(*proof_, pattern);
    const auto field = [&](model::FieldPosition at) -> const model::FieldInfo& {
      return modelling::run::field_of(*entity, at);
    };
    if (pattern.served())
      for (const model::FieldPosition by : pattern.info.by)
        request.parameters[std::string(field(by).name)] = text_of(field(by), *task.naive.by.find(field(by).attribute));
    if (const auto& range = task.naive.range) {
      request.range =
          RangeText{.comparison = range->comparison, .from = text_of(field(range->field), range->operands.front())};
      if (range->comparison == "between") request.range->to = text_of(field(range->field), range->operands.back());
    }
    std::string vector;
    for (const float number : task.vector) vector += (vector.empty() ? "" : ", ") + fmt::format("{}", number);
    if (!vector.empty()) request.parameters["vector"] = vector;
    const auto conditions = filter_parameters(*proof_, pattern);
    for (std::size_t i = 0; i < conditions.size(); ++i) {
      std::vector<std::string> texts;
      for (const AttributeValue& operand : task.naive.filter[i].operands) {
        const model::FieldInfo& compared = field(conditions[i].field);
        const bool is_document = compared.kind == model::FieldKind::Document;
        texts.push_back(is_document ? json_of_value(operand) : text_of(compared, operand));
      }
      if (conditions[i].operands() == "one") request.parameters[conditions[i].name] = texts.front();
      if (conditions[i].operands() == "two" || conditions[i].operands() == "many")
        request.lists.push_back({conditions[i].name, texts});
    }
    for (const std::string& name : pattern.declared->entities) {
      if (task.keys.empty()) break;
      PartTexts part;
      for (const modelling::run::Sample& key : task.keys)
        if (key.entity->name == name) part.items.push_back({.values = texts_of(*key.entity, key.key())});
      request.parts.push_back(std::move(part));
    }
    return request;
  }

  static std::map<std::string, std::string> texts_of(const model::EntityInfo& entity, const AttributeMap& attributes) {
    std::map<std::string, std::string> texts;
    for (const model::FieldInfo& field : entity.fields)
      if (const AttributeValue* value = attributes.find(field.attribute))
        texts[std::string(field.name)] = text_of(field, *value);
    return texts;
  }

  // ---- writes

  void check_write(const modelling::ProvenPattern& pattern, const modelling::run::PatternRun& run) {
    ComposePatternRequest request = texts_of(pattern, run);
    std::vector<modelling::run::SentRequest> sent;
    std::optional<ComposePatternAnswer> answer;
    for (;;) {
      auto composed = compose_write(*proof_, pattern, request);
      ASSERT_TRUE(composed) << composed.error().message;
      answer = *std::move(composed);
      request.seed = answer->seed;
      if (answer->requests.size() <= request.answers.size()) break;
      Answered answered = send(*recorder_, answer->requests[request.answers.size()]);
      EXPECT_EQ(answered.answer.status, 200) << answered.answer.text;
      request.answers.push_back(answered.answer);
      sent.push_back(std::move(answered.sent));
    }
    ASSERT_TRUE(answer->outcome);
    EXPECT_TRUE(answer->outcome->is_done) << answer->outcome->failure.value_or(Failure{}).message;
    compare(sent, run);
    check_effects(*answer, sent);
  }

  // The units that the page announces are the cost of the write, or the least of it.
  static void check_effects(const ComposePatternAnswer& answer, const std::vector<modelling::run::SentRequest>& sent) {
    double announced = 0, written = 0;
    bool at_least = false, reads = false;
    for (const WriteEffect& effect : *answer.effects) {
      announced += effect.units;
      at_least = at_least || effect.at_least;
      reads = reads || effect.reads_first.has_value();
    }
    bool sends_read = false;
    for (const modelling::run::SentRequest& request : sent) {
      if (request.operation == "GetItem")
        sends_read = true;
      else
        written += request.capacity_units;
    }
    EXPECT_EQ(reads, sent.front().operation == "GetItem") << sends_read;
    EXPECT_TRUE(at_least ? announced <= written : announced == written) << announced << " " << written;
  }

  ComposePatternRequest texts_of(const modelling::ProvenPattern& pattern, const modelling::run::PatternRun& run) {
    ComposePatternRequest request{.pattern = pattern.declared->name, .now_ms = kNowMs};
    std::size_t next = 0;
    for (const Part& part : parts_of(*proof_, *pattern.declared)) {
      PartTexts texts;
      const std::string entity(part.where.entity->name);
      if (part.action->kind == modelling::Action::Kind::Check) {
        // A check changes nothing; the reference takes the first item.
        texts.items.push_back({.values = texts_of(*part.where.entity, samples_.of(*part.where.entity).front()->key())});
      } else {
        const auto most = static_cast<std::size_t>(std::clamp(part.action->items, 1.0, 3.0));
        for (std::size_t i = 0; i < most && next < run.changes.size() && run.changes[next].entity == entity; ++i)
          texts.items.push_back(texts_of(part, run.changes[next++]));
      }
      request.parts.push_back(std::move(texts));
    }
    EXPECT_EQ(next, run.changes.size());
    return request;
  }

  static AttributeMap fields_of(const Part& part, std::optional<AttributeMap> stored) {
    if (!stored) return {};
    model::identify(*part.where.table->info, *stored);
    return *std::move(stored);
  }

  static ItemTexts texts_of(const Part& part, const modelling::run::ItemChange& change) {
    const model::EntityInfo& entity = *part.where.entity;
    const AttributeMap before = fields_of(part, change.before), after = fields_of(part, change.after);
    ItemTexts texts;
    for (const PartField& one : part.fields) {
      const model::FieldInfo& field = modelling::run::field_of(entity, one.field);
      const std::string name(field.name);
      const AttributeValue* value = one.role == Role::Key     ? change.key.find(name)
                                    : one.role == Role::Given ? before.find(field.attribute)
                                                              : after.find(field.attribute);
      if (!value) continue;
      // Those that the reference left as they were, it did not set.
      if (one.role == Role::Set && before.find(field.attribute) && *before.find(field.attribute) == *value) continue;
      (one.role == Role::Given ? texts.given : texts.values)[name] = text_of(field, *value);
    }
    if (part.takes_version && !before.empty())
      if (const AttributeValue* version = before.find(modelling::run::field_of(entity, entity.version).attribute))
        texts.version = version->n();
    return texts;
  }

  const std::shared_ptr<const modelling::Proof> proof_;
  const modelling::run::RefusedParts refused_;
  const std::shared_ptr<Database> database_ = database_in_memory();
  const std::shared_ptr<modelling::run::Recorder> recorder_;
  std::shared_ptr<model::Session> session_;
  modelling::run::Samples samples_;
};

TEST(PatternRuns, OfTheExampleSystemsAreThoseOfModelRun) {
  int models = 0, patterns = 0;
  for (const auto& system : std::filesystem::directory_iterator(PARTITA_MODEL_FILES)) {
    const auto file = system.path() / "model.yaml";
    if (!std::filesystem::exists(file)) continue;
    SCOPED_TRACE(file.string());
    auto model = modelling::read_model(file.string());
    ASSERT_TRUE(model) << model.error().message;
    ++models;
    patterns += SameRuns(modelling::prove(std::make_shared<const modelling::Model>(std::move(*model)))).check();
  }
  EXPECT_EQ(models, 5);
  EXPECT_GT(patterns, 60);
}

TEST(PatternRuns, OfEveryKindAreThoseOfModelRun) {
  EXPECT_EQ(SameRuns(proof_of(kMarket)).check(), 23);
  EXPECT_EQ(SameRuns(proof_of(modelling::run_support::kShop)).check(), 15);
}

// The refusal of a write in words of the model, and the answers for the page before it.
TEST(PatternRuns, ExplainAFailedCondition) {
  const auto proof = proof_of(kMarket);
  const auto pattern = [&](const std::string& name) {
    return std::find_if(proof->patterns().begin(), proof->patterns().end(),
                        [&](const auto& one) { return one.declared->name == name; });
  };
  ComposePatternRequest request{.parts = {{.items = {{.values = {{"seller", "ada"}, {"email", "a@b"}}}}}}};
  const auto created = compose_write(*proof, *pattern("register"), request);
  ASSERT_TRUE(created) << created.error().message;
  EXPECT_FALSE(created->outcome);
  ASSERT_EQ(created->requests.size(), 1u);
  EXPECT_EQ(created->requests[0].operation, "TransactWriteItems");
  EXPECT_EQ(created->effects->at(0).condition, "attribute_not_exists(PK)");
  request.seed = created->seed;
  request.now_ms = created->now_ms;
  const auto outcome = [&](const std::string& name, std::int64_t status, std::string text) {
    request.answers.push_back({status, std::move(text)});
    const auto answer = compose_write(*proof, *pattern(name), request);
    if (!answer || !answer->outcome || !answer->outcome->failure) return std::string("no failure");
    EXPECT_FALSE(answer->outcome->is_done);
    request.answers.clear();
    return answer->outcome->failure->code + ": " + answer->outcome->failure->message;
  };
  const std::string canceled = R"({"__type":"com.amazonaws.dynamodb.v20120810#TransactionCanceledException",)"
                               R"("message":"Transaction cancelled","CancellationReasons":)";
  const std::string failed = R"({"Code":"ConditionalCheckFailed","Message":"The conditional request failed",)"
                             R"("Item":{"PK":{"S":"SELLER#ada"},"SK":{"S":"PROFILE"},"type":{"S":"SELLER"}}})";
  EXPECT_THAT(outcome("register", 400, canceled + "[" + failed + R"(,{"Code":"None"}]})"),
              HasSubstr("SELLER: the item exists already"));
  // The same answer lets the same request be found again, because the seed is the same.
  request.answers = {{200, "{}"}};
  const auto done = compose_write(*proof, *pattern("register"), request);
  ASSERT_TRUE(done && done->outcome);
  EXPECT_TRUE(done->outcome->is_done);
  EXPECT_EQ(done->requests[0].body.text, created->requests[0].body.text);
  EXPECT_EQ(done->requests[0].answered, true);
}

TEST(PatternRuns, ReadFirstAndSayWhy) {
  const auto proof = proof_of(kMarket);
  const auto pattern = std::find_if(proof->patterns().begin(), proof->patterns().end(),
                                    [](const auto& one) { return one.declared->name == "sell after a read"; });
  ComposePatternRequest request{
      .parts = {
          {.items = {{.values = {{"seller", "ada"}, {"id", "01KE6P4YM0JRJH8E5JT3GJ0CHB"}, {"status", "SOLD"}}}}}}};
  auto answer = compose_write(*proof, *pattern, request);
  ASSERT_TRUE(answer) << answer.error().message;
  ASSERT_EQ(answer->requests.size(), 1u);
  EXPECT_EQ(answer->requests[0].operation, "GetItem");
  EXPECT_THAT(answer->effects->at(0).reads_first.value_or(""), HasSubstr("keys of indexes"));
  request.answers = {{200, "{}"}};
  answer = compose_write(*proof, *pattern, request);
  ASSERT_TRUE(answer && answer->outcome && answer->outcome->failure);
  EXPECT_THAT(answer->outcome->failure->message, HasSubstr("OFFER: there is no such item"));
  request.answers = {{200, R"({"Item":{"PK":{"S":"SELLER#ada"},"SK":{"S":"OFFER#01KE6P4YM0JRJH8E5JT3GJ0CHB"},)"
                           R"("type":{"S":"OFFER"},"created":{"S":"2026-01-05T09:00:00.000Z"},"status":{"S":"OPEN"},)"
                           R"("version":{"N":"4"}}})"}};
  answer = compose_write(*proof, *pattern, request);
  ASSERT_TRUE(answer) << answer.error().message;
  ASSERT_EQ(answer->requests.size(), 2u);
  EXPECT_EQ(answer->requests[1].operation, "UpdateItem");
  EXPECT_THAT(answer->requests[1].body.text, HasSubstr("STATUS#SOLD"));
  EXPECT_FALSE(answer->outcome);
}

}  // namespace pattern_runs_test
}  // namespace partita::console
