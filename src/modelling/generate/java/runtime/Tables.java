package partita.runtime;

import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveSpecification;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveRequest;

/** Creates the tables of a model, or checks those that exist. */
final class Tables {
  private static final long FIRST_DELAY_MS = 25;
  private static final long LONGEST_DELAY_MS = 5000;

  private Tables() {}

  /** Throws ModelException that lists the differences of each table from its model. */
  static void check(Session session, List<TableDescription> tables) {
    List<String> faults = new ArrayList<>();
    for (TableDescription table : tables) {
      String name = session.tableName(table);
      software.amazon.awssdk.services.dynamodb.model.TableDescription there = find(session, name);
      List<String> found =
          there == null
              ? List.of("it does not exist")
              : TableDifferences.between(table.create(), there);
      if (!found.isEmpty()) {
        faults.add(
            "the table %s is not that of the model: %s".formatted(name, String.join("; ", found)));
      }
    }
    if (!faults.isEmpty()) {
      throw new ModelException(String.join("\n", faults));
    }
  }

  /**
   * Creates the tables that do not exist, with their indexes and time to live, and waits until all
   * are active. Throws ModelException as check() for tables that exist and differ.
   */
  static void create(Session session, List<TableDescription> tables) {
    for (TableDescription table : tables) {
      String name = session.tableName(table);
      if (find(session, name) == null) {
        try {
          session.client().createTable(table.create().toBuilder().tableName(name).build());
        } catch (ResourceInUseException error) {
          continue; // Another program created it meanwhile.
        }
      }
    }
    for (TableDescription table : tables) {
      String name = session.tableName(table);
      for (long delay = FIRST_DELAY_MS;
          !isActive(find(session, name));
          delay = Math.min(2 * delay, LONGEST_DELAY_MS)) {
        Session.pause(delay);
      }
      enableTimeToLive(session, table, name);
    }
    check(session, tables);
  }

  private static software.amazon.awssdk.services.dynamodb.model.TableDescription find(
      Session session, String name) {
    try {
      DescribeTableRequest request = DescribeTableRequest.builder().tableName(name).build();
      return session.client().describeTable(request).table();
    } catch (ResourceNotFoundException error) {
      return null;
    }
  }

  private static boolean isActive(
      software.amazon.awssdk.services.dynamodb.model.TableDescription table) {
    return table != null
        && table.tableStatus() == TableStatus.ACTIVE
        && table.globalSecondaryIndexes().stream()
            .allMatch(index -> index.indexStatus() == IndexStatus.ACTIVE);
  }

  private static void enableTimeToLive(Session session, TableDescription table, String name) {
    String attribute = table.ttlAttribute();
    if (attribute == null) {
      return;
    }
    TimeToLiveDescription there =
        session
            .client()
            .describeTimeToLive(DescribeTimeToLiveRequest.builder().tableName(name).build())
            .timeToLiveDescription();
    TimeToLiveStatus status = there == null ? null : there.timeToLiveStatus();
    if (status == TimeToLiveStatus.ENABLED || status == TimeToLiveStatus.ENABLING) {
      if (!attribute.equals(there.attributeName())) {
        throw new ModelException(
            "the items of %s expire by %s and not by %s"
                .formatted(name, there.attributeName(), attribute));
      }
      return;
    }
    TimeToLiveSpecification by =
        TimeToLiveSpecification.builder().enabled(true).attributeName(attribute).build();
    session
        .client()
        .updateTimeToLive(
            UpdateTimeToLiveRequest.builder().tableName(name).timeToLiveSpecification(by).build());
  }
}
