package partita.kinesis;

import com.amazonaws.services.dynamodbv2.streamsadapter.adapter.DynamoDBStreamsClientRecord;
import com.amazonaws.services.dynamodbv2.streamsadapter.model.DynamoDBStreamsProcessRecordsInput;
import com.amazonaws.services.dynamodbv2.streamsadapter.processor.DynamoDBStreamsShardRecordProcessor;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.kinesis.exceptions.InvalidStateException;
import software.amazon.kinesis.exceptions.ShutdownException;
import software.amazon.kinesis.lifecycle.events.InitializationInput;
import software.amazon.kinesis.lifecycle.events.LeaseLostInput;
import software.amazon.kinesis.lifecycle.events.ShardEndedInput;
import software.amazon.kinesis.lifecycle.events.ShutdownRequestedInput;
import software.amazon.kinesis.processor.RecordProcessorCheckpointer;

/**
 * Prints the library's calls for one shard, one line for each event: its name, the shard, and for some events more
 * (Ledger reads them). A record is printed before its place is noted, so a record that was not printed is not noted.
 */
final class Processor implements DynamoDBStreamsShardRecordProcessor {
  private static final int BATCHES_OF_A_CHECKPOINT = 3;

  private String shard;
  private String last; // the number of the last record that was printed and not noted, or null
  private int batches;

  @Override
  public void initialize(InitializationInput input) {
    shard = input.shardId();
    say("start", input.extendedSequenceNumber().sequenceNumber());
  }

  @Override
  public void processRecords(DynamoDBStreamsProcessRecordsInput input) {
    List<DynamoDBStreamsClientRecord> records = input.records();
    for (DynamoDBStreamsClientRecord one : records) print(one.getRecord());
    if (!records.isEmpty()) last = records.get(records.size() - 1).sequenceNumber();
    if (last != null && ++batches % BATCHES_OF_A_CHECKPOINT == 0) note(input.checkpointer());
  }

  private void print(Record record) {
    Map<String, AttributeValue> old = record.dynamodb().oldImage();
    Map<String, AttributeValue> now = record.dynamodb().newImage();
    say(
        "record",
        record.dynamodb().sequenceNumber(),
        record.dynamodb().keys().get("pk").s(),
        now.get("n").n(),
        old.isEmpty() ? "0" : old.get("n").n());
  }

  @Override
  public void leaseLost(LeaseLostInput input) {
    say("lost");
  }

  @Override
  public void shardEnded(ShardEndedInput input) {
    say("end");
    try {
      input.checkpointer().checkpoint();
    } catch (InvalidStateException | ShutdownException error) {
      say("trouble", error.toString());
    }
  }

  @Override
  public void shutdownRequested(ShutdownRequestedInput input) {
    if (last != null) note(input.checkpointer());
    say("stop");
  }

  private void note(RecordProcessorCheckpointer checkpointer) {
    try {
      checkpointer.checkpoint(last);
      say("checkpoint", last);
      last = null;
    } catch (InvalidStateException | ShutdownException error) {
      say("trouble", error.toString()); // another worker has the lease
    }
  }

  private void say(String event, String... rest) {
    StringBuilder line = new StringBuilder(event).append('\t').append(shard);
    for (String part : rest) line.append('\t').append(part);
    synchronized (System.out) {
      System.out.println(line);
      System.out.flush();
    }
  }
}
