#include "modelling/design/keys/key_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "modelling/design/keys/extend_indexes.h"
#include "modelling/design/keys/extend_tables.h"
#include "modelling/design/keys/labels.h"
#include "modelling/design/questions/fields.h"

namespace partita::modelling::design {
namespace {

// "CUSTOMER#{customer}#ORDER#{order}"
std::string labelled(const Questions& questions, const Entity& entity, const Fields& fields) {
  std::string out;
  for (const std::string& field : fields) {
    if (!out.empty()) out += '#';
    out += label_of_field(questions, entity, field) + "#" + part_of_field(*entity.field(field));
  }
  return out;
}

// A literal for each entity, and behind it the fields that its parents lack.
std::string nested_text(const Questions& questions, const Subject& subject, const SubjectPositions& under,
                        const Fields& rest, Fields known, bool before) {
  std::string out = before ? "#" : "";
  const auto add = [&](const Subject& one, const Fields& fields) {
    if (!out.empty() && out != "#") out += '#';
    out += label_of_entity(questions, one.entity);
    for (const std::string& field : fields) {
      if (contains(known, field)) continue;
      known.push_back(field);
      out += "#" + part_of_field(*subject.entity.field(field));
    }
  };
  for (const SubjectPosition parent : under) add(at(questions, parent), at(questions, parent).identity);
  add(subject, rest);
  return out;
}

// A text that is the same for templates of the same number of bytes: the lengths of the literals, and the names of the
// fields.
std::string size_of_templates(const std::string& text) {
  std::multiset<std::string> parts;
  std::size_t literal = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '{') {
      ++literal;
      continue;
    }
    const std::size_t end = text.find('}', i);
    parts.insert(text.substr(i, end - i));
    i = end;
  }
  std::string out = fmt::format("{}", literal);
  for (const std::string& part : parts) out += part;
  return out;
}

}  // namespace

std::string partition_template(const Questions& questions, const Subject& subject, const PrimaryForm& form) {
  if (!form.partition_text.empty()) return form.partition_text;
  if (form.natural_partition) return "{" + form.partition[0] + "}";
  if (form.partition.empty()) return label_of_entity(questions, subject.entity);
  return labelled(questions, subject.entity, form.partition);
}

// Empty: the table has no sort key.
std::string sort_template(const Questions& questions, const Subject& subject, const PrimaryForm& form) {
  if (!form.partition_text.empty()) return form.sort_text;
  if (!form.plain_sort) return nested_text(questions, subject, form.under, form.sort, form.partition, form.before);
  if (form.sort.size() == 1) return "{" + form.sort[0] + "}";
  std::string out;
  for (const std::string& field : form.sort)
    out += (out.empty() ? "" : "#") + part_of_field(*subject.entity.field(field));
  return out;
}

// Whether the partition key is composed, in an attribute of its own.
bool has_text(const IndexForm& form) {
  return form.composed || !form.bucket.empty() || (form.is_constant() && !form.is_tag());
}

std::string index_partition_text(const Questions& questions, const IndexChoice& choice, SubjectPosition position) {
  const IndexForm& form = choice.form;
  // The members of an index of several entities have the labels of the first one.
  const bool is_shared = form.nested || choice.subjects.size() > 1;
  const Subject& subject = at(questions, is_shared ? choice.subjects[0] : position);
  std::string text = labelled(questions, subject.entity, form.partition);
  if (!form.bucket.empty())
    text = fmt::format("{}#{{{}:{}}}", label_of_entity(questions, subject.entity), form.sort[0], form.bucket);
  else if (text.empty())
    text = label_of_entity(questions, subject.entity);
  for (const When& when : form.when) text += "#" + when.equals;
  if (form.shards > 1) text += fmt::format("#{{{}:shard{}}}", subject.identity.back(), form.shards);
  return text;
}

// The sort key of an index of several entities: children behind their parent, or all of them before the first one.
std::string nested_index_text(const Questions& questions, const IndexChoice& choice, SubjectPosition position) {
  const Subject& subject = at(questions, position);
  SubjectPositions under;
  for (const SubjectPosition other : choice.subjects) {
    const Fields& identity = at(questions, other).identity;
    const bool is_parent =
        other != position && identity.size() < subject.identity.size() && is_subset(identity, subject.identity);
    if (is_parent && !choice.form.from_end) under.push_back(other);
  }
  std::stable_sort(under.begin(), under.end(), [&](SubjectPosition a, SubjectPosition b) {
    return at(questions, a).identity.size() < at(questions, b).identity.size();
  });
  const bool before = choice.form.from_end && position != choice.subjects[0];
  return nested_text(questions, subject, under, subject.identity, choice.form.partition, before);
}

std::string table_key_of(const Questions& questions, SubjectPosition subject, const PrimaryForm& form) {
  if (!form.partition_text.empty()) return "that of an existing table";
  if (!form.natural_partition) return "PK";
  const Field& field = *at(questions, subject).entity.field(form.partition[0]);
  return fmt::format("{}:{}", field.attribute, static_cast<int>(model::natural_type(field.kind)));
}

std::string size_class_of(const Questions& questions, SubjectPosition subject, const PrimaryForm& form) {
  const Subject& own = at(questions, subject);
  std::string out = size_of_templates(partition_template(questions, own, form) + sort_template(questions, own, form));
  if (form.natural_partition) out += "|" + form.partition[0];
  if (form.plain_sort) out += form.sort.size() == 1 ? "|sort " + form.sort[0] : form.sort.empty() ? "|none" : "|text";
  return out;
}

std::string composed_text_of(const Questions& questions, SubjectPosition subject, const IndexChoice& index) {
  if (!has_text(index.form)) return {};
  if (!index.existing.empty()) {
    const Table* table = questions.existing->model().table(index.existing_table);
    const EntityKey key = key_in_existing(questions, index, *table->index(index.existing));
    return size_of_templates(key.partition[0] + (key.sort.empty() ? "" : key.sort[0])) + "|existing";
  }
  std::string out = index_partition_text(questions, index, subject);
  if (index.form.nested) out += nested_index_text(questions, index, subject);
  out = size_of_templates(out);
  // Items that are not in a sparse index do not have its key.
  for (const When& when : index.form.when) out += "|" + when.field + "=" + when.equals;
  return out + (index.form.nested ? "|2" : "|1");
}

std::string partition_text_of(const Questions& questions, SubjectPosition subject, const PrimaryForm& form) {
  const Subject& own = at(questions, subject);
  if (!form.partition_text.empty()) return texts_around_fields(form.partition_text);
  if (form.natural_partition) return table_key_of(questions, subject, form);
  if (form.partition.empty()) return label_of_entity(questions, own.entity);
  std::string out;
  for (const std::string& field : form.partition) out += label_of_field(questions, own.entity, field) + "#";
  return out;
}

}  // namespace partita::modelling::design
