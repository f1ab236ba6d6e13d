// The value types for members of a user's struct that the language and the standard library do not have.
#pragma once

#include <partita/model/types/any_value.h>
#include <partita/model/types/bytes.h>
#include <partita/model/types/date.h>
#include <partita/model/types/decimal.h>
#include <partita/model/types/epoch_seconds.h>
#include <partita/model/types/other_attributes.h>
#include <partita/model/types/ulid.h>
#include <partita/model/types/ulid_generator.h>
#include <partita/model/types/utc_ms.h>
#include <partita/model/types/uuid.h>

#include <set>
#include <string>

namespace partita::model {

// The three set types of the database: SS, NS and BS. An empty set is an absent attribute.
using string_set = std::set<std::string>;
template <class Number>
using number_set = std::set<Number>;
using binary_set = std::set<bytes>;

}  // namespace partita::model
