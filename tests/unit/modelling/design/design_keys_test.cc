// Primary keys that hold more than the identity asks for: the time of a list's order, and one partition for a small
// list.
#include <algorithm>

#include "modelling/design/report/report.h"
#include "modelling/design/search/answer.h"
#include "modelling/generate/cpp/cpp_header.h"
#include "unit/modelling/design/design_support.h"

namespace partita::modelling {
namespace design_keys_test {

using namespace design_support;

design::Answers answers_of(const std::string& yaml) {
  auto found = design::answer(questions_of(yaml), prices(), {.seconds = 60, .designs = 1});
  EXPECT_TRUE(found) << found.error();
  return found ? std::move(*found) : design::Answers();
}

const Table& only_table(const design::Answers& answers) { return answers.found.designs.at(0).model->tables.at(0); }

std::string messages(const std::string& patterns, const std::string& entities = "") {
  return R"(design: 1
name: complaints
entities:
  - name: Message
    count: 5M
    size_bytes: 700
    fields: {complaintId: string, messageId: string, at: time, text: string}
    identity: [complaintId, messageId]
)" + entities +
         R"(patterns:
  - {name: "Messages of a complaint, newest first", entities: Message, by: complaintId, newest: at, per_second: 20, items: 5}
  - {name: Answer, create: Message, per_second: 1}
)" + patterns;
}

TEST(DesignKeys, TheTimeOfAListIsInThePrimaryKeyIfNobodyAsksForAnItem) {
  const auto answers = answers_of(messages(""));
  const Table& table = only_table(answers);
  EXPECT_TRUE(table.indexes.empty());
  EXPECT_NE(table.entities[0].primary.sort[0].find("{at}"), std::string::npos);
  const design::Report report = design::make_report(answers, prices());
  EXPECT_TRUE(report.proven);
  EXPECT_TRUE(std::any_of(report.notes.begin(), report.notes.end(), [](const std::string& note) {
    return note.find("Message has at in its primary key") != std::string::npos;
  }));
}

TEST(DesignKeys, TheIdentityStaysIfAnItemIsFoundOrChangedByIt) {
  const char* const kUses[] = {
      "  - {name: A message, entities: Message, by: [complaintId, messageId]}\n",
      "  - {name: Correct, update: Message, set: text}\n",
      "  - {name: Withdraw, delete: Message}\n",
      "  - {name: Several, batch_get: Message}\n",
      "  - {name: Note, transact: [{check: Message}]}\n",
  };
  for (const char* use : kUses) {
    const auto answers = answers_of(messages(use));
    EXPECT_EQ(only_table(answers).entities[0].primary.sort[0].find("{at}"), std::string::npos) << use;
  }
  // Attachments belong to a message, and know its identity only.
  const auto answers =
      answers_of(messages("  - {name: Attach, create: Attachment}\n",
                          "  - {name: Attachment, fields: {complaintId: string, messageId: string, file: string}, "
                          "identity: [complaintId, messageId, file]}\n"));
  for (const Table& table : answers.found.designs.at(0).model->tables)
    for (const Entity& entity : table.entities) {
      const std::string sort = entity.primary.sort.empty() ? "" : entity.primary.sort[0];
      EXPECT_EQ(sort.find("{at}"), std::string::npos) << entity.name;
    }
}

std::string teams(const std::string& count, double per_second) {
  return fmt::format(R"(design: 1
name: jira
entities:
  - {{name: Team, count: {}, size_bytes: 80, fields: {{teamId: ulid, name: string}}, identity: teamId}}
patterns:
  - {{name: All teams, entities: Team, per_second: 1, items: 200}}
  - {{name: Make a team, create: Team, per_second: {}}}
  - {{name: Rename, update: Team, set: name, per_second: 1}}
)",
                     count, per_second);
}

TEST(DesignKeys, ASmallListIsOnePartitionOfTheTable) {
  const auto answers = answers_of(teams("200", 1));
  const Table& table = only_table(answers);
  EXPECT_TRUE(table.indexes.empty());
  EXPECT_EQ(table.entities[0].primary.partition[0].find('{'), std::string::npos);
}

TEST(DesignKeys, AListThatMayGrowOrIsWrittenOftenIsNot) {
  for (const auto& [count, per_second] : {std::pair("2M", 1.0), std::pair("9000", 2000.0)}) {
    const auto answers = answers_of(teams(count, per_second));
    EXPECT_NE(only_table(answers).entities[0].primary.partition[0].find('{'), std::string::npos) << count;
  }
}

// A day by which a read asks is a candidate for the key whether or not another read is in its order, so no read makes
// another one cheaper. Each entity has its own key.
TEST(DesignKeys, ATimeByWhichAListAsksMayBeInTheKeyToo) {
  const auto usd_with = [](const std::string& reads, std::size_t indexes) {
    const auto answers = answers_of(R"(design: 1
name: days
tables: several
entities:
  - {name: Visit, count: 20M, size_bytes: 1100, identity: visitId, fields: {visitId: uuid, day: date, state: {enum: [A, B]}}}
  - {name: Note, count: 20M, size_bytes: 300, identity: noteId, fields: {noteId: uuid, at: time, visitId: uuid}}
patterns:
  - {name: Visits of a day, entities: Visit, by: day, items: 1, per_second: 0.01}
  - {name: Come, create: Visit, per_second: 5}
  - {name: Write, create: Note, per_second: 5}
)" + reads);
    std::size_t found = 0;
    for (const Table& table : answers.found.designs.at(0).model->tables) found += table.indexes.size();
    EXPECT_EQ(found, indexes) << reads;
    return answers.found.designs[0].usd;
  };
  const std::string order =
      "  - {name: In a state, entities: Visit, by: state, oldest: day, items: 3, per_second: 0.1}\n";
  const std::string address = "  - {name: A visit, entities: Visit, by: visitId, per_second: 1}\n";
  const std::string notes = "  - {name: Notes, entities: Note, by: visitId, newest: at, items: 3, per_second: 1}\n";
  const std::string correct = "  - {name: Correct, update: Note, set: at, given: [visitId], per_second: 1}\n";
  const double alone = usd_with("", 0);
  EXPECT_LE(alone, usd_with(order, 1) + 1e-6);
  // Whoever asks for a visit need not know its day.
  EXPECT_LE(alone, usd_with(address, 1) + 1e-6);
  // A note is addressed, and that makes no difference for the visits.
  EXPECT_LE(alone, usd_with(notes + correct, 1) + 1e-6);
}

// A header in C++ must have each key that its reads need, because its writes would not keep another one.
TEST(DesignKeys, AreThoseThatAHeaderCanHave) {
  for (const char* when : {"state: {enum: [OPEN, DONE], values: {weights: [1, 99]}}", "state: bool"}) {
    SCOPED_TRACE(when);
    const char* const where = std::string_view(when).ends_with("bool") ? "{state: true}" : "{state: OPEN}";
    const auto answers = answers_of(fmt::format(R"(design: 1
name: tasks
entities:
  - name: Task
    count: 1M
    size_bytes: 900
    fields: {{taskId: ulid, team: {{kind: string, distinct: 1000}}, {}, day: date, prio: integer}}
    identity: taskId
patterns:
  - {{name: A task, entities: Task, by: taskId, per_second: 1}}
  - {{name: Open of a day, entities: Task, by: [team, day], where: {}, oldest: prio, per_second: 10, items: 5}}
  - {{name: Open of a team, entities: Task, by: team, where: {}, per_second: 10, items: 5}}
  - {{name: Make, create: Task, per_second: 10}}
)",
                                                when, where, where));
    ASSERT_FALSE(answers.found.designs.empty());
    EXPECT_TRUE(answers.found.unserved.empty());
    EXPECT_TRUE(cpp_left_out(*answers.found.designs[0].model).empty());
    expect_sound(answers.found.designs[0], when);
  }
}

}  // namespace design_keys_test
}  // namespace partita::modelling
