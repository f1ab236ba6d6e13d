#include "ops/rules/layer.h"

#include "support.h"

namespace partita::ops {
namespace layer_test {

std::string worded(Layer layer, std::string text) {
  return in_layer(layer, Error(ErrorCode::ValidationException, std::move(text))).message;
}

TEST(Layers, OnlyTheEnvelopedOnePutsWordsInFront) {
  EXPECT_EQ(worded(Layer::Enveloped, "Empty attribute name"), "1 validation error detected: Empty attribute name");
  EXPECT_EQ(worded(Layer::Current, "Empty attribute name"), "Empty attribute name");
  EXPECT_EQ(worded(Layer::Older, "Empty attribute name"), "Empty attribute name");
}

TEST(Layers, SomeTextsNeedNoWordsInFront) {
  for (const char* text : {"1 validation error detected: Value null at 'key' ...", "2 validation errors detected: ...",
                           "Item size has exceeded the maximum allowed size"})
    EXPECT_EQ(worded(Layer::Enveloped, text), text);
  const Error other(ErrorCode::SerializationException, "Unexpected field type");
  EXPECT_EQ(in_layer(Layer::Enveloped, other).message, "Unexpected field type");
}

TEST(Layers, EachOperationRunsOne) {
  EXPECT_EQ(kLayer<PutItemRequest>, Layer::Enveloped);
  EXPECT_EQ(kLayer<UpdateItemRequest>, Layer::Enveloped);
  EXPECT_EQ(kLayer<DeleteItemRequest>, Layer::Enveloped);
  EXPECT_EQ(kLayer<GetItemRequest>, Layer::Current);
  EXPECT_EQ(kLayer<BatchGetItemRequest>, Layer::Current);
  EXPECT_EQ(kLayer<QueryRequest>, Layer::Current);
  EXPECT_EQ(kLayer<ScanRequest>, Layer::Current);
  EXPECT_EQ(kLayer<BatchWriteItemRequest>, Layer::Older);
  EXPECT_EQ(kLayer<TransactWriteItemsRequest>, Layer::Older);
  EXPECT_EQ(kLayer<TransactGetItemsRequest>, Layer::Older);
}

}  // namespace layer_test
}  // namespace partita::ops
