// Sample data: one user's favourites of all nine types, under three tags. The document gives no rows.
#pragma once

#include "favorites/repository.h"

namespace favorites {

inline constexpr const char* kUser = "U1";

// The time of the n-th minute of the sample's day.
pt::utc_ms minute(int n);

// Clipped in this order, a minute apart; their ids sort otherwise.
const std::vector<Favorite>& sample_favorites();
// By id: t1 travel, t2 work, t3 cooking.
const std::vector<Tag>& sample_tags();
// The tags of sample favourites: data id, tag id.
const std::vector<std::pair<std::string, std::string>>& sample_tagging();

// Makes the user's rows the sample's, whatever was there.
partita::Result<void> load_sample(Repository& repository);
// A thousand rows that belong to no answer: older favourites of the same user with ids and title words that begin as the
// sample's do, their tags, and the tags of users whose ids begin as the user's.
partita::Result<void> load_unrelated(Repository& repository);

}  // namespace favorites
