#include "modelling/cost/field_sizes.h"

#include <algorithm>

#include "value/size.h"

namespace partita::modelling {
namespace {

using model::FieldKind;

constexpr double kBooleanKeyBytes = 4.5;  // "true" or "false"

// A number counts a byte, and one more for each two digits.
FieldSize number_of_digits(double digits, FieldSize::From from) { return {1 + (digits + 1) / 2, digits, from}; }

// Guesses are round numbers in the middle of those of real models. The report names them.
FieldSize size_of_kind(FieldKind kind) {
  switch (kind) {
    case FieldKind::Time:
      return {24, 24, FieldSize::From::Kind};
    case FieldKind::Date:
      return {10, 10, FieldSize::From::Kind};
    case FieldKind::Uuid:
      return {36, 36, FieldSize::From::Kind};
    case FieldKind::Ulid:
      return {26, 26, FieldSize::From::Kind};
    case FieldKind::Seconds:
      return {6, 10, FieldSize::From::Kind};
    case FieldKind::Bool:
      return {1, kBooleanKeyBytes, FieldSize::From::Kind};
    case FieldKind::Integer:
    case FieldKind::Unsigned:
      return number_of_digits(5, FieldSize::From::Guess);
    case FieldKind::Double:
      return number_of_digits(15, FieldSize::From::Guess);
    case FieldKind::Decimal:
      return number_of_digits(7, FieldSize::From::Guess);
    case FieldKind::Bytes:
      return {32, 64, FieldSize::From::Guess};
    case FieldKind::Document:
      return {200, 0, FieldSize::From::Guess};
    case FieldKind::String:
    case FieldKind::Enum:
      break;
  }
  return {20, 20, FieldSize::From::Guess};
}

double key_bytes_of(FieldKind kind, double value_bytes) {
  switch (kind) {
    case FieldKind::Integer:
    case FieldKind::Unsigned:
    case FieldKind::Double:
    case FieldKind::Decimal:
    case FieldKind::Seconds:
      return std::max(1.0, 2 * (value_bytes - 1));
    case FieldKind::Bytes:
      return 2 * value_bytes;
    case FieldKind::Bool:
      return kBooleanKeyBytes;
    default:
      return value_bytes;
  }
}

std::optional<double> mean_in_samples(const Entity& entity, const Field& field) {
  double sum = 0, count = 0;
  for (const Item& sample : entity.samples) {
    const std::optional<AttributeValue> value = sample.get(field.attribute);
    if (!value) continue;
    sum += static_cast<double>(value::value_size_bytes(*value));
    ++count;
  }
  if (count == 0) return std::nullopt;
  return sum / count;
}

}  // namespace

FieldSize size_of_field(const Entity& entity, const Field& field) {
  if (field.size_bytes)
    return {*field.size_bytes, key_bytes_of(field.kind, *field.size_bytes), FieldSize::From::Declared};
  const FieldSize of_kind = size_of_kind(field.kind);
  if (of_kind.from == FieldSize::From::Kind) return of_kind;
  if (!field.enumerators.empty()) {
    double value = 0, key = 0;
    for (const Enumerator& one : field.enumerators) {
      const std::string& attribute = one.attribute.empty() ? one.name : one.attribute;
      value += static_cast<double>(attribute.size());
      key += static_cast<double>(one.key.empty() ? attribute.size() : one.key.size());
    }
    const auto count = static_cast<double>(field.enumerators.size());
    return {value / count, key / count, FieldSize::From::Enumerators};
  }
  if (const auto mean = mean_in_samples(entity, field))
    return {*mean, key_bytes_of(field.kind, *mean), FieldSize::From::Samples};
  return of_kind;
}

std::optional<double> share_with_field(const Entity& entity, const Field& field) {
  if (!field.optional) return 1;
  if (field.present) return std::clamp(*field.present, 0.0, 1.0);
  if (entity.samples.empty()) return std::nullopt;
  double with = 0;
  for (const Item& sample : entity.samples)
    if (sample.get(field.attribute)) ++with;
  return with / static_cast<double>(entity.samples.size());
}

double key_part_bytes(const Entity& entity, const model::EntityInfo& info, const model::KeyPart& part) {
  if (!part.is_field()) return static_cast<double>(part.literal.size());
  switch (part.format) {
    case model::KeyFormat::Padded:
      return part.width;
    case model::KeyFormat::SignedPadded:
      return part.width + 1.0;
    case model::KeyFormat::Year:
      return 4;
    case model::KeyFormat::Month:
      return 7;
    case model::KeyFormat::Day:
      return 10;
    case model::KeyFormat::Hour:
      return 13;
    case model::KeyFormat::Shard:
      return part.shards > 10 ? 2 : 1;
    case model::KeyFormat::Plain:
      break;
  }
  const Field* const field = entity.field(info.at(part.field).name);
  return field ? size_of_field(entity, *field).key_bytes : 0;
}

std::optional<double> distinct_values(const Field& field) {
  if (field.distinct) return std::max(1.0, *field.distinct);
  if (!field.enumerators.empty()) return static_cast<double>(field.enumerators.size());
  if (field.kind == model::FieldKind::Bool) return 2;
  if (field.values && field.values->kind == Distribution::Kind::Fixed && !field.values->weights.empty())
    return static_cast<double>(field.values->weights.size());
  return std::nullopt;
}

}  // namespace partita::modelling
