// The values that take the place of others in a fork.
#pragma once

#include <partita/attribute_value.h>
#include <partita/error.h>
#include <partita/model/runtime/description.h>

#include <string>
#include <string_view>
#include <vector>

#include "auth/sha256.h"
#include "movement/forks/treatments.h"

namespace partita::movement {

// A substitute depends on the key of the fork, on the value, and on the field only as far as its kind tells times in
// seconds and enumerators. So a value has the same pseudonym in each field, table and fork of one key.
//
// A pseudonym of a text has the form of the text: of a UUID, of a ULID, whose time stays, of an e-mail address, of a
// time or date, or of a word; and the beginning that a key template demands stays. Times and dates move by one number
// of days, 150 to 200 years back, so their order and distances stay. Any other number becomes one of 15 digits that
// begins with a 9, or one of 19 if it is whole and has more than 14. The letters of a pseudonym are consonants, or
// those of hexadecimal digits in a UUID, so that it is not taken for a word or a number of the data.
class Substitutes {
 public:
  // `beginnings`: of values, that stay.
  Substitutes(std::string_view key, std::vector<std::string> beginnings);

  // The value that `treatment` makes of a value of the field. A value without a type means that it is dropped.
  // Errors: ValidationException for a value that cannot have a pseudonym, such as a time before the year 250.
  // Names of members without a rule of their own become pseudonyms if the document is masked or gets pseudonyms,
  // because they may be values.
  Result<AttributeValue> treated(const model::FieldInfo& field, const Treatment& treatment,
                                 const AttributeValue& value) const;

  // Texts that masks and pseudonyms contain whatever the values are.
  std::vector<std::string> constants() const;
  // A text by which a reader tells whether two forks had the same key.
  std::string fingerprint() const;

 private:
  Result<AttributeValue> by_rule(const model::FieldInfo* field, FieldRule rule, const AttributeValue& value) const;
  Result<AttributeValue> members_treated(const Treatment& treatment, FieldRule rule, const AttributeValue& value) const;
  AttributeValue masked(const model::FieldInfo* field, const AttributeValue& value) const;
  Result<AttributeValue> pseudonym(const model::FieldInfo* field, const AttributeValue& value) const;
  std::string masked_text(const std::string& text) const;
  Result<std::string> pseudonym_text(const std::string& text) const;
  Result<std::string> pseudonym_number(const model::FieldInfo* field, const std::string& text) const;
  auth::Digest digest(std::string_view form, std::string_view text) const;
  std::string_view beginning_of(std::string_view text) const;
  // A permutation of the numbers below `count`, which is at most 2^62.
  std::uint64_t permuted(std::uint64_t number, std::uint64_t count) const;

  const auth::HmacKey key_;
  const std::vector<std::string> beginnings_;
  std::int64_t days_back_ = 0;
};

}  // namespace partita::movement
