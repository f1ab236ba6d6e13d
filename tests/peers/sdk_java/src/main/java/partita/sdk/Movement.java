package partita.sdk;

import static partita.sdk.Checks.expect;
import static partita.sdk.Checks.expectEqual;
import static partita.sdk.Checks.expectThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.BulkOperationDescription;
import software.amazon.awssdk.services.dynamodb.model.BulkOperationInputFormat;
import software.amazon.awssdk.services.dynamodb.model.BulkOperationSummary;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ExportDescription;
import software.amazon.awssdk.services.dynamodb.model.ExportFormat;
import software.amazon.awssdk.services.dynamodb.model.ExportNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ExportStatus;
import software.amazon.awssdk.services.dynamodb.model.ExportSummary;
import software.amazon.awssdk.services.dynamodb.model.ImportNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ImportStatus;
import software.amazon.awssdk.services.dynamodb.model.ImportSummary;
import software.amazon.awssdk.services.dynamodb.model.ImportTableDescription;
import software.amazon.awssdk.services.dynamodb.model.InputCompressionType;
import software.amazon.awssdk.services.dynamodb.model.InputFormat;

/** Items that move through a bucket of the server, which is a folder of PARTITA_TEST_S3. */
final class Movement {
  private static final String TABLE = "moved";
  private static final String IMPORTED = TABLE + "_imported";
  private static final String BUCKET = "moves";
  private static final int SLOW_ITEMS = 20_000;

  private final Tables tables;
  private final DynamoDbClient client;
  private final Path folder = Path.of(System.getenv("PARTITA_TEST_S3"), BUCKET);
  private String manifest;

  Movement(Tables tables) {
    this.tables = tables;
    client = tables.client();
  }

  void checkAll(Checks checks) {
    checks.check("ExportTableToPointInTime, with its description and list", this::checkExport);
    checks.check("ImportTable of the export, with its description and list", this::checkImport);
    checks.check("StartBulkPutItems, with its description, list and report", this::checkBulk);
    checks.check("CancelBulkOperation", this::checkCancel);
    checks.check("the tables of the movement are deleted", () -> tables.delete(TABLE, IMPORTED));
  }

  private static String without(String arn) {
    return arn.substring(0, arn.length() - 8) + "00000000";
  }

  private void checkExport() throws Exception {
    Files.createDirectories(folder);
    tables.create(TABLE);
    tables.put(TABLE, "a", "one");
    tables.put(TABLE, "b", "two");
    tables.enableRecovery(TABLE, 35);
    String table = client.describeTable(one -> one.tableName(TABLE)).table().tableArn();
    String arn =
        client
            .exportTableToPointInTime(
                export -> export.tableArn(table).s3Bucket(BUCKET).s3Prefix("out").exportFormat(ExportFormat.ION))
            .exportDescription()
            .exportArn();
    ExportDescription export =
        Tables.ended(
            () -> client.describeExport(one -> one.exportArn(arn)).exportDescription(),
            ExportDescription::exportStatusAsString);
    expectEqual(export.exportStatus(), ExportStatus.COMPLETED);
    expectEqual(export.itemCount(), 2L);
    expect(!export.endTime().isBefore(export.startTime()), export.toString());
    List<ExportSummary> listed = client.listExports(list -> list.tableArn(table)).exportSummaries();
    expectEqual(listed.stream().map(ExportSummary::exportArn).toList(), List.of(arn));
    expectThrows(ExportNotFoundException.class, () -> client.describeExport(one -> one.exportArn(without(arn))));
    manifest = export.exportManifest();
  }

  private void checkImport() throws Exception {
    String prefix = manifest.replace("manifest-summary.json", "data/");
    String arn =
        client
            .importTable(
                one ->
                    one.s3BucketSource(source -> source.s3Bucket(BUCKET).s3KeyPrefix(prefix))
                        .inputFormat(InputFormat.ION)
                        .inputCompressionType(InputCompressionType.GZIP)
                        .tableCreationParameters(
                            table ->
                                table
                                    .tableName(IMPORTED)
                                    .billingMode(BillingMode.PAY_PER_REQUEST)
                                    .attributeDefinitions(Tables.ATTRIBUTE)
                                    .keySchema(Tables.KEY)))
            .importTableDescription()
            .importArn();
    ImportTableDescription imported =
        Tables.ended(
            () -> client.describeImport(one -> one.importArn(arn)).importTableDescription(),
            ImportTableDescription::importStatusAsString);
    expectEqual(imported.importStatus(), ImportStatus.COMPLETED);
    expectEqual(
        List.of(imported.processedItemCount(), imported.importedItemCount(), imported.errorCount()), List.of(2L, 2L, 0L));
    List<ImportSummary> listed = client.listImports(list -> list.tableArn(imported.tableArn())).importSummaryList();
    expectEqual(listed.stream().map(ImportSummary::importArn).toList(), List.of(arn));
    tables.waitUntilActive(IMPORTED);
    expectEqual(tables.items(IMPORTED), Set.of(Tables.item("a", "one"), Tables.item("b", "two")));
    expectThrows(ImportNotFoundException.class, () -> client.describeImport(one -> one.importArn(without(arn))));
  }

  private String startBulk(String prefix, Long units) {
    BulkOperationDescription begun =
        client
            .startBulkPutItems(
                bulk ->
                    bulk.tableName(TABLE)
                        .maxWriteRequestUnits(units)
                        .inputS3Configuration(
                            input -> input.s3Bucket(BUCKET).s3KeyPrefix(prefix).inputFormat(BulkOperationInputFormat.DYNAMODB_JSON))
                        .outputS3Configuration(
                            output ->
                                output.s3KeyPrefix("reports").outputTypeWithStrings("ERROR", "CONDITION_CHECK_FAILURE")))
            .bulkOperationDescription();
    expectEqual(begun.tableDetails().get(0).tableName(), TABLE);
    return begun.bulkOperationArn();
  }

  private BulkOperationDescription endedBulk(String arn) {
    return Tables.ended(
        () -> client.describeBulkOperation(one -> one.bulkOperationArn(arn)).bulkOperationDescription(),
        BulkOperationDescription::bulkOperationStatusAsString);
  }

  private void checkBulk() throws Exception {
    Files.writeString(
        folder.resolve("bulk.json"),
        """
        {"Item": {"pk": {"S": "c"}}}
        {"Item": {"pk": {"S": "a"}}, "ConditionExpression": "attribute_not_exists(pk)"}
        """);
    String arn = startBulk("bulk", null);
    BulkOperationDescription bulk = endedBulk(arn);
    expectEqual(bulk.bulkOperationStatusAsString(), "COMPLETED");
    expectEqual(List.of(bulk.processedItemCount(), bulk.failedItemCount()), List.of(2L, 0L));
    List<String> listed =
        client.listBulkOperations(list -> {}).bulkOperationsSummaryList().stream()
            .map(BulkOperationSummary::bulkOperationArn)
            .toList();
    expect(listed.contains(arn), "the list lacks " + arn + ": " + listed);
    List<String> report = report();
    expectEqual(report.size(), 1);
    expect(report.get(0).contains("\"ErrorCode\":\"ConditionalCheckFailed\""), report.get(0));
    expectEqual(tables.items(TABLE).size(), 3);
    DynamoDbException refused =
        expectThrows(DynamoDbException.class, () -> client.cancelBulkOperation(one -> one.bulkOperationArn(arn)));
    expect(refused.getMessage().contains("has ended"), refused.getMessage());
  }

  /** The lines of the only report. */
  private List<String> report() throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve("reports"))) {
      List<Path> reports = files.filter(file -> file.toString().endsWith(".json")).toList();
      expectEqual(reports.size(), 1);
      return Files.readAllLines(reports.get(0));
    }
  }

  private void checkCancel() throws Exception {
    Files.writeString(folder.resolve("slow.json"), "{\"Item\": {\"pk\": {\"S\": \"again\"}}}\n".repeat(SLOW_ITEMS));
    String arn = startBulk("slow", 1024L);
    String status = client.cancelBulkOperation(one -> one.bulkOperationArn(arn)).bulkOperationStatusAsString();
    expectEqual(status, "CANCELLING");
    BulkOperationDescription bulk = endedBulk(arn);
    expectEqual(bulk.bulkOperationStatusAsString(), "CANCELLED");
    expectEqual(bulk.failureCode(), "OperationCancelled");
    expect(bulk.processedItemCount() < SLOW_ITEMS, "all were put");
  }
}
