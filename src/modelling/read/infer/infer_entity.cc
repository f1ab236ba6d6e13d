// How an entity is made of its items
// 1. Each key attribute gets a template of its usual shape. Items with another shape are doubted in a note.
// 2. A part of a key that equals an attribute in all items is that field. Another part is a field that only the key
//    holds, named by the file's alias, by another entity's field at the same place, or by the word in front of it.
// 3. An index gets a key if some items have its attributes. The key is sparse if some items lack them.
// 4. All other attributes become stored fields.
// 5. Numbers and sizes are measured if the items are a sample of real ones, and some items with usual keys become
//    samples.
#include "modelling/read/infer/infer_entity.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/contains.h"
#include "base/text.h"
#include "model/keys/escape.h"
#include "modelling/read/infer/infer_fields.h"
#include "modelling/read/infer/key_parts.h"
#include "modelling/read/tree.h"
#include "value/size.h"

namespace partita::modelling::inference {
namespace {

using model::FieldKind;

constexpr std::size_t kMostSamples = 20;
constexpr std::size_t kLeastTellingSize = 6;

class EntityInference {
 public:
  EntityInference(const Table& table, const EntityItems& of, const KnownFields& known, const InferOptions& options,
                  std::vector<std::string>& notes)
      : table_(table), of_(of), known_(known), options_(options), notes_(notes), cut_(cut_attributes(of)) {}

  Entity run() {
    entity_.name = of_.name;
    entity_.guessed = true;
    entity_.place = options_.place;
    entity_.primary.partition = {template_of(table_.partition_key)};
    if (!table_.sort_key.empty()) entity_.primary.sort = {template_of(table_.sort_key)};
    for (const Index& index : table_.indexes) add_index(index);
    add_other_fields();
    if (options_.measure) measure();
    add_samples();
    return std::move(entity_);
  }

 private:
  void doubt(const std::string& what) { notes_.push_back(located(options_.place, what)); }

  std::string template_of(const std::string& attribute) {
    if (const auto made = templates_.find(attribute); made != templates_.end()) return made->second;
    std::string text;
    if (const auto cut = of_.keys.find(attribute); cut != of_.keys.end()) {
      text = composed_template(attribute, cut->second);
    } else {
      text = "{" + add_stored_field(attribute) + "}";
    }
    templates_[attribute] = text;
    return text;
  }

  std::string composed_template(const std::string& attribute, const std::vector<KeyText>& all) {
    const UsualKey usual = usual_key(all);
    const std::string& shape = usual.shape;
    const auto is_odd = [&](const KeyText& text) { return !text.empty() && shape_of(text) != shape; };
    const auto odd = std::ranges::find_if(all, is_odd);
    if (odd != all.end()) {
      const auto count = std::ranges::count_if(all, [](const KeyText& text) { return !text.empty(); });
      doubt(fmt::format("{} of {} items of {} have another form of {} than {}, such as {}",
                        std::ranges::count_if(all, is_odd), count, entity_.name, attribute, shape, shape_of(*odd)));
    }
    usual_shapes_[attribute] = shape;
    std::string text;
    for (std::size_t i = 0; i < usual.text.size(); ++i) {
      const KeySegment& segment = usual.text[i];
      if (segment.separator) text.push_back(segment.separator);
      if (!segment.is_value) {
        text += segment.text;
        continue;
      }
      const std::string field = field_of_part(attribute, shape, i, usual.text.size());
      part_fields_[attribute].push_back(field.substr(1, field.find_first_of(":}") - 1));
      text += field;
    }
    return text;
  }

  // "{customer}": the field of a part, which is added to the entity.
  std::string field_of_part(const std::string& attribute, const std::string& shape, std::size_t segment,
                            std::size_t segments) {
    const Part part = part_of(of_, attribute, shape, segment);
    std::vector<std::string> others;
    if (const auto match = attribute_of_part(table_, part, cut_, &others)) {
      if (!others.empty() && part.items.size() == 1)
        doubt(fmt::format("the part '{}' of {} of {} equals {} and also {}; one item does not tell which is meant",
                          part.texts.front(), attribute, entity_.name, match->attribute, others.front()));
      const std::string format = match->format.empty() ? format_of_texts(part, match->attribute) : match->format;
      return fmt::format("{{{}{}}}", add_stored_field(match->attribute), format);
    }
    std::string name = alias_of_part(attribute, shape, segment);
    const std::string format = format_of_texts(part, {});
    if (const std::string field = field_with_texts(part, name); !field.empty())
      return fmt::format("{{{}{}}}", field, format);
    if (const auto known = known_.find(place_in_key(attribute, shape, segment)); known != known_.end())
      name = known->second;
    else if (name.empty() || is_an_attribute(name))  // a sole part is the field's own value
      name = segments == 1 ? attribute : name_of_part(part, attribute, segment);
    const bool own = segments == 1 && name == attribute;
    return fmt::format("{{{}{}}}", add_key_field(name, part, own), own ? "" : format);
  }

  // ":raw" if the program that wrote the items does not escape values as Partita does, or an empty text. `attribute`
  // has the part's value, unless it is empty.
  static std::string format_of_texts(const Part& part, const std::string& attribute) {
    for (std::size_t i = 0; i < part.texts.size(); ++i) {
      if (!model::needs_escape(part.texts[i])) continue;
      const auto value = model::unescape(part.texts[i]);
      const AttributeValue* stored = attribute.empty() ? nullptr : part.items[i]->find(attribute);
      if (!value || (stored && stored->text() != *value)) return ":raw";
    }
    return {};
  }

  // A field of the keys that has the part's texts in all items, or an empty text. If the items do not differ, a short
  // text may be equal by chance.
  std::string field_with_texts(const Part& part, const std::string& alias) const {
    const bool differ =
        std::ranges::any_of(part.texts, [&](const std::string& one) { return one != part.texts.front(); });
    for (const auto& [field, texts] : parts_)
      if (texts == part.texts &&
          (differ || field == alias || (alias.empty() && part.texts.front().size() >= kLeastTellingSize)))
        return field;
    return {};
  }

  // The name of the part in the file, or an empty text.
  std::string alias_of_part(const std::string& attribute, const std::string& shape, std::size_t segment) const {
    const auto& aliases = of_.items.front()->aliases;
    const auto found = aliases.find(attribute);
    if (found == aliases.end()) return {};
    const KeyText alias = cut_key(found->second);
    const KeyText& key = *std::ranges::find(of_.keys.at(attribute), shape, shape_of);
    std::size_t position = segment;
    const auto is_value = [](const KeySegment& one) { return one.is_value; };
    if (alias.size() != key.size()) {
      if (std::ssize(alias) != std::ranges::count_if(key, is_value)) return {};
      position = static_cast<std::size_t>(
          std::ranges::count_if(key.begin(), key.begin() + static_cast<std::ptrdiff_t>(segment), is_value));
    }
    const std::string& text = alias[position].text;
    return clean_name(text) == text && !is_generic_key_name(text) ? text : std::string();
  }

  static std::string name_of_part(const Part& part, const std::string& attribute, std::size_t segment) {
    if (!part.word.empty()) return part.word;
    switch (kind_of_texts(part.texts)) {
      case FieldKind::Time:
        return "time";
      case FieldKind::Date:
        return "date";
      case FieldKind::Uuid:
      case FieldKind::Ulid:
        return "id";
      default:
        return fmt::format("{}_{}", base::lower(clean_name(attribute)), segment + 1);
    }
  }

  // Returns the field's name. It is the attribute's, unless templates and programs cannot use that.
  std::string add_stored_field(const std::string& attribute) {
    const auto earlier = std::ranges::find(entity_.fields, attribute, &Field::attribute);
    if (earlier != entity_.fields.end() && earlier->stored) return earlier->name;
    std::vector<const AttributeValue*> values;
    for (const ObservedItem* item : of_.items)
      if (const AttributeValue* value = item->attributes.find(attribute); value && !value->is(AttributeType::Null))
        values.push_back(value);
    const GuessedKind guess = kind_of_values(values);
    if (!guess.doubt.empty()) doubt(fmt::format("the attribute {} of {} {}", attribute, entity_.name, guess.doubt));
    Field field{.name = field_name(attribute),
                .attribute = attribute,
                .kind = guess.kind,
                .document = guess.document,
                .optional = values.size() < of_.items.size(),
                .description = guess.description,
                .place = options_.place};
    if (attribute == table_.ttl_attribute && field.kind == FieldKind::Integer) {
      field.kind = FieldKind::Seconds;
      entity_.ttl = field.name;
    }
    if (options_.measure && field.optional)
      field.present = static_cast<double>(values.size()) / static_cast<double>(of_.items.size());
    entity_.fields.push_back(std::move(field));
    return entity_.fields.back().name;
  }

  std::string field_name(const std::string& attribute) const {
    const bool plain = std::ranges::all_of(attribute, [](char c) {
      return base::is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-';
    });
    const std::string wanted = plain ? attribute : clean_name(attribute);
    std::string name = wanted;
    for (int number = 2; name.empty() || entity_.field(name) || (name != attribute && is_an_attribute(name)); ++number)
      name = fmt::format("{}_{}", wanted.empty() ? "attribute" : wanted, number);
    return name;
  }

  // A field that only the key holds, or if `own` the key attribute itself. Returns its name, which has a number behind
  // it if another value has the name.
  std::string add_key_field(const std::string& wanted, const Part& part, bool own) {
    std::string name = wanted;
    for (int number = 2;; ++number) {
      const auto earlier = parts_.find(name);
      if (earlier != parts_.end() && earlier->second == part.texts) return name;
      if (earlier == parts_.end() && !entity_.field(name) && (own || !is_an_attribute(name))) break;
      name = fmt::format("{}_{}", wanted, number);
    }
    parts_[name] = part.texts;
    entity_.fields.push_back(
        {.name = name, .attribute = name, .kind = kind_of_texts(part.texts), .stored = own, .place = options_.place});
    return name;
  }

  bool is_an_attribute(const std::string& name) const {
    return std::ranges::any_of(of_.items, [&](const ObservedItem* item) { return item->attributes.contains(name); });
  }

  bool has_attribute(const ObservedItem& item, const std::string& attribute) const {
    const AttributeValue* value = item.attributes.find(attribute);
    if (!value) return false;
    const auto type = table_.attribute_types.find(attribute);
    const ScalarAttributeType wanted = type == table_.attribute_types.end() ? ScalarAttributeType::S : type->second;
    return value->is(wanted == ScalarAttributeType::S   ? AttributeType::S
                     : wanted == ScalarAttributeType::N ? AttributeType::N
                                                        : AttributeType::B);
  }

  void add_index(const Index& index) {
    if (index.vector) return;
    std::vector<std::string> partition = index.partition;
    if (index.scope == model::IndexScope::Local) partition = {table_.partition_key};
    std::vector<std::string> attributes = partition;
    attributes.insert(attributes.end(), index.sort.begin(), index.sort.end());
    const auto inside = std::ranges::count_if(of_.items, [&](const ObservedItem* item) {
      return std::ranges::all_of(attributes, [&](const std::string& one) { return has_attribute(*item, one); });
    });
    if (inside == 0) return;
    EntityKey key{.index = index.name, .sparse = inside < std::ssize(of_.items), .place = options_.place};
    for (const std::string& attribute : partition) key.partition.push_back(template_of(attribute));
    for (const std::string& attribute : index.sort) key.sort.push_back(template_of(attribute));
    entity_.indexes.push_back(std::move(key));
  }

  void add_other_fields() {
    std::set<std::string> names;
    for (const ObservedItem* item : of_.items)
      for (const Attribute& attribute : item->attributes)
        if (!cut_.contains(attribute.name) && attribute.name != table_.type_attribute) names.insert(attribute.name);
    take_version(names);
    for (const std::string& name : options_.attribute_order)
      if (names.contains(name)) add_stored_field(name);
    for (const std::string& name : names) add_stored_field(name);
  }

  // Partita keeps an attribute beside a version, which is not a field. It tells that "version" is one.
  void take_version(std::set<std::string>& names) {
    if (names.erase(std::string(model::kWriteIdAttribute)) == 0 || !names.contains("version")) return;
    entity_.version = add_stored_field("version");
  }

  void measure() {
    double bytes = 0;
    for (const ObservedItem* item : of_.items) {
      AttributeMap own = item->attributes;
      for (const std::string& attribute : cut_)  // the model knows the sizes of index keys from their templates
        if (attribute != table_.partition_key && attribute != table_.sort_key) own.erase(attribute);
      bytes += static_cast<double>(value::item_size_bytes(own));
    }
    entity_.count = static_cast<double>(of_.items.size());
    entity_.size_bytes = bytes / static_cast<double>(of_.items.size());
  }

  bool has_usual_keys(std::size_t item) const {
    return std::ranges::all_of(usual_shapes_, [&](const auto& usual) {
      const KeyText& key = of_.keys.at(usual.first)[item];
      return key.empty() || shape_of(key) == usual.second;
    });
  }

  // Adds the values that only the item's keys hold. Requires: the keys have the usual shapes.
  void add_parts(std::size_t item, AttributeMap& sample) const {
    for (const auto& [attribute, fields] : part_fields_) {
      std::size_t next = 0;
      for (const KeySegment& segment : of_.keys.at(attribute)[item]) {
        if (!segment.is_value) continue;
        const std::string& field = fields[next++];
        if (!sample.contains(field)) sample.set(field, AttributeValue::string(segment.text));
      }
    }
  }

  void add_samples() {
    for (std::size_t i = 0; i < of_.items.size() && entity_.samples.size() < kMostSamples; ++i) {
      if (!has_usual_keys(i)) continue;
      AttributeMap sample;
      for (const Attribute& attribute : of_.items[i]->attributes)
        if (base::contains(entity_.fields, attribute.name, &Field::attribute))
          sample.set(attribute.name, attribute.value);
      add_parts(i, sample);
      entity_.samples.emplace_back(sample);
    }
  }

  const Table& table_;
  const EntityItems& of_;
  const KnownFields& known_;
  const InferOptions& options_;
  std::vector<std::string>& notes_;
  const std::set<std::string> cut_;
  std::map<std::string, std::string> templates_;  // by key attribute, as the two below
  std::map<std::string, std::string> usual_shapes_;
  std::map<std::string, std::vector<std::string>> part_fields_;  // the field of each value
  std::map<std::string, std::vector<std::string>> parts_;        // the texts of fields that only keys hold
  Entity entity_;
};

}  // namespace

Entity infer_entity(const Table& table, const EntityItems& of, const KnownFields& known, const InferOptions& options,
                    std::vector<std::string>& notes) {
  return EntityInference(table, of, known, options, notes).run();
}

}  // namespace partita::modelling::inference
