// Sample data: one user's favourites of all nine types, under three tags. The article "Design of AWS DynamoDB actual
// combat table" gives no rows.
#pragma once

#include "favorites/repository.h"

namespace favorites {

inline constexpr const char* kUser = "U1";

// The time of minute `n` of the sample's day.
pt::utc_ms minute(int n);

// The favourites were clipped in this order, a minute apart. Their ids sort in another order.
const std::vector<Favorite>& sample_favorites();
// The tags t1 travel, t2 work and t3 cooking, in the order of their ids.
const std::vector<Tag>& sample_tags();
// Pairs of a favourite's data id and the id of one of its tags.
const std::vector<std::pair<std::string, std::string>>& sample_tagging();

// Removes all rows of the user and writes the sample.
partita::Result<void> load_sample(Repository& repository);
// Writes a thousand rows that belong to no answer: older favourites of the same user whose ids and title words begin
// like those of the sample, their tags, and tags of users whose ids begin like the user's.
partita::Result<void> load_unrelated(Repository& repository);

}  // namespace favorites
