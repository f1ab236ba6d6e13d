// The sample: a database with all kinds of stored data, left in the middle of its background jobs.
#pragma once

#include <string>

#include "support/test_engine.h"

namespace partita::test {

// A time at which some of the sample's items have expired.
constexpr std::int64_t kSampleMs = kStartMs;

// Writes the sample into a new directory, as table files and a log. Errors: the first failure.
Result<void> write_sample(const std::string& directory);

// Fails the test unless the sample is as write_sample() made it, before any job has run.
void expect_sample(TestEngine& engine);
// Runs the jobs. Fails the test if one did not finish its work or did wrong work.
void finish_sample(TestEngine& engine);
// Fails the test unless the sample is as finish_sample() leaves it.
void expect_finished_sample(TestEngine& engine);
// Creates and drops indexes and lets time pass. Fails the test if a result is wrong. Requires: the sample is finished.
void use_finished_sample(TestEngine& engine);

}  // namespace partita::test
