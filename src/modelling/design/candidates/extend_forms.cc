// The primary keys that a new entity may have in a table that exists.
#include <algorithm>
#include <set>

#include "base/contains.h"
#include "modelling/core/template_parts.h"
#include "modelling/design/candidates/candidates.h"
#include "modelling/design/keys/extend_tables.h"
#include "modelling/design/keys/labels.h"
#include "modelling/design/keys/longer_identities.h"
#include "modelling/design/keys/serves.h"
#include "modelling/design/models/assemble.h"
#include "modelling/design/questions/fields.h"
#include "modelling/lint/rule.h"

namespace partita::modelling::design {
namespace {

constexpr int kMostDepth = 4;  // of parents above a new entity

Fields fields_of(const std::vector<std::string>& templates) {
  Fields out;
  for (const std::string& text : templates)
    for (const TemplatePart& part : template_parts(text))
      if (part.is_field() && !part.is_shard() && !contains(out, part.field)) out.push_back(part.field);
  return out;
}

std::string all_of(const std::vector<std::string>& templates) {
  std::string out;
  for (const std::string& text : templates) out += text;
  return out;
}

// A text of a key, and the fields in it.
struct KeyText {
  std::string text = {};
  Fields fields = {};
};

class FormFinder {
 public:
  // `own` is the subject, perhaps with a longer identity.
  FormFinder(const Questions& questions, SubjectPosition subject, const Subject& own, const SubjectPositions& group,
             const Table& table)
      : questions_(questions), subject_(subject), own_(own), group_(group), table_(table) {}

  std::vector<PrimaryForm> run() {
    for (const KeyText& partition : partitions()) {
      for (const Fields& rest : orders(without(own_.identity, partition.fields))) {
        if (table_.sort_key.empty()) {
          if (rest.empty()) add(partition, {}, {});
          continue;
        }
        for (const bool before : {false, true})
          if (!before || precedes_a_parent() || has_marked(partition)) add(partition, flat(own_, rest, before), {});
      }
      if (!table_.sort_key.empty())
        for (const SubjectPosition parent : parents(subject_))
          for (const KeyText& above : sorts_of(parent, partition, 1))
            if (is_subset(above.fields, own_.identity)) add(partition, below(above, partition), {parent});
    }
    return std::move(out_);
  }

 private:
  // Whether the new entity has the fields, as the existing one has them.
  bool has(const Entity& entity, const Fields& fields) const {
    return std::all_of(fields.begin(), fields.end(), [&](const std::string& name) {
      const Field* own = own_.entity.field(name);
      const Field* theirs = entity.field(name);
      return contains(own_.identity, name) && own && theirs && own->kind == theirs->kind;
    });
  }

  // The partition keys of existing parents, whose identity the new entity has, and then those of its own.
  std::vector<KeyText> partitions() const {
    std::vector<KeyText> out;
    const auto add_text = [&](KeyText one) {
      if (std::none_of(out.begin(), out.end(), [&](const KeyText& other) { return other.text == one.text; }))
        out.push_back(std::move(one));
    };
    for (const Entity& entity : table_.entities) {
      KeyText one{all_of(entity.primary.partition), fields_of(entity.primary.partition)};
      if (!one.fields.empty() && has(entity, primary_fields(entity))) add_text(std::move(one));
    }
    for (const Fields& fields : subsets(own_.identity)) {
      if (fields.size() == 1 && own_.entity.field(fields[0])->attribute == table_.partition_key) {
        add_text({"{" + fields[0] + "}", fields});
        continue;
      }
      if (!std::all_of(fields.begin(), fields.end(),
                       [&](const std::string& name) { return fits_into_text(*own_.entity.field(name)); }))
        continue;
      std::string text;
      for (const std::string& name : fields)
        text += (text.empty() ? "" : "#") + label_of_field(questions_, own_.entity, name) + "#" +
                part_of_field(*own_.entity.field(name));
      add_text({text, fields});
      // Items of other entities are never in a partition that begins with the entity's own literal.
      add_text({label_of_entity(questions_, own_.entity) + "#" + text, fields});
    }
    return out;
  }

  KeyText flat(const Subject& subject, const Fields& rest, bool before) const {
    KeyText out{(before ? "#" : "") + label_of_entity(questions_, subject.entity), rest};
    for (const std::string& name : rest) {
      const Field& field = *subject.entity.field(name);
      if (!fits_into_text(field)) return {};
      out.text += "#" + part_of_field(field);
    }
    return out;
  }

  KeyText below(const KeyText& above, const KeyText& partition) const {
    const Fields rest = without(without(own_.identity, partition.fields), above.fields);
    KeyText tail = flat(own_, rest, false);
    if (tail.text.empty()) return {};
    return {above.text + "#" + tail.text, joined(without(above.fields, partition.fields), rest)};
  }

  // The entities that a new read finds with the subject, and whose identity the subject has.
  SubjectPositions parents(SubjectPosition subject) const {
    std::set<SubjectPosition> out;
    const Subject& child = at(questions_, subject);
    for (const Pattern& pattern : questions_.patterns) {
      if (questions_.is_existing(pattern) || pattern.operation != PatternOperation::Read || pattern.from_end ||
          pattern.whole || !base::contains(pattern.entities, child.entity.name))
        continue;
      for (const std::string& name : pattern.entities) {
        const SubjectPosition other = questions_.subject(name);
        const Fields& identity = at(questions_, other).identity;
        if (contains(group_, other) && identity.size() < child.identity.size() && is_subset(identity, child.identity))
          out.insert(other);
      }
    }
    return {out.begin(), out.end()};
  }

  // The sort keys that a parent may have in the partition.
  std::vector<KeyText> sorts_of(SubjectPosition parent, const KeyText& partition, int depth) const {
    const Subject& subject = at(questions_, parent);
    if (!subject.table.empty()) {
      if (all_of(subject.entity.primary.partition) != partition.text) return {};
      return {{all_of(subject.entity.primary.sort), fields_of(subject.entity.primary.sort)}};
    }
    if (depth == kMostDepth || !is_subset(partition.fields, subject.identity)) return {};
    const Fields rest = without(subject.identity, partition.fields);
    std::vector<KeyText> out = {flat(subject, rest, false)};
    for (const SubjectPosition above : parents(parent))
      for (const KeyText& one : sorts_of(above, partition, depth + 1)) {
        const KeyText tail = flat(subject, without(rest, one.fields), false);
        out.push_back({one.text + "#" + tail.text, joined(without(one.fields, partition.fields), tail.fields)});
      }
    std::erase_if(out, [](const KeyText& one) { return one.text.empty(); });
    return out;
  }

  // Whether existing items of the partition have keys that sort before their parent's, for pages from the end.
  bool has_marked(const KeyText& partition) const {
    return std::any_of(table_.entities.begin(), table_.entities.end(), [&](const Entity& entity) {
      return all_of(entity.primary.partition) == partition.text && all_of(entity.primary.sort).starts_with('#');
    });
  }

  bool precedes_a_parent() const {
    return std::any_of(questions_.patterns.begin(), questions_.patterns.end(), [&](const Pattern& pattern) {
      return pattern.from_end && !pattern.entities.empty() &&
             std::find(pattern.entities.begin() + 1, pattern.entities.end(), own_.entity.name) !=
                 pattern.entities.end();
    });
  }

  // Of two forms of one partition that serve the same reads, the first is enough.
  void add(const KeyText& partition, const KeyText& sort, SubjectPositions under) {
    if (!table_.sort_key.empty() && sort.text.empty()) return;
    PrimaryForm form{.partition = partition.fields,
                     .sort = sort.fields,
                     .under = std::move(under),
                     .before = sort.text.starts_with('#'),
                     .natural_partition = partition.text == "{" + partition.fields[0] + "}",
                     .partition_text = partition.text,
                     .sort_text = sort.text};
    std::string marks = form.partition_text + (form.before ? " #" : " ");
    for (const SubjectPosition parent : form.under) marks += at(questions_, parent).entity.name + " ";
    for (const Pattern& read : questions_.patterns)
      if (base::contains(read.entities, own_.entity.name)) marks += may_serve(form, own_, read) ? '1' : '0';
    if (marks_.insert(std::move(marks)).second) out_.push_back(std::move(form));
  }

  const Questions& questions_;
  const SubjectPosition subject_;
  const Subject& own_;
  const SubjectPositions& group_;
  const Table& table_;
  std::set<std::string> marks_;
  std::vector<PrimaryForm> out_;
};

// Whether the new entity can have the key in a table with the existing entities: no two items have one key, and without
// a type tag no item is taken for one of another entity.
bool fits_beside_others(const Questions& questions, SubjectPosition subject, const SubjectPositions& group,
                        const PrimaryForm& form) {
  Extent extent;
  for (const SubjectPosition other : group)
    if (other == subject || !at(questions, other).table.empty()) extent.subjects.push_back(other);
  Choice choice;
  choice.primary.resize(questions.subjects.size());
  at(choice.primary, subject) = form;
  const auto proof = prove(assemble(questions, {group}, choice, extent).model);
  if (!proof->refusals().empty()) return false;
  if (!existing_table(questions, group)->type_attribute.empty()) return true;
  const std::vector<lint::Finding> findings = lint::run(*proof);
  return std::none_of(findings.begin(), findings.end(), [&](const lint::Finding& finding) {
    return finding.rule == &lint::k_P136 && finding.entity == at(questions, subject).entity.name;
  });
}

}  // namespace

std::vector<PrimaryForm> forms_in_existing(const Questions& questions, SubjectPosition subject,
                                           const SubjectPositions& group) {
  const Subject& own = at(questions, subject);
  if (own.table.empty()) {
    std::vector<PrimaryForm> forms;
    for (const Fields& identity : possible_identities(questions, subject)) {
      Subject with = own;
      with.identity = identity;
      for (PrimaryForm& form : FormFinder(questions, subject, with, group, *existing_table(questions, group)).run())
        forms.push_back(std::move(form));
    }
    std::erase_if(forms, [&](const PrimaryForm& form) { return !fits_beside_others(questions, subject, group, form); });
    return forms;
  }
  const EntityKey& key = own.entity.primary;
  return {{.partition = fields_of(key.partition),
           .sort = without(fields_of(key.sort), fields_of(key.partition)),
           .partition_text = all_of(key.partition),
           .sort_text = all_of(key.sort)}};
}

}  // namespace partita::modelling::design
