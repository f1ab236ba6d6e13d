package partita.kinesis;

import com.amazonaws.services.dynamodbv2.streamsadapter.AmazonDynamoDBStreamsAdapterClient;
import com.amazonaws.services.dynamodbv2.streamsadapter.StreamsSchedulerFactory;
import com.amazonaws.services.dynamodbv2.streamsadapter.polling.DynamoDBStreamsPollingConfig;
import java.util.Arrays;
import java.util.List;
import software.amazon.awssdk.services.cloudwatch.CloudWatchAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.kinesis.common.ConfigsBuilder;
import software.amazon.kinesis.common.InitialPositionInStream;
import software.amazon.kinesis.common.InitialPositionInStreamExtended;
import software.amazon.kinesis.coordinator.CoordinatorConfig;
import software.amazon.kinesis.coordinator.Scheduler;
import software.amazon.kinesis.leases.LeaseManagementConfig;
import software.amazon.kinesis.metrics.MetricsConfig;
import software.amazon.kinesis.metrics.NullMetricsFactory;
import software.amazon.kinesis.processor.FormerStreamsLeasesDeletionStrategy;
import software.amazon.kinesis.processor.StreamTracker;
import software.amazon.kinesis.retrieval.RetrievalConfig;

/**
 * A program that consumes streams with the Kinesis Client Library: URL APPLICATION WORKER STREAM_ARN... Its leases and
 * checkpoints are in tables of the same server. It prints the records that it gets (Processor), and ends after SIGTERM
 * when it has noted its places.
 */
final class Worker {
  private static final long FAILOVER_MS = 4_000;
  private static final long ASSIGNMENT_EVERY_MS = 1_000;
  private static final long METRICS_EVERY_MS = 2_000;
  private static final long PAUSE_BETWEEN_READS_MS = 200;

  private Worker() {}

  public static void main(String[] arguments) {
    Endpoint endpoint = new Endpoint(arguments[0]);
    List<String> streams = Arrays.asList(arguments).subList(3, arguments.length);
    AmazonDynamoDBStreamsAdapterClient adapter =
        new AmazonDynamoDBStreamsAdapterClient(endpoint.client(DynamoDbStreamsClient.builder()), Endpoint.REGION);
    ConfigsBuilder configs =
        new ConfigsBuilder(
            tracker(streams),
            arguments[1],
            adapter,
            endpoint.client(DynamoDbAsyncClient.builder()),
            endpoint.client(CloudWatchAsyncClient.builder()),
            arguments[2],
            Processor::new);
    MetricsConfig metrics = configs.metricsConfig().metricsFactory(new NullMetricsFactory());
    Scheduler scheduler =
        StreamsSchedulerFactory.createScheduler(
            configs.checkpointConfig(),
            coordination(configs),
            leases(configs),
            configs.lifecycleConfig(),
            metrics,
            configs.processorConfig(),
            retrieval(configs, adapter),
            adapter);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> scheduler.startGracefulShutdown().join()));
    scheduler.run();
  }

  private static StreamTracker tracker(List<String> streams) {
    InitialPositionInStreamExtended start =
        InitialPositionInStreamExtended.newInitialPosition(InitialPositionInStream.TRIM_HORIZON);
    return streams.size() == 1
        ? StreamsSchedulerFactory.createSingleStreamTracker(streams.get(0), start)
        : StreamsSchedulerFactory.createMultiStreamTracker(
            streams, start, new FormerStreamsLeasesDeletionStrategy.NoLeaseDeletionStrategy());
  }

  /** The defaults are for shards that live for hours. */
  private static CoordinatorConfig coordination(ConfigsBuilder configs) {
    CoordinatorConfig config = configs.coordinatorConfig();
    config.parentShardPollIntervalMillis(500);
    config.shardConsumerDispatchPollIntervalMillis(200);
    return config;
  }

  /**
   * Workers share the streams by throughput, because all workers are on one machine and so have one load. Without this
   * setting the library would also ask for the metadata of a machine of Amazon's.
   */
  private static LeaseManagementConfig leases(ConfigsBuilder configs) {
    LeaseManagementConfig config = configs.leaseManagementConfig();
    config.failoverTimeMillis(FAILOVER_MS);
    config.shardSyncIntervalMillis(0); // a pause after the first look for shards
    config.leaseAssignmentIntervalMillis(ASSIGNMENT_EVERY_MS);
    config.leasesRecoveryAuditorExecutionFrequencyMillis(FAILOVER_MS);
    config
        .workerUtilizationAwareAssignmentConfig()
        .disableWorkerMetrics(true)
        .workerMetricsReporterFreqInMillis(METRICS_EVERY_MS)
        .varianceBalancingFrequency(1);
    return config;
  }

  private static RetrievalConfig retrieval(ConfigsBuilder configs, AmazonDynamoDBStreamsAdapterClient adapter) {
    DynamoDBStreamsPollingConfig polling = new DynamoDBStreamsPollingConfig(adapter);
    polling.idleTimeBetweenReadsInMillis(PAUSE_BETWEEN_READS_MS);
    return configs.retrievalConfig().retrievalSpecificConfig(polling);
  }
}
