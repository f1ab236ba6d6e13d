#include <malloc.h>
#include <pthread.h>

#include "expr/parse.h"
#include "expr/syntax/ast_cache.h"
#include "expr/syntax/reserved_words.h"
#include "expr/syntax/tree_bytes.h"
#include "unit/expr/helpers.h"

namespace partita::expr::testing {
namespace limits_test {

std::string repeat(std::string_view text, std::size_t count, std::string_view between = "") {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) out += between;
    out += text;
  }
  return out;
}

TEST(Limits, AnExpressionHasAtMost4096Bytes) {
  EXPECT_EQ(condition_error("a=b" + std::string(4093, ' ')), "");
  EXPECT_EQ(condition_error("a=b" + std::string(4094, ' ')),
            "Invalid ConditionExpression: Expression size has exceeded the maximum allowed size; expression size: "
            "4097");
  EXPECT_EQ(projection_error("(" + std::string(4096, ' ')),
            "Invalid ProjectionExpression: Expression size has exceeded the maximum allowed size;");
  EXPECT_EQ(update_error("(" + std::string(4096, ' ')),
            "Invalid UpdateExpression: Expression size has exceeded the maximum allowed size;");
  EXPECT_EQ(key_condition_error("(" + std::string(4096, ' ')),
            "Invalid KeyConditionExpression: Expression size has exceeded the maximum allowed size;");
}

// Runs `task` on a thread with a stack so small that a parser that recurses at each of 4096 bytes overflows it.
template <class Task>
void run_with_little_stack(Task task) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  constexpr std::size_t kStackBytes = 16 << 20;  // the frames are up to ten times as large
#else
  constexpr std::size_t kStackBytes = 1 << 20;
#endif
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, kStackBytes), 0);
  pthread_t thread;
  const auto start = [](void* argument) -> void* {
    (*static_cast<Task*>(argument))();
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&thread, &attributes, start, &task), 0);
  ASSERT_EQ(pthread_join(thread, nullptr), 0);
  ASSERT_EQ(pthread_attr_destroy(&attributes), 0);
}

TEST(Limits, RecursionIsBoundedForEveryExpression) {
  run_with_little_stack([] {
    const std::string opened(4090, '(');
    EXPECT_EQ(condition_error(opened), "Invalid ConditionExpression: The expression has redundant parentheses;");
    EXPECT_EQ(update_error("SET a=" + opened.substr(6)),
              "Invalid UpdateExpression: The expression has redundant parentheses;");
    EXPECT_EQ(condition_error(repeat("a(", 2045)),
              "Invalid ConditionExpression: The expression has redundant parentheses;");
    EXPECT_EQ(condition_error(repeat("(a=b AND ", 450)),
              "Invalid ConditionExpression: The expression has redundant parentheses;");
    EXPECT_EQ(condition_error(repeat("NOT ", 1020) + "a=b"),
              "Invalid ConditionExpression: The expression contains too many operators; operator count: 301");
  });
}

TEST(Limits, AConditionHasAtMost300Operators) {
  EXPECT_EQ(condition_error(repeat("a=b", 150, " OR ")), "");  // 150 comparisons and 149 ORs
  EXPECT_EQ(condition_error("NOT " + repeat("a=b", 150, " OR ")), "");
  EXPECT_EQ(condition_error("NOT NOT " + repeat("a=b", 150, " OR ")),
            "Invalid ConditionExpression: The expression contains too many operators; operator count: 301");
  EXPECT_EQ(condition_error(repeat("a=b", 500, " OR ")),
            "Invalid ConditionExpression: The expression contains too many operators; operator count: 301");
}

TEST(Limits, InTakesAtMost100Operands) {
  EXPECT_EQ(condition_error("a IN (" + repeat("b", 100, ",") + ")"), "");
  EXPECT_EQ(condition_error("a IN (" + repeat("b", 101, ",") + ")"),
            "Invalid ConditionExpression: The IN operator is provided with too many operands; number of operands: 101");
}

TEST(Limits, APathHasAtMost32Elements) {
  EXPECT_EQ(projection_error(repeat("a", 32, ".")), "");
  EXPECT_EQ(projection_error(repeat("a", 33, ".")),
            "Invalid ProjectionExpression: The document path has too many nesting levels; nesting levels: 33");
}

TEST(Limits, DeepNestingIsAnErrorAndNoStackOverflow) {
  EXPECT_NE(condition_error(repeat("(", 4096)), "");
  EXPECT_NE(condition_error("a = " + repeat("(", 4092)), "");
  EXPECT_NE(condition_error(repeat("f(", 2048)), "");
  EXPECT_NE(condition_error(repeat("NOT ", 1020) + "a=b"), "");
  EXPECT_NE(condition_error(repeat("NOT(", 1000) + "a=b" + repeat(")", 1000)), "");
  EXPECT_NE(update_error("SET a=" + repeat("(", 4090)), "");
  EXPECT_NE(update_error("SET a=" + repeat("f(", 2045)), "");
  EXPECT_EQ(condition_error(repeat("NOT(", 299) + "a=b" + repeat(")", 299)), "");
}

TEST(Limits, NamePlaceholdersHaveAtMost255Bytes) {
  const std::string longest = "#" + std::string(254, 'a');
  EXPECT_EQ(projection_error(longest, {.names = Names{{longest, "a"}}}), "");
  const OptionalNames too_long = Names{{longest + "a", "a"}};
  EXPECT_EQ(message_of(Expressions::make(too_long, std::nullopt)),
            "ExpressionAttributeNames contains invalid key: The expression attribute map contains a key that is too "
            "long; size of key: 256");
}

// Changes the limit of the trees for one test.
class LimitOfTrees {
 public:
  explicit LimitOfTrees(std::size_t bytes) { TreeBytes::set_limit(bytes); }
  ~LimitOfTrees() { TreeBytes::set_limit(TreeBytes::kDefault); }
  LimitOfTrees(const LimitOfTrees&) = delete;
  LimitOfTrees& operator=(const LimitOfTrees&) = delete;
};

int parses = 0;
Parsed<ProjectionAst> count_parse(std::string_view text) {
  ++parses;
  return parse_projection(text);
}

TEST(AstCache, ParsesATextOnceAndStaysBounded) {
  parses = 0;
  AstCache<ProjectionAst> cache(count_parse, tree_bytes);
  const auto first = cache.get("a, b");
  EXPECT_EQ(*cache.get("a, b"), *first);
  EXPECT_EQ(parses, 1);
  const LimitOfTrees limit(256 << 10);
  for (std::size_t i = 0; i < 4000; ++i) {
    ASSERT_TRUE(cache.get("b" + std::to_string(i)));
    ASSERT_LE(cache.bytes(), TreeBytes::limit_of_one());
  }
  parses = 0;
  EXPECT_TRUE(cache.get("a, b"));
  EXPECT_EQ(parses, 1) << "the cache was full, so the shard of this text must have been emptied";
  EXPECT_EQ(first.value()->size(), 2u) << "a tree in use lives on";
}

// The allocator counts the bytes of the trees. The cache must count at least as many, and not many more.
TEST(AstCache, CountsWhatItsTreesTakeForShortAndForLongTexts) {
  const auto condition = [](std::size_t i) {
    std::string text = "a" + std::to_string(i) + " = :v";
    while (text.size() < 990) text += " OR b = :v";
    return text;
  };
  const auto projection = [](std::size_t i) {
    std::string text = "a" + std::to_string(i);
    while (text.size() < 1000) text += ",b" + std::to_string(text.size()) + ".c";
    return text;
  };
  const auto update = [](std::size_t i) {
    std::string text = "REMOVE a" + std::to_string(i);
    while (text.size() < 1000) text += ",b" + std::to_string(text.size());
    return text;
  };
  const auto fill = [](auto& cache, const auto& text) {
    const std::size_t before = mallinfo2().uordblks;
    for (std::size_t i = 0; i < 40; ++i) ASSERT_TRUE(cache.get(text(i)));
    const std::size_t taken = mallinfo2().uordblks - before;
    EXPECT_GE(cache.bytes() + (8 << 10), taken);
    // A sanitizer's allocator does not tell sizes.
    if (taken > 0) {
      EXPECT_LE(cache.bytes(), 2 * taken + (8 << 10));
    }
  };
  const LimitOfTrees limit(256 << 20);
  AstCache<ConditionAst> conditions(parse_condition, tree_bytes);
  AstCache<ProjectionAst> projections(parse_projection, tree_bytes);
  AstCache<UpdateAst> updates(parse_update, tree_bytes);
  fill(conditions, condition);
  fill(projections, projection);
  fill(updates, update);
}

TEST(AstCache, KeepsNothingForALookAndNoTreeThatWouldEmptyIt) {
  parses = 0;
  AstCache<ProjectionAst> cache(count_parse, tree_bytes);
  ASSERT_TRUE(cache.look("a, b"));
  EXPECT_EQ(cache.bytes(), 0u);
  ASSERT_TRUE(cache.get("a, b"));
  EXPECT_EQ(parses, 2);
  ASSERT_TRUE(cache.look("a, b"));
  EXPECT_EQ(parses, 2) << "a look finds what is kept";
  const std::size_t kept = cache.bytes();
  const LimitOfTrees limit(16 << 10);
  ASSERT_TRUE(cache.get("a,b,c,d,e,f,g,h,i,j,k,l,m"));
  EXPECT_EQ(cache.bytes(), kept);
}

TEST(ReservedWords, AreRecognisedInAnyCase) {
  for (const std::string_view word : {"ABORT", "zone", "Status", "nAmE", "AUTHORIZATION", "size"})
    EXPECT_TRUE(is_reserved_word(word)) << word;
  for (const std::string_view word : {"", "pk", "abor", "ABORTS", "zonez", "title_", "averyverylongattributename"})
    EXPECT_FALSE(is_reserved_word(word)) << word;
}

}  // namespace limits_test
}  // namespace partita::expr::testing
