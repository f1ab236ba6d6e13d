package partita.sdk;

import static partita.sdk.Checks.expect;
import static partita.sdk.Checks.expectEqual;
import static partita.sdk.Checks.expectThrows;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BackupDescription;
import software.amazon.awssdk.services.dynamodb.model.BackupDetails;
import software.amazon.awssdk.services.dynamodb.model.BackupNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.BackupStatus;
import software.amazon.awssdk.services.dynamodb.model.BackupSummary;
import software.amazon.awssdk.services.dynamodb.model.InvalidRestoreTimeException;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoveryDescription;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoveryStatus;

/** Backups of a table, and its recovery to a moment. */
final class Backups {
  private static final String TABLE = "saved";
  private static final String FIRST = TABLE + "_first";
  private static final String NOW = TABLE + "_now";

  private final DynamoDbClient client;
  private final Tables tables;

  Backups(Tables tables) {
    this.tables = tables;
    client = tables.client();
  }

  void checkAll(Checks checks) {
    checks.check("a backup and its restore", this::checkBackup);
    checks.check("recovery to a moment", this::checkRecovery);
    checks.check("the tables of the backups are deleted", () -> tables.delete(TABLE, FIRST, NOW));
  }

  private void checkBackup() {
    tables.create(TABLE);
    tables.put(TABLE, "a", "new");
    BackupDetails made = client.createBackup(backup -> backup.tableName(TABLE).backupName("first")).backupDetails();
    Duration age = Duration.between(made.backupCreationDateTime(), Instant.now()).abs();
    expect(age.compareTo(Duration.ofMinutes(1)) < 0, "made at " + made.backupCreationDateTime());
    tables.put(TABLE, "a", "changed");
    String arn = made.backupArn();
    BackupDescription described = client.describeBackup(backup -> backup.backupArn(arn)).backupDescription();
    expectEqual(described.backupDetails().backupStatus(), BackupStatus.AVAILABLE);
    expectEqual(described.backupDetails().backupName(), "first");
    expectEqual(described.sourceTableDetails().itemCount(), 1L);
    List<BackupSummary> listed = client.listBackups(list -> list.tableName(TABLE)).backupSummaries();
    expectEqual(listed.stream().map(BackupSummary::backupArn).toList(), List.of(arn));
    String source =
        client
            .restoreTableFromBackup(restore -> restore.backupArn(arn).targetTableName(FIRST))
            .tableDescription()
            .restoreSummary()
            .sourceBackupArn();
    expectEqual(source, arn);
    tables.waitUntilActive(FIRST);
    expectEqual(tables.items(FIRST), Set.of(Tables.item("a", "new")));
    BackupDescription deleted = client.deleteBackup(backup -> backup.backupArn(arn)).backupDescription();
    expectEqual(deleted.backupDetails().backupStatus(), BackupStatus.DELETED);
    expectThrows(BackupNotFoundException.class, () -> client.describeBackup(backup -> backup.backupArn(arn)));
  }

  private PointInTimeRecoveryDescription recovery() {
    return client
        .describeContinuousBackups(table -> table.tableName(TABLE))
        .continuousBackupsDescription()
        .pointInTimeRecoveryDescription();
  }

  private void checkRecovery() {
    expectEqual(recovery().pointInTimeRecoveryStatus(), PointInTimeRecoveryStatus.DISABLED);
    tables.enableRecovery(TABLE, 5);
    tables.put(TABLE, "a", "last");
    PointInTimeRecoveryDescription described = recovery();
    expectEqual(described.pointInTimeRecoveryStatus(), PointInTimeRecoveryStatus.ENABLED);
    expectEqual(described.recoveryPeriodInDays(), 5);
    expect(!described.latestRestorableDateTime().isBefore(described.earliestRestorableDateTime()), described.toString());
    client.restoreTableToPointInTime(
        restore -> restore.sourceTableName(TABLE).targetTableName(NOW).useLatestRestorableTime(true));
    tables.put(TABLE, "a", "later");
    tables.waitUntilActive(NOW);
    expectEqual(tables.items(NOW), Set.of(Tables.item("a", "last")));
    expectThrows(
        InvalidRestoreTimeException.class,
        () ->
            client.restoreTableToPointInTime(
                restore ->
                    restore
                        .sourceTableName(TABLE)
                        .targetTableName(TABLE + "_past")
                        .restoreDateTime(Instant.parse("2020-01-01T00:00:00Z"))));
  }
}
