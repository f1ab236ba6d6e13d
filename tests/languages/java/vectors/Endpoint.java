package partita.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.protocols.jsoncore.JsonNode;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;
import software.amazon.awssdk.utils.builder.SdkBuilder;

/** A database that knows only the recorded answers. */
final class Endpoint implements DynamoDbClient {
  private final List<Exchange> waiting = new ArrayList<>();
  private final List<String> faults = new ArrayList<>();

  private record Exchange(String operation, String request, JsonNode node) {}

  void begin(JsonNode exchanges) {
    waiting.clear();
    faults.clear();
    for (JsonNode one : exchanges.asArray()) {
      Object request = SdkJson.plain(one.asObject().get("request"));
      waiting.add(
          new Exchange(
              one.asObject().get("operation").asString(), SdkJson.canonical(request), one));
    }
  }

  List<String> end() {
    for (Exchange one : waiting) {
      faults.add("not sent: " + one.operation() + " " + one.request());
    }
    return faults;
  }

  private synchronized <T> T send(String operation, SdkPojo request, SdkPojo answer) {
    String text = SdkJson.canonical(SdkJson.plain(request));
    for (Exchange one : waiting) {
      if (one.operation().equals(operation) && one.request().equals(text)) {
        waiting.remove(one);
        Map<String, JsonNode> members = one.node().asObject();
        if (members.get("error") != null) {
          throw errorOf(members.get("error"));
        }
        return SdkJson.build(answer, members.getOrDefault("response", JsonNode.emptyObjectNode()));
      }
    }
    faults.add("unexpected: " + operation + " " + text);
    throw new IllegalStateException("no answer for " + operation);
  }

  private static AwsServiceException errorOf(JsonNode error) {
    Map<String, JsonNode> members = error.asObject();
    String name = members.get("__type").asString().replaceFirst("^.*#", "");
    JsonNode text = members.getOrDefault("message", members.get("Message"));
    String message = text == null ? "" : text.asString();
    AwsServiceException.Builder builder =
        switch (name) {
          case "ConditionalCheckFailedException" -> ConditionalCheckFailedException.builder();
          case "TransactionCanceledException" -> TransactionCanceledException.builder();
          case "TransactionConflictException" -> TransactionConflictException.builder();
          default -> DynamoDbException.builder();
        };
    builder.message(message);
    builder.awsErrorDetails(
        AwsErrorDetails.builder().errorCode(name).errorMessage(message).build());
    Object details = builder;
    return details instanceof SdkPojo pojo && details instanceof SdkBuilder
        ? SdkJson.build(pojo, error)
        : builder.build();
  }

  @Override
  public GetItemResponse getItem(GetItemRequest request) {
    return send("GetItem", request, (SdkPojo) GetItemResponse.builder());
  }

  @Override
  public QueryResponse query(QueryRequest request) {
    return send("Query", request, (SdkPojo) QueryResponse.builder());
  }

  @Override
  public PutItemResponse putItem(PutItemRequest request) {
    return send("PutItem", request, (SdkPojo) PutItemResponse.builder());
  }

  @Override
  public UpdateItemResponse updateItem(UpdateItemRequest request) {
    return send("UpdateItem", request, (SdkPojo) UpdateItemResponse.builder());
  }

  @Override
  public DeleteItemResponse deleteItem(DeleteItemRequest request) {
    return send("DeleteItem", request, (SdkPojo) DeleteItemResponse.builder());
  }

  @Override
  public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
    return send("TransactWriteItems", request, (SdkPojo) TransactWriteItemsResponse.builder());
  }

  @Override
  public TransactGetItemsResponse transactGetItems(TransactGetItemsRequest request) {
    return send("TransactGetItems", request, (SdkPojo) TransactGetItemsResponse.builder());
  }

  @Override
  public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
    return send("BatchGetItem", request, (SdkPojo) BatchGetItemResponse.builder());
  }

  @Override
  public BatchWriteItemResponse batchWriteItem(BatchWriteItemRequest request) {
    return send("BatchWriteItem", request, (SdkPojo) BatchWriteItemResponse.builder());
  }

  @Override
  public String serviceName() {
    return "dynamodb";
  }

  @Override
  public void close() {}
}
