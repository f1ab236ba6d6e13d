#include "modelling/derive/derivations.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <partita/model/types/utc_ms.h>

#include <algorithm>

#include "base/contains.h"
#include "base/try.h"
#include "model/codec/field_value.h"
#include "model/keys/text_forms.h"
#include "model/keys/whole_number.h"
#include "modelling/core/nearest.h"
#include "modelling/core/whole_items.h"

namespace partita::modelling::derive {
namespace {

using model::FieldKind;
using model::FieldPosition;

constexpr std::size_t kDateSize = 10;
constexpr std::string_view kMidnight = "T00:00:00.000Z";

struct Declared {
  const ProvenTable* table = nullptr;
  const Entity* declared = nullptr;
  const model::EntityInfo* info = nullptr;
};

std::vector<Declared> entities_of(const Proof& proof) {
  std::vector<Declared> out;
  for (const ProvenTable& table : proof.tables())
    for (std::size_t i = 0; i < table.declared->entities.size(); ++i)
      if (table.positions[i] != model::kNone)
        out.push_back({&table, &table.declared->entities[i], &table.info->at(table.positions[i])});
  return out;
}

const Declared* find(const std::vector<Declared>& entities, std::string_view name) {
  for (const Declared& one : entities)
    if (one.info->name == name || base::contains(one.declared->aliases, name)) return &one;
  return nullptr;
}

bool holds_shard(const Declared& entity, const model::FieldInfo& field) {
  return std::ranges::any_of(entity.table->info->indexes, [&](const model::IndexInfo& index) {
    return index.shards.count > 0 && index.shards.attribute == field.attribute;
  });
}

class Maker {
 public:
  Maker(const Proof& was, const Proof& now, Direction direction)
      : was_(entities_of(was)), now_(entities_of(now)), is_back_(direction == Direction::Back) {}

  std::vector<EntityOrigin> make(const std::vector<std::string>& left_out) {
    for (const Declared& to : now_) add(to);
    std::vector<const model::EntityInfo*> seen;
    for (const EntityOrigin& origin : all_) seen.push_back(origin.from);
    for (const Declared& one : was_)
      if (!base::contains(seen, one.info) && !base::contains(left_out, one.info->name))
        faults_.push_back(fmt::format(
            "{0} has no successor: say from: {0} in the entity that its items become, or leave them out with "
            "--leave-out {0}",
            one.info->name));
    for (const std::string& name : left_out)
      if (!find(was_, name))
        faults_.push_back(fmt::format("--leave-out {}: the earlier model has no such entity", name));
    return std::move(all_);
  }
  const std::vector<std::string>& faults() const { return faults_; }

 private:
  void add(const Declared& to) {
    if (to.declared->from.empty() || has_followed(to)) {
      const Declared* from = find(was_, to.info->name);
      for (const std::string& alias : to.declared->aliases)
        if (!from) from = find(was_, alias);
      // A model that follows from its successor.
      if (!from && is_back_) from = successor_of(to);
      // A new entity has no items yet.
      if (from) add(to, *from, std::nullopt);
      return;
    }
    for (const EntitySource& source : to.declared->from) {
      if (const Declared* from = find(was_, source.entity)) {
        add(to, *from, source.when);
        continue;
      }
      std::vector<std::string_view> names;
      for (const Declared& one : was_) names.push_back(one.info->name);
      faults_.push_back(fmt::format("{} is from {}, which the earlier model lacks{}", to.info->name, source.entity,
                                    did_you_mean(source.entity, names)));
    }
  }

  // Whether the entity followed at an earlier change, because it had the same `from` before this one.
  bool has_followed(const Declared& to) const {
    const Declared* same = find(was_, to.info->name);
    return same && same->declared->from == to.declared->from;
  }
  // Likewise of a field. Back, the field of the successor has its values unless it was derived.
  bool has_followed(const Declared& from, const Field& field) const {
    const Field* same = from.declared->field(field.name);
    if (!same || from.info->field(field.name) == model::kNone || field.from.empty()) return false;
    return same->from == field.from || (is_back_ && (same->from.empty() || same->from == field.name));
  }

  void add(const Declared& to, const Declared& from, const std::optional<When>& when) {
    EntityOrigin origin{from.table, from.info, to.table, to.info};
    if (when) {
      const FieldPosition field = from.info->field(when->field);
      if (field == model::kNone) return lacks_field(to, "when", from, when->field);
      check_condition(to, from.info->at(field), when->equals);
      origin.when.emplace(field, when->equals);
    }
    for (const Field& field : to.declared->fields) {
      const FieldPosition position = to.info->field(field.name);
      if (position == model::kNone) continue;
      FieldOrigin one{position};
      if (has_followed(from, field))
        one.from = from.info->field(field.name);
      else if (!add_expression(to, from, field, one))
        continue;
      const auto has_origin = [&one] { return one.expression || one.from != model::kNone; };
      if (!has_origin()) one.from = same_field(from, field.name);
      if (!has_origin() && is_back_) one.from = successor_of(from, field.name);
      if (!has_origin() && is_back_) one.expression = member_of(from, field.name);
      if (!has_origin()) find_other(to, from, field, one);
      origin.fields.push_back(std::move(one));
    }
    all_.push_back(std::move(origin));
  }

  // A text that no value has would leave all items out.
  void check_condition(const Declared& to, const model::FieldInfo& field, const std::string& equals) {
    const bool is_known = field.kind == FieldKind::Bool ? equals == "true" || equals == "false"
                          : field.kind == FieldKind::Enum
                              ? base::contains(field.enumerators, equals, &model::EnumeratorInfo::attribute) ||
                                    base::contains(field.enumerators, true, &model::EnumeratorInfo::is_fallback)
                              : field.kind != FieldKind::Document && field.kind != FieldKind::Bytes;
    if (!is_known)
      faults_.push_back(fmt::format("when of {}: no value of {} equals {}", to.info->name, field.name, equals));
  }

  // The one entity that is from this one alone.
  const Declared* successor_of(const Declared& to) const {
    const Declared* out = nullptr;
    for (const Declared& one : was_)
      for (const EntitySource& source : one.declared->from) {
        if (source.entity != to.info->name) continue;
        if (out || source.when || one.declared->from.size() > 1) return nullptr;
        out = &one;
      }
    return out;
  }
  // The field of the same name. Back, unless its values are those of an expression.
  FieldPosition same_field(const Declared& from, const std::string& name) const {
    const Field* field = from.declared->field(name);
    const bool is_same = field && (!is_back_ || field->from.empty() || field->from == name);
    return is_same ? from.info->field(name) : FieldPosition(model::kNone);
  }
  static FieldPosition successor_of(const Declared& from, const std::string& field) {
    for (const Field& one : from.declared->fields)
      if (one.from == field) return from.info->field(one.name);
    return model::kNone;
  }

  // The member of a document into which the field went.
  static std::optional<Expression> member_of(const Declared& from, const std::string& field) {
    for (const Field& one : from.declared->fields) {
      const auto expression = one.from.empty() ? Result<Expression>(unexpected(Error())) : Expression::parse(one.from);
      if (!expression || !expression->has_member(field)) continue;
      if (auto member = Expression::parse(fmt::format("{}.{}", one.name, field))) return *std::move(member);
    }
    return std::nullopt;
  }

  void lacks_field(const Declared& to, std::string_view of, const Declared& from, const std::string& name) {
    std::vector<std::string_view> names;
    for (const model::FieldInfo& one : from.info->fields) names.push_back(one.name);
    faults_.push_back(fmt::format("{} of {} is from {}, which {} of the earlier model lacks{}", of, to.info->name, name,
                                  from.info->name, did_you_mean(name, names)));
  }

  // Returns false after a fault.
  bool add_expression(const Declared& to, const Declared& from, const Field& field, FieldOrigin& out) {
    if (field.from.empty()) return true;
    // Names of fields may have any characters.
    if (from.info->field(field.from) != model::kNone) {
      out.from = from.info->field(field.from);
      return true;
    }
    auto parsed = Expression::parse(field.from);
    if (!parsed) {
      faults_.push_back(fmt::format("{}.{}: {}", to.info->name, field.name, parsed.error().message));
      return false;
    }
    bool is_known = true;
    for (const std::string& name : parsed->fields()) {
      if (from.info->field(name) != model::kNone) continue;
      lacks_field(to, field.name, from, name);
      is_known = false;
    }
    if (is_known) out.expression = *std::move(parsed);
    return is_known;
  }

  // A field without an origin in the earlier entity.
  void find_other(const Declared& to, const Declared& from, const Field& field, FieldOrigin& out) {
    const model::FieldInfo& info = to.info->at(out.to);
    if (to.info->version == out.to) {
      out.number = "1";
      return;
    }
    out.is_shard = holds_shard(to, info);
    if (info.optional || info.has_default || info.attribute.empty() || out.is_shard) return;
    faults_.push_back(
        fmt::format("{}.{} is required, and {} of the earlier model has no such field: say from: 'a value', from: a "
                    "field or an expression, or make it optional",
                    to.info->name, field.name, from.info->name));
  }

  const std::vector<Declared> was_;
  const std::vector<Declared> now_;
  const bool is_back_;
  std::vector<EntityOrigin> all_;
  std::vector<std::string> faults_;
};

// ---- kinds

std::optional<std::string> seconds_text(const std::string& time) {
  const auto parsed = model::utc_ms::parse(time);
  if (!parsed) return std::nullopt;
  return std::to_string((*parsed - model::utc_ms()).count() / 1000);
}

// The value as one of the field's kind, if that is certain, or as it is.
AttributeValue converted(AttributeValue value, const model::FieldInfo& to) {
  const bool is_text = model::natural_type(to.kind) == ScalarAttributeType::S && to.kind != FieldKind::Bool &&
                       to.kind != FieldKind::Document;
  if (value.is(AttributeType::N) && to.kind == FieldKind::Time) {
    const auto seconds = model::whole_number(value.n());
    if (!seconds || seconds->negative) return value;
    const auto text = model::utc_ms(static_cast<std::int64_t>(seconds->magnitude) * 1000).text();
    return text ? AttributeValue(*text) : value;
  }
  if (value.is(AttributeType::N) && is_text) return AttributeValue(value.n());
  if (!value.is(AttributeType::S)) return value;
  if (to.kind == FieldKind::Seconds) {
    if (const auto seconds = seconds_text(value.s())) return AttributeValue::number(*seconds);
  }
  if (to.kind == FieldKind::Integer || to.kind == FieldKind::Unsigned || to.kind == FieldKind::Seconds) {
    const auto whole = model::whole_number(value.s());
    return whole ? AttributeValue::number(to_text(*whole)) : value;
  }
  if (to.kind == FieldKind::Date && value.s().size() > kDateSize && model::has_form(FieldKind::Time, value.s()))
    return AttributeValue(value.s().substr(0, kDateSize));
  if (to.kind == FieldKind::Time && model::has_form(FieldKind::Date, value.s()))
    return AttributeValue(value.s() + std::string(kMidnight));
  return value;
}

bool meets(const AttributeValue* value, const std::string& text) {
  if (!value) return false;
  if (value->is(AttributeType::Bool)) return text == (value->boolean() ? "true" : "false");
  if (!value->is(AttributeType::N)) return value->is(AttributeType::S) && value->s() == text;
  const auto number = model::whole_number(value->n()), wanted = model::whole_number(text);
  return number && wanted ? *number == *wanted : value->n() == text;
}

// The attribute of the field's name that belongs to no earlier field or key, or nullptr.
const AttributeValue* unnamed_value(const EntityOrigin& origin, const FieldOrigin& field, const AttributeMap& values) {
  const std::string_view name = origin.to->at(field.to).attribute;
  if (is_key_or_tag(*origin.from_table->info, name) ||
      base::contains(origin.from->fields, name, &model::FieldInfo::attribute))
    return nullptr;
  return values.find(name);
}

Result<std::optional<AttributeValue>> value_of(const EntityOrigin& origin, const FieldOrigin& field,
                                               const AttributeMap& values) {
  if (field.expression)
    return field.expression->evaluate([&](std::string_view name) {
      const FieldPosition position = origin.from->field(name);
      return position == model::kNone ? nullptr : values.find(origin.from->at(position).attribute);
    });
  if (field.from == model::kNone) {
    if (const AttributeValue* unnamed = field.is_shard ? nullptr : unnamed_value(origin, field, values))
      return std::optional(*unnamed);
    if (!field.number.empty()) return std::optional(AttributeValue::number(field.number));
    return std::optional<AttributeValue>();
  }
  const AttributeValue* found = values.find(origin.from->at(field.from).attribute);
  return found ? std::optional(*found) : std::nullopt;
}

}  // namespace

Result<Derivations> Derivations::make(std::shared_ptr<const Proof> was, std::shared_ptr<const Proof> now,
                                      const std::vector<std::string>& left_out, Direction direction) {
  Maker maker(*was, *now, direction);
  Derivations out;
  out.was_ = std::move(was);
  out.now_ = std::move(now);
  out.all_ = maker.make(left_out);
  out.left_out_ = left_out;
  if (maker.faults().empty()) return out;
  return invalid(fmt::format("{}", fmt::join(maker.faults(), "\n")));
}

std::vector<const EntityOrigin*> Derivations::of(const model::EntityInfo& was) const {
  std::vector<const EntityOrigin*> out;
  for (const EntityOrigin& origin : all_)
    if (origin.from == &was) out.push_back(&origin);
  return out;
}

namespace {

// Whether a value of the first kind is the same after it was one of the second.
bool keeps_values(const model::FieldInfo& first, const model::FieldInfo& second) {
  if (first.kind == second.kind) return true;
  const auto is_text = [](FieldKind kind) {
    return kind != FieldKind::Bool && kind != FieldKind::Document &&
           model::natural_type(kind) == ScalarAttributeType::S;
  };
  const auto is_whole = [](FieldKind kind) { return kind == FieldKind::Integer || kind == FieldKind::Unsigned; };
  if (first.kind == FieldKind::Date) return second.kind == FieldKind::Time || second.kind == FieldKind::String;
  if (first.kind == FieldKind::Seconds) return is_whole(second.kind) || second.kind == FieldKind::Time;
  if (is_whole(first.kind)) return !is_text(second.kind) || second.kind == FieldKind::String;
  if (first.kind == FieldKind::Time) return second.kind == FieldKind::String;
  return is_text(first.kind) && is_text(second.kind) && second.kind != FieldKind::Date &&
         second.kind != FieldKind::Time;
}

}  // namespace

std::vector<std::string> Derivations::lost_on_a_way_back() const {
  std::vector<std::string> out;
  for (const EntityOrigin& origin : all_)
    for (const FieldOrigin& field : origin.fields) {
      const model::FieldInfo& to = origin.to->at(field.to);
      const bool is_kept = field.expression || field.is_shard ||
                           (field.from != model::kNone && keeps_values(to, origin.from->at(field.from)));
      if (!is_kept) out.push_back(fmt::format("{}.{}", origin.to->name, to.name));
    }
  return out;
}

std::vector<std::string> Derivations::unused_fields() const {
  std::vector<std::string> out;
  for (const EntityOrigin& first : all_)
    for (const FieldPosition field : first.from->positions()) {
      const std::string_view name = first.from->at(field).name;
      const bool is_used = std::ranges::any_of(all_, [&](const EntityOrigin& origin) {
        return origin.from == first.from && std::ranges::any_of(origin.fields, [&](const FieldOrigin& one) {
                 return one.from == field || (one.expression && base::contains(one.expression->fields(), name));
               });
      });
      std::string text = fmt::format("{}.{}", first.from->name, name);
      if (!is_used && !base::contains(out, text)) out.push_back(std::move(text));
    }
  return out;
}

bool Derivations::is_one_to_one() const {
  if (!left_out_.empty()) return false;
  return std::ranges::all_of(all_, [&](const EntityOrigin& one) {
    return !one.when && std::ranges::count(all_, one.from, &EntityOrigin::from) == 1 &&
           std::ranges::count(all_, one.to, &EntityOrigin::to) == 1;
  });
}

bool Derivations::is_left_out(const model::EntityInfo& was) const { return base::contains(left_out_, was.name); }

bool has_origins(const Model& was, const Model& now) {
  for (const Table& table : now.tables)
    for (const Entity& entity : table.entities) {
      if (!entity.from.empty()) return true;
      for (const Field& field : entity.fields)
        if (!field.from.empty()) return true;
      if (was.table(table.name)) continue;
      if (was.table_of(entity.name)) return true;
      for (const std::string& alias : entity.aliases)
        if (was.table_of(alias)) return true;
    }
  return false;
}

Result<std::optional<AttributeValue>> derive_field(const EntityOrigin& origin, const FieldOrigin& field,
                                                   const AttributeMap& values) {
  const model::FieldInfo& to = origin.to->at(field.to);
  if (to.attribute.empty()) return std::optional<AttributeValue>();
  auto value = value_of(origin, field, values);
  if (!value) return invalid(fmt::format("{}.{}: {}", origin.to->name, to.name, value.error().message));
  if (!*value || (*value)->is(AttributeType::Null)) {
    if (to.optional || to.has_default || (!field.expression && field.from == model::kNone))
      return std::optional<AttributeValue>();
    return invalid(fmt::format("{}.{} is required, and the item has no value for it", origin.to->name, to.name));
  }
  AttributeValue fitting = converted(*std::move(*value), to);
  if (!model::fits_field(to, fitting))
    return invalid(fmt::format("{}.{}: {}", origin.to->name, to.name, model::fault_of_field(to, fitting)));
  return std::optional(std::move(fitting));
}

Result<std::optional<AttributeMap>> derive(const EntityOrigin& origin, const AttributeMap& values) {
  if (origin.when && !meets(values.find(origin.from->at(origin.when->first).attribute), origin.when->second))
    return std::optional<AttributeMap>();
  AttributeMap out;
  for (const FieldOrigin& field : origin.fields) {
    PARTITA_TRY_VALUE(value, derive_field(origin, field, values));
    if (value) out.set(origin.to->at(field.to).attribute, *std::move(value));
  }
  return std::optional(std::move(out));
}

}  // namespace partita::modelling::derive
