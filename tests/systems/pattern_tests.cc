#include "systems/pattern_tests.h"

#include <gtest/gtest.h>
#include <partita/open.h>

#include <fstream>
#include <sstream>
#include <stdexcept>

#include "modelling/lint/finding_report.h"
#include "modelling/read/read_model.h"
#include "shared/measure.h"
#include "support/test_database.h"

namespace systems::test {
namespace {

using partita::test::Access;
using partita::test::Combination;
using partita::test::Storage;
using partita::test::TestDatabase;

constexpr Combination kCombinations[] = {
    {Access::Embedded, Storage::Memory}, {Access::Embedded, Storage::Rocks}, {Access::Http, Storage::Memory}};

void must(const partita::Result<void>& done) {
  if (!done) throw std::runtime_error(done.error().message);
}

// A system among unrelated items. Its patterns run in their order, each once, up to the one that a test asks for.
class PatternRun {
 public:
  PatternRun(const System& system, Combination combination) : system_(system), combination_(combination) {}

  const Measured& outcome(std::size_t pattern) {
    if (!instance_) start();
    while (outcomes_.size() <= pattern) outcomes_.push_back(measure(patterns_.at(outcomes_.size()), *recorder_));
    return outcomes_[pattern];
  }

  void close() {
    patterns_.clear();
    instance_.reset();
    recorder_.reset();
    database_.reset();
  }

 private:
  void start() {
    database_ = std::make_unique<TestDatabase>(combination_);
    recorder_ = std::make_shared<RecordingDatabase>(database_->database());
    instance_ = system_.start(recorder_).value();
    must(instance_->load_sample());
    must(instance_->load_unrelated());
    for (const PatternGroup& group : instance_->groups)
      patterns_.insert(patterns_.end(), group.patterns.begin(), group.patterns.end());
  }

  const System& system_;
  const Combination combination_;
  std::unique_ptr<TestDatabase> database_;
  std::shared_ptr<RecordingDatabase> recorder_;
  std::optional<Instance> instance_;
  std::vector<AccessPattern> patterns_;
  std::vector<Measured> outcomes_;
};

// Closes the database after all tests. GoogleTest keeps the tests, and the run with them, until the process ends, and
// by then objects that a database needs may be destroyed.
class CloseAtEnd : public testing::Environment {
 public:
  explicit CloseAtEnd(std::shared_ptr<PatternRun> run) : run_(std::move(run)) {}
  void TearDown() override { run_->close(); }

 private:
  const std::shared_ptr<PatternRun> run_;
};

class PatternTest : public testing::Test {
 public:
  PatternTest(std::shared_ptr<PatternRun> run, std::size_t pattern) : run_(std::move(run)), pattern_(pattern) {}
  void TestBody() override {
    const Measured& measured = run_->outcome(pattern_);
    EXPECT_EQ(measured.wrong, std::nullopt) << *measured.wrong << " (" << measured.requests << ")";
  }

 private:
  const std::shared_ptr<PatternRun> run_;
  const std::size_t pattern_;
};

// The sample can be loaded again after the patterns have changed it, and all answers are the same as at first.
class AgainTest : public testing::Test {
 public:
  explicit AgainTest(const System& system) : system_(system) {}
  void TestBody() override {
    TestDatabase database({Access::Embedded, Storage::Memory});
    const auto recorder = std::make_shared<RecordingDatabase>(database.database());
    for (int round = 0; round < 2; ++round) {
      const Instance instance = system_.start(recorder).value();
      must(instance.load_sample());
      for (const PatternGroup& group : instance.groups) {
        for (const AccessPattern& pattern : group.patterns) {
          const Measured measured = measure(pattern, *recorder);
          EXPECT_EQ(measured.wrong, std::nullopt) << pattern.name << ": " << *measured.wrong;
        }
      }
    }
  }

 private:
  const System& system_;
};

class PageTest : public testing::Test {
 public:
  PageTest(const System& system, std::string folder) : system_(system), folder_(std::move(folder)) {}
  void TestBody() override {
    std::ifstream file(folder_ + "/README.md");
    std::stringstream page;
    page << file.rdbuf();
    const std::string key_map = "```mermaid\n" + partita::model::to_mermaid({system_.model().tables, {}}) + "```\n";
    EXPECT_NE(page.str().find(key_map), std::string::npos) << "the page has to show\n" << key_map;
  }

 private:
  const System& system_;
  const std::string folder_;
};

// The system's model.yaml, which has sizes and frequencies too, describes the same keys, plans and options as its
// program.
class ModelFileTest : public testing::Test {
 public:
  ModelFileTest(const System& system, std::string folder) : system_(system), folder_(std::move(folder)) {}
  void TestBody() override {
    auto model = partita::modelling::read_model(folder_ + "/model.yaml");
    ASSERT_TRUE(model) << model.error().message;
    const auto proof = partita::modelling::prove(std::make_shared<const partita::modelling::Model>(std::move(*model)));
    const auto findings = partita::modelling::lint::run(*proof);
    EXPECT_TRUE(findings.empty()) << partita::modelling::lint::to_lines(findings);
    EXPECT_EQ(partita::model::to_json(proof->info()), partita::model::to_json(system_.model()));
  }

 private:
  const System& system_;
  const std::string folder_;
};

// "Order with its items (one query)" becomes Order_with_its_items_one_query.
std::string test_name(const std::string& pattern_name) {
  std::string name;
  for (const char c : pattern_name) {
    if (std::isalnum(static_cast<unsigned char>(c)))
      name += c;
    else if (!name.empty() && name.back() != '_')
      name += '_';
  }
  while (name.ends_with('_')) name.pop_back();
  return name;
}

template <class Make>
void add_test(const std::string& suite, const std::string& name, Make make) {
  testing::RegisterTest(suite.c_str(), name.c_str(), nullptr, nullptr, __FILE__, __LINE__,
                        [make]() -> testing::Test* { return make(); });
}

// The names of the patterns, which are the same on every database.
std::vector<std::string> pattern_names(const System& system) {
  const Instance instance = system.start(partita::open("", {.in_memory = true}).value()).value();
  std::vector<std::string> names;
  for (const PatternGroup& group : instance.groups)
    for (const AccessPattern& pattern : group.patterns) names.push_back(test_name(pattern.name));
  return names;
}

}  // namespace

void register_tests(const System& system, const std::string& folder) {
  const std::string prefix = std::string(system.name) + "_";
  const std::vector<std::string> names = pattern_names(system);
  for (const Combination& combination : kCombinations) {
    const auto run = std::make_shared<PatternRun>(system, combination);
    testing::AddGlobalTestEnvironment(new CloseAtEnd(run));
    for (std::size_t i = 0; i < names.size(); ++i)
      add_test(prefix + name_of(combination), names[i], [run, i] { return new PatternTest(run, i); });
  }
  add_test(prefix + "sample", "can_be_loaded_again", [&system] { return new AgainTest(system); });
  add_test(prefix + "model", "is_that_of_the_file", [&system, folder] { return new ModelFileTest(system, folder); });
  add_test(prefix + "page", "shows_the_key_map", [&system, folder] { return new PageTest(system, folder); });
}

}  // namespace systems::test
