// The sample: a database with something of everything that is stored, left in the middle of its background jobs.
#pragma once

#include "support/test_engine.h"

#include <string>

namespace partita::test {

// A time at which a part of the sample's items has expired.
constexpr std::int64_t kSampleMs = kStartMs;

// Writes the sample into a new directory: table files and a log. Errors: the first failure.
Result<void> write_sample(const std::string& directory);

// Fails the test where the sample is not what write_sample() made, before any job has run.
void expect_sample(TestEngine& engine);
// Runs the jobs, and fails the test where one left something undone, or did what it should not.
void finish_sample(TestEngine& engine);
// Fails the test where the sample is not what finish_sample() leaves.
void expect_finished_sample(TestEngine& engine);
// Makes and drops indexes and lets time pass, and fails the test where that does not do what it should. Requires: the
// sample is finished.
void use_finished_sample(TestEngine& engine);

}  // namespace partita::test
