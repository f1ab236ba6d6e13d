// Records the work of the model layer of C++ with random calls on a model, for the libraries of other languages, which
// must send the same requests and give the same answers: record MODEL SEED CALLS > vectors.json
//
// The file has the description of the model, and for each call the call itself, the requests that it sent with their
// answers, and its result. Only the random ids of writes differ from run to run of another program: they begin with
// "fefefefe".
#include <fmt/format.h>
#include <partita/open.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>

#include "base/try.h"
#include "call_json.h"
#include "model/core/session.h"
#include "modelling/generate/description.h"
#include "modelling/generate/provable.h"
#include "modelling/read/read_model.h"
#include "modelling/run/samples.h"
#include "modelling/write/table_request.h"
#include "random_values.h"
#include "recording_database.h"

namespace partita::vectors {
namespace {

using documents::tree_bare;
using documents::tree_flag;
using documents::tree_list;
using documents::tree_map;
using documents::tree_number;
using documents::tree_text;
using model::FieldPosition;
using model::kNone;
using modelling::run::Sample;
using modelling::run::Samples;

constexpr std::int64_t kNowMs = 1'767'607'200'000;  // 2026-01-05T10:00:00Z
constexpr std::size_t kItems = 12;

std::vector<modelling::LanguageLimit> no_limits(const modelling::Model&) { return {}; }
constexpr modelling::Language kAnyLanguage{no_limits, false};

// Calls a function of the model layer and returns its answer.
template <class T, class Start>
Result<T> answer_of(Start start) {
  Result<T> out;
  start([&](Result<T> answer) { out = std::move(answer); });
  return out;
}

// ---- defaults

// A program in C++ has the first value of each type as the default of a member; a model that comes from a file has no
// functions that tell it.
constexpr std::size_t kMostEntities = 64;
AttributeMap defaults_of_entities[kMostEntities];
template <std::size_t N>
const AttributeMap& defaults_of() {
  return defaults_of_entities[N];
}
using Defaults = const AttributeMap& (*)();
template <std::size_t... N>
constexpr std::array<Defaults, kMostEntities> all_defaults(std::index_sequence<N...>) {
  return {defaults_of<N>...};
}

AttributeValue first_value(const model::FieldInfo& field, modelling::DocumentType document) {
  using model::FieldKind;
  switch (field.kind) {
    case FieldKind::Integer:
    case FieldKind::Unsigned:
    case FieldKind::Double:
    case FieldKind::Decimal:
    case FieldKind::Seconds:
      return AttributeValue(std::int64_t{0});
    case FieldKind::Bool:
      return AttributeValue(false);
    case FieldKind::Bytes:
      return AttributeValue::binary("");
    case FieldKind::Enum:
      return AttributeValue(std::string(field.enumerators.front().attribute));
    case FieldKind::Document:
      return document == modelling::DocumentType::Map    ? AttributeValue::map()
             : document == modelling::DocumentType::List ? AttributeValue::list()
                                                         : AttributeValue();
    default:
      return AttributeValue("");
  }
}

void set_defaults(const modelling::Proof& proof) {
  static constexpr auto kAll = all_defaults(std::make_index_sequence<kMostEntities>());
  std::size_t next = 0;
  for (const modelling::ProvenTable& table : proof.tables())
    for (std::size_t e = 0; e < table.declared->entities.size() && next < kMostEntities; ++e) {
      // The proof made the descriptions as variables, and no other object of this program reads them yet.
      auto& entity = const_cast<model::EntityInfo&>(table.info->at(table.positions[e]));
      AttributeMap& defaults = defaults_of_entities[next];
      for (std::size_t f = 0; f < entity.fields.size(); ++f)
        if (entity.fields[f].has_default)
          if (AttributeValue value = first_value(entity.fields[f], table.declared->entities[e].fields[f].document);
              !value.is(AttributeType::None))
            defaults.set(entity.fields[f].attribute, std::move(value));
      if (!defaults.empty()) entity.defaults = kAll[next++];
    }
}

class Recorder {
 public:
  Recorder(const modelling::Proof& proof, std::uint64_t seed, Database& database)
      : proof_(proof),
        random_(seed),
        recording_(std::make_shared<RecordingDatabase>(database)),
        session_(std::make_shared<model::Session>(recording_, options(), dependencies())),
        samples_(Samples::make(proof, {.items = kItems, .now_ms = kNowMs}, {})) {}

  Result<void> make_tables() {
    for (const modelling::ProvenTable& table : proof_.tables())
      PARTITA_TRY(recording_->create_table(modelling::create_table_request(*table.declared)));
    recording_->take();
    return {};
  }

  Tree run(std::size_t calls) {
    for (const Sample& sample : samples_.all()) create(sample.table->info, sample.entity, sample.values);
    for (std::size_t i = 0; i < calls; ++i) one_call();
    return std::move(cases_);
  }

 private:
  static model::SessionOptions options() {
    model::SessionOptions out;
    out.page_token_keys = {"a key of the vectors"};
    out.now_ms = [] { return kNowMs; };
    return out;
  }
  static model::SessionDependencies dependencies() {
    return {.sleep = [](std::chrono::milliseconds) {},
            .random_bytes =
                [count = std::uint64_t{0}](std::size_t size) mutable {
                  std::string out(size, '\xfe');
                  ++count;
                  for (std::size_t i = 9; i < size && i < 16; ++i) out[i] = static_cast<char>(count >> (8 * (15 - i)));
                  return out;
                }};
  }

  // ---- the record

  void add_case(Tree call, Tree answer) {
    Tree one = tree_map();
    one.add("call", std::move(call));
    Tree& exchanges = one.add("exchanges", tree_list());
    for (Exchange& exchange : recording_->take()) {
      Tree& made = exchanges.push(tree_map());
      made.add("operation", tree_text(exchange.operation));
      made.add("request", tree_bare(exchange.request));
      made.add(exchange.failed ? "error" : "response", tree_bare(exchange.response));
    }
    one.add("answer", std::move(answer));
    cases_.push(std::move(one));
  }
  static Tree failed(const Error& error) {
    Tree out = tree_map();
    out.add("error", tree_of_error(error));
    return out;
  }

  // ---- choices

  template <class List>
  const auto& any(const List& list) {
    return list[random_.below(list.size())];
  }
  const modelling::ProvenTable& any_table() {
    for (;;) {
      const modelling::ProvenTable& table = any(proof_.tables());
      if (!table.info->entities.empty()) return table;
    }
  }

  // An item that may be stored.
  const Sample* any_sample(const model::EntityInfo& entity) {
    const std::vector<const Sample*> all = samples_.of(entity);
    return all.empty() ? nullptr : any(all);
  }
  const Sample* any_sample() { return samples_.all().empty() ? nullptr : &any(samples_.all()); }

  static bool is_kept(const model::EntityInfo& entity, FieldPosition field) {
    return field == entity.version || field == entity.created || field == entity.updated ||
           std::ranges::any_of(entity.computed, [&](const auto& one) { return one.field == field; });
  }
  static bool is_primary(const model::EntityInfo& entity, FieldPosition field) {
    const auto key = modelling::run::primary_fields(entity);
    return std::ranges::find(key, field) != key.end();
  }

  // Another value for the field, or nullopt.
  std::optional<AttributeValue> other_value(const model::EntityInfo& entity, FieldPosition field,
                                            const AttributeValue* now) {
    const model::FieldInfo& info = entity.at(field);
    const Sample* like = any_sample(entity);
    const AttributeValue* known = now ? now : like ? like->value(field) : nullptr;
    if (known && random_.one_in(2))
      if (auto value = random_.value(info, *known)) return value;
    if (const AttributeValue* other = like ? like->value(field) : nullptr) return *other;
    return now ? std::optional(*now) : std::nullopt;
  }

  AttributeMap with_other_values(const Sample& sample, bool changes_key) {
    AttributeMap out = sample.values;
    for (const FieldPosition field : sample.entity->positions()) {
      const bool is_key = is_primary(*sample.entity, field);
      if (sample.entity->at(field).attribute.empty() || is_kept(*sample.entity, field)) continue;
      if (is_key ? !changes_key : !random_.one_in(2)) continue;
      const std::string attribute(sample.entity->at(field).attribute);
      if (!is_key && sample.entity->at(field).optional && random_.one_in(3))
        out.erase(attribute);
      else if (auto value = other_value(*sample.entity, field, sample.value(field)))
        out.set(attribute, *std::move(value));
    }
    return out;
  }

  // ---- reads

  model::Predicate any_predicate(const model::EntityInfo& entity, int depth = 0) {
    using Kind = model::Predicate::Kind;
    if (depth < 2 && random_.one_in(3)) {
      model::Predicate out{.kind = random_.one_in(3) ? Kind::Not : random_.one_in(2) ? Kind::And : Kind::Or};
      for (std::size_t i = out.kind == Kind::Not ? 1 : 2 + random_.below(2); i > 0; --i)
        out.children.push_back(any_predicate(entity, depth + 1));
      return out;
    }
    for (;;) {
      const FieldPosition field = FieldPosition(random_.below(entity.fields.size()));
      const model::FieldInfo& info = entity.at(field);
      if (!info.stored || info.attribute.empty()) continue;
      model::Predicate out{.path = std::string(info.attribute)};
      const Sample* sample = any_sample(entity);
      const AttributeValue* value = sample ? sample->value(field) : nullptr;
      if (!value || info.kind == model::FieldKind::Document || info.kind == model::FieldKind::Bool) {
        out.kind = random_.one_in(2) ? Kind::Exists : Kind::NotExists;
        return out;
      }
      constexpr Kind kKinds[] = {Kind::Equal,      Kind::NotEqual,       Kind::Less,       Kind::LessOrEqual,
                                 Kind::Greater,    Kind::GreaterOrEqual, Kind::Between,    Kind::In,
                                 Kind::BeginsWith, Kind::Contains,       Kind::SizeGreater};
      out.kind = any(std::span(kKinds));
      const bool is_text = value->is(AttributeType::S);
      if (!is_text && out.kind >= Kind::BeginsWith) out.kind = Kind::Equal;
      if (out.kind >= Kind::SizeEqual) {
        out.values = {AttributeValue(std::int64_t{2})};
        return out;
      }
      out.values = {*value};
      if (out.kind == Kind::Between || out.kind == Kind::In)
        out.values.push_back(other_value(entity, field, value).value_or(*value));
      return out;
    }
  }

  void add_range(const model::PatternInfo& pattern, model::ReadRequest& request) {
    using Kind = model::SortRange::Kind;
    const model::EntityInfo& entity = *pattern.entities.front();
    const FieldPosition field =
        pattern.plan.bucket_field != kNone ? pattern.plan.bucket_field : pattern.plan.range_field;
    if (field == kNone) return;
    const Sample *low = any_sample(entity), *high = any_sample(entity);
    const AttributeValue* a = low ? low->value(field) : nullptr;
    const AttributeValue* b = high ? high->value(field) : nullptr;
    if (!a || !b) return;
    if (pattern.plan.bucket_field != kNone) {
      request.range = {Kind::Between, *a, *b};
      return;
    }
    constexpr Kind kKinds[] = {Kind::None,    Kind::Equal,          Kind::Less,    Kind::LessOrEqual,
                               Kind::Greater, Kind::GreaterOrEqual, Kind::Between, Kind::BeginsWith};
    request.range.kind = any(std::span(kKinds));
    if (request.range.kind == Kind::None) return;
    request.range.low = *a;
    if (request.range.kind == Kind::Between) request.range.high = *b;
    if (request.range.kind == Kind::BeginsWith && a->is(AttributeType::S)) {
      std::size_t size = random_.below(a->s().size() + 1);
      while (size < a->s().size() && (static_cast<unsigned char>(a->s()[size]) & 0xC0) == 0x80) ++size;
      request.range.low = AttributeValue(a->s().substr(0, std::max<std::size_t>(size, 1)));
    }
  }

  std::optional<model::ReadRequest> any_read(const modelling::ProvenPattern& pattern) {
    const model::EntityInfo& entity = *pattern.info.entities.front();
    const Sample* sample = any_sample(entity);
    if (!sample) return std::nullopt;
    model::ReadRequest out{.pattern = &pattern.info};
    for (const FieldPosition field : pattern.info.by) {
      const AttributeValue* value = sample->value(field);
      if (!value) return std::nullopt;
      out.values.set(entity.at(field).attribute, *value);
    }
    add_range(pattern.info, out);
    if (random_.one_in(2)) out.take = 1 + static_cast<std::int64_t>(random_.below(4));
    if (random_.one_in(8)) out.read_at_most = 4 + static_cast<std::int64_t>(random_.below(8));
    if (random_.one_in(3)) out.forward = random_.one_in(2);
    if (pattern.info.plan.index == kNone && random_.one_in(4)) out.consistent = true;
    if (random_.one_in(4)) out.expired_too = true;
    return out;
  }

  void read() {
    const modelling::ProvenPattern& pattern = any(proof_.patterns());
    if (!pattern.served() || pattern.info.plan.operation == model::PlanOperation::Search) return;
    auto request = any_read(pattern);
    if (!request) return;
    if (pattern.info.entities.size() > 1) return load(pattern, *request);
    if (random_.one_in(3)) request->filter = any_predicate(*pattern.info.entities.front());
    if (!request->take && !request->read_at_most && random_.one_in(4)) count(pattern, *request);
    pages<model::ReadRequest>("read", pattern, *request, tree_of_read, model::read,
                              [](model::ReadRequest& next) -> auto& { return next.after; });
  }

  void load(const modelling::ProvenPattern& pattern, const model::ReadRequest& read) {
    model::LoadRequest request{.read = read};
    request.read.read_at_most.reset();
    for (const model::EntityInfo* entity : pattern.info.entities) request.members.push_back({.entity = entity});
    const auto key = modelling::run::primary_fields(*pattern.info.entities.front());
    request.members.front().single = std::ranges::all_of(
        key, [&](FieldPosition field) { return std::ranges::find(pattern.info.by, field) != pattern.info.by.end(); });
    pages<model::LoadRequest>("load", pattern, request, tree_of_load, model::load,
                              [](model::LoadRequest& next) -> auto& { return next.read.after; });
  }

  // Reads up to four pages, each with the token of the one before.
  template <class Request, class Describe, class Send, class After>
  void pages(const char* kind, const modelling::ProvenPattern& pattern, Request request, Describe describe,
             Send read_page, After after) {
    for (int page = 0; page < 4; ++page) {
      Tree call = describe(request);
      call.add("call", tree_text(kind));
      call.add("pattern", tree_number(static_cast<std::int64_t>(modelling::described_position(proof_, pattern))));
      const auto answer = answer_of<model::RowPage>(
          [&](model::Done<model::RowPage> done) { read_page(session_, model::Mode::Wait, request, std::move(done)); });
      if (!answer) return add_case(std::move(call), failed(answer.error()));
      Tree result = tree_map();
      result.add("rows", tree_of_rows(*pattern.info.table, answer->rows));
      result.add("hasToken", tree_flag(answer->token.has_value()));
      result.add("unreadable", tree_number(static_cast<std::int64_t>(answer->unreadable.size())));
      result.add("stale", tree_number(answer->cost.stale));
      result.add("requests", tree_number(std::int64_t{answer->cost.requests}));
      add_case(std::move(call), std::move(result));
      if (!answer->token) return;
      after(request) = answer->token;
    }
  }

  void count(const modelling::ProvenPattern& pattern, const model::ReadRequest& request) {
    Tree call = tree_of_read(request);
    call.add("call", tree_text("count"));
    call.add("pattern", tree_number(static_cast<std::int64_t>(modelling::described_position(proof_, pattern))));
    const auto answer = answer_of<model::Count>(
        [&](model::Done<model::Count> done) { model::count(session_, model::Mode::Wait, request, std::move(done)); });
    if (!answer) return add_case(std::move(call), failed(answer.error()));
    Tree result = tree_map();
    result.add("count", tree_number(answer->count));
    add_case(std::move(call), std::move(result));
  }

  void gets() {
    std::vector<model::GetRequest> requests;
    for (std::size_t i = 1 + random_.below(5); i > 0; --i)
      if (const Sample* sample = any_sample())
        requests.push_back({.table = sample->table->info, .entity = sample->entity, .values = sample->key()});
    if (requests.empty()) return;
    const bool is_snapshot = random_.one_in(2), is_consistent = random_.one_in(2);
    Tree call = tree_map();
    call.add("call", tree_text(is_snapshot ? "transactGet" : "batchGet"));
    call.add("gets", tree_of_gets(requests));
    if (!is_snapshot) call.add("consistent", tree_flag(is_consistent));
    const auto answer = answer_of<model::BatchRows>([&](model::Done<model::BatchRows> done) {
      if (is_snapshot)
        model::transact_get(session_, model::Mode::Wait, requests, std::move(done));
      else
        model::batch_get(session_, model::Mode::Wait, requests, is_consistent, std::move(done));
    });
    if (!answer) return add_case(std::move(call), failed(answer.error()));
    Tree result = tree_map();
    Tree& rows = result.add("rows", tree_list());
    for (std::size_t i = 0; i < answer->rows.size(); ++i)
      rows.push(answer->rows[i] ? tree_of_rows(*requests[i].table, {*answer->rows[i]}).items.front() : Tree());
    add_case(std::move(call), std::move(result));
  }

  // ---- writes

  void create(const model::TableInfo* table, const model::EntityInfo* entity, AttributeMap values) {
    model::WriteRequest request;
    request.kind = model::WriteRequest::Kind::Create;
    request.table = table;
    request.entity = entity;
    request.values = without_kept(*entity, std::move(values));
    send(std::move(request));
  }

  static AttributeMap without_kept(const model::EntityInfo& entity, AttributeMap values) {
    for (const FieldPosition field : {entity.version, entity.created, entity.updated})
      if (field != kNone) values.erase(entity.at(field).attribute);
    return values;
  }

  // The stored item with the key of the sample, as fields. nullopt if it does not exist.
  std::optional<AttributeMap> stored(const Sample& sample) {
    const auto answer = answer_of<model::BatchRows>([&](model::Done<model::BatchRows> done) {
      model::batch_get(session_, model::Mode::Wait,
                       {{.table = sample.table->info, .entity = sample.entity, .values = sample.key()}}, true,
                       std::move(done));
    });
    recording_->take();
    if (!answer || answer->rows.empty() || !answer->rows.front()) return std::nullopt;
    return answer->rows.front()->attributes();
  }

  void add_knowledge(const std::optional<AttributeMap>& there, model::WriteRequest& request) {
    const model::EntityInfo& entity = *request.entity;
    request.read_first = random_.one_in(4);
    if (entity.version != kNone && !random_.one_in(6)) {
      const AttributeValue* version = there ? there->find(entity.at(entity.version).attribute) : nullptr;
      if (version && version->is(AttributeType::N) && !random_.one_in(3))
        request.expected_version = std::stoll(version->n()) + (random_.one_in(6) ? 1 : 0);
      else
        request.any_version = true;
    }
    for (const FieldPosition field : entity.positions()) {
      const model::FieldInfo& info = entity.at(field);
      if (!info.stored || info.attribute.empty() || is_primary(entity, field) || random_.one_in(3)) continue;
      const AttributeValue* value = there ? there->find(info.attribute) : nullptr;
      if (value && info.kind == model::FieldKind::Document) continue;
      request.given.set(info.attribute, value ? *value : AttributeValue());
    }
    if (random_.one_in(5)) request.condition = any_predicate(entity);
  }

  void add_changes(const Sample& sample, model::WriteRequest& request) {
    using Kind = model::Change::Kind;
    for (const FieldPosition field : sample.entity->positions()) {
      const model::FieldInfo& info = sample.entity->at(field);
      if (info.attribute.empty() || is_primary(*sample.entity, field) || is_kept(*sample.entity, field)) continue;
      if (request.kind == model::WriteRequest::Kind::Update && !random_.one_in(3)) continue;
      const AttributeValue* now = sample.value(field);
      const auto value = other_value(*sample.entity, field, now);
      const bool is_number = info.kind == model::FieldKind::Integer || info.kind == model::FieldKind::Decimal;
      if (info.optional && random_.one_in(4))
        request.changes.push_back({.kind = random_.one_in(2) ? Kind::Remove : Kind::Set, .field = field});
      else if (is_number && random_.one_in(3))
        request.changes.push_back({.kind = Kind::Increment,
                                   .field = field,
                                   .value = AttributeValue(std::int64_t{1} - 2 * random_.one_in(2))});
      else if (value && random_.one_in(8))
        request.changes.push_back({.kind = Kind::SetIfAbsent, .field = field, .value = *value});
      else if (value)
        request.changes.push_back({.kind = Kind::Set, .field = field, .value = *value});
    }
  }

  std::optional<model::WriteRequest> any_write(bool for_batch) {
    using Kind = model::WriteRequest::Kind;
    const Sample* sample = any_sample();
    if (!sample) return std::nullopt;
    model::WriteRequest out;
    constexpr Kind kKinds[] = {Kind::Create, Kind::Put,    Kind::Update, Kind::Update, Kind::Update,
                               Kind::Upsert, Kind::Remove, Kind::Check,  Kind::Move};
    out.kind = any(std::span(kKinds));
    if (for_batch) out.kind = random_.one_in(3) ? Kind::Remove : Kind::Put;
    out.table = sample->table->info;
    out.entity = sample->entity;
    const bool is_whole = out.kind == Kind::Create || out.kind == Kind::Put;
    out.values =
        is_whole ? without_kept(*sample->entity, with_other_values(*sample, random_.one_in(3))) : sample->key();
    if (for_batch) return out;
    if (out.kind == Kind::Create) {
      if (random_.one_in(5)) out.condition = any_predicate(*out.entity);
      return out;
    }
    add_knowledge(stored(*sample), out);
    if (out.kind == Kind::Update || out.kind == Kind::Upsert) add_changes(*sample, out);
    if (out.kind == Kind::Move) out.moved_to = without_kept(*sample->entity, with_other_values(*sample, true));
    if (out.kind == Kind::Remove || out.kind == Kind::Check) out.must_exist = random_.one_in(2);
    if (out.kind == Kind::Check) {
      out.read_first = false;
      if (out.condition.kind == model::Predicate::Kind::None) out.must_exist = true;
    }
    if (random_.one_in(6) && out.kind != Kind::Remove && out.kind != Kind::Check) out.returns_old = true;
    return out;
  }

  void send(model::WriteRequest request) {
    Tree call = tree_map();
    call.add("call", tree_text("write"));
    call.add("write", tree_of_write(request));
    const model::TableInfo& table = *request.table;
    const auto answer = answer_of<model::WriteAnswer>([&](model::Done<model::WriteAnswer> done) {
      model::write(session_, model::Mode::Wait, std::move(request), std::move(done));
    });
    add_case(std::move(call), answer ? tree_of_answer(table, *answer) : failed(answer.error()));
  }

  void send_several(bool is_batch) {
    std::vector<model::WriteRequest> requests;
    for (std::size_t i = 1 + random_.below(4); i > 0; --i)
      if (auto request = any_write(is_batch)) {
        const model::EntityInfo& entity = *request->entity;
        if (is_batch && (entity.version != kNone || !entity.unique.empty())) continue;
        if (!is_batch && request->returns_old) request->returns_old = false;
        requests.push_back(*std::move(request));
      }
    if (requests.empty()) return;
    Tree call = tree_map();
    call.add("call", tree_text(is_batch ? "batchWrite" : "transact"));
    Tree& writes = call.add("writes", tree_list());
    for (const model::WriteRequest& request : requests) writes.push(tree_of_write(request));
    Tree result = tree_map();
    if (is_batch) {
      const auto answer = answer_of<model::BatchOutcome>([&](model::Done<model::BatchOutcome> done) {
        model::batch_write(session_, model::Mode::Wait, std::move(requests), std::move(done));
      });
      if (!answer) result = failed(answer.error());
    } else {
      const auto answer = answer_of<model::Cost>([&](model::Done<model::Cost> done) {
        model::transact(session_, model::Mode::Wait, std::move(requests), std::move(done));
      });
      if (!answer) result = failed(answer.error());
    }
    add_case(std::move(call), std::move(result));
  }

  void one_call() {
    switch (random_.below(8)) {
      case 0:
      case 1:
      case 2:
        return proof_.patterns().empty() ? void() : read();
      case 3:
        return gets();
      case 4:
        return send_several(random_.one_in(3));
      default:
        if (auto request = any_write(false)) {
          if (request->kind != model::WriteRequest::Kind::Check) send(*std::move(request));
        }
    }
  }

  const modelling::Proof& proof_;
  RandomValues random_;
  std::shared_ptr<RecordingDatabase> recording_;
  std::shared_ptr<model::Session> session_;
  Samples samples_;
  Tree cases_ = tree_list();
};

Result<Tree> record(const char* path, std::uint64_t seed, std::size_t calls) {
  PARTITA_TRY_VALUE(model, modelling::read_model(path));
  const modelling::Provable provable = modelling::provable_part(model, kAnyLanguage);
  set_defaults(*provable.proof);
  PARTITA_TRY_VALUE(database, open("", {.in_memory = true}));
  Recorder recorder(*provable.proof, seed, *database);
  PARTITA_TRY(recorder.make_tables());
  Tree out = tree_map();
  out.add("description", modelling::description_of(*provable.proof));
  out.add("nowMs", tree_number(kNowMs));
  out.add("cases", recorder.run(calls));
  return out;
}

}  // namespace
}  // namespace partita::vectors

int main(int count, char** arguments) {
  if (count != 4) {
    std::cerr << "usage: record MODEL SEED CALLS\n";
    return 2;
  }
  const auto recorded = partita::vectors::record(arguments[1], std::strtoull(arguments[2], nullptr, 10),
                                                 std::strtoull(arguments[3], nullptr, 10));
  if (!recorded) {
    std::cerr << recorded.error().message << '\n';
    return 1;
  }
  std::cout << partita::documents::to_json_line(*recorded);
  return 0;
}
