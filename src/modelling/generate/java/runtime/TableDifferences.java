package partita.runtime;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.Projection;

/** Tells the differences of a table from its model. */
final class TableDifferences {
  private TableDifferences() {}

  /** The facts of an index. */
  private record Index(String keys, String projection) {}

  /**
   * Returns the differences. Further indexes of the table are not a difference, because a later
   * version may need them.
   */
  static List<String> between(
      CreateTableRequest wanted,
      software.amazon.awssdk.services.dynamodb.model.TableDescription there) {
    List<String> out = new ArrayList<>();
    if (!keysOf(wanted.keySchema()).equals(keysOf(there.keySchema()))) {
      out.add(
          "its keys are %s and not %s"
              .formatted(keysOf(there.keySchema()), keysOf(wanted.keySchema())));
    }
    for (AttributeDefinition attribute : wanted.attributeDefinitions()) {
      for (AttributeDefinition found : there.attributeDefinitions()) {
        if (found.attributeName().equals(attribute.attributeName())
            && found.attributeType() != attribute.attributeType()) {
          out.add(
              "the attribute %s has the type %s and not %s"
                  .formatted(
                      found.attributeName(), found.attributeType(), attribute.attributeType()));
        }
      }
    }
    Map<String, Index> indexes = new HashMap<>();
    for (GlobalSecondaryIndexDescription index : there.globalSecondaryIndexes()) {
      indexes.put(index.indexName(), indexOf(index.keySchema(), index.projection()));
    }
    for (LocalSecondaryIndexDescription index : there.localSecondaryIndexes()) {
      indexes.put(index.indexName(), indexOf(index.keySchema(), index.projection()));
    }
    for (GlobalSecondaryIndex index : wanted.globalSecondaryIndexes()) {
      Index own = indexOf(index.keySchema(), index.projection());
      compare(index.indexName(), own, indexes.get(index.indexName()), out);
    }
    for (LocalSecondaryIndex index : wanted.localSecondaryIndexes()) {
      Index own = indexOf(index.keySchema(), index.projection());
      compare(index.indexName(), own, indexes.get(index.indexName()), out);
    }
    return out;
  }

  private static void compare(String name, Index wanted, Index found, List<String> out) {
    if (found == null) {
      out.add("it lacks the index " + name);
    } else if (!found.keys().equals(wanted.keys())) {
      out.add(
          "the index %s has the keys %s and not %s".formatted(name, found.keys(), wanted.keys()));
    } else if (!found.projection().equals(wanted.projection())) {
      out.add(
          "the index %s projects %s and not %s"
              .formatted(name, found.projection(), wanted.projection()));
    }
  }

  private static Index indexOf(List<KeySchemaElement> keys, Projection projection) {
    List<String> included = projection.nonKeyAttributes().stream().sorted().toList();
    String text = (projection.projectionTypeAsString() + " " + String.join(" ", included)).strip();
    return new Index(keysOf(keys), text);
  }

  private static String keysOf(List<KeySchemaElement> keys) {
    return keys.stream()
        .map(key -> key.attributeName() + " " + key.keyTypeAsString())
        .collect(Collectors.joining(", "));
  }
}
