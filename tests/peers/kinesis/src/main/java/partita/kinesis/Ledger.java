package partita.kinesis;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Compares the records that the workers print with those that must come: each key's records have the numbers 1, 2, 3
 * and so on, without a gap. Records may come again only after the place that was noted last for their shard. A shard
 * may be read only when its parent was read to the end.
 */
final class Ledger {
  /** A worker's reading of a shard, from the place at which the library began. */
  private static final class Run {
    final String worker;
    final Map<String, Integer> last = new HashMap<>(); // of each key
    BigInteger sequence = BigInteger.ZERO;
    boolean open = true;

    Run(String worker) {
      this.worker = worker;
    }
  }

  private final Map<String, Integer> seen = new HashMap<>(); // the highest number of each key
  private final Map<String, Run> runs = new HashMap<>(); // the last one of each shard and worker
  private final Map<String, Run> readers = new HashMap<>(); // the last one of each shard
  private final Map<String, BigInteger> noted = new HashMap<>();
  private final Map<String, Integer> startedAt = new HashMap<>(); // the number of the event
  private final Map<String, Integer> endedAt = new HashMap<>();
  private final List<String> faults = new ArrayList<>();
  private int events;
  private int records;
  private int again;

  /** A line of a worker. */
  synchronized void take(String worker, String line) {
    String[] parts = line.split("\t");
    String shard = parts.length > 1 ? parts[1] : "";
    ++events;
    switch (parts[0]) {
      case "start" -> start(worker, shard);
      case "record" ->
          record(worker, shard, new BigInteger(parts[2]), parts[3], Integer.parseInt(parts[4]), Integer.parseInt(parts[5]));
      case "checkpoint" -> noted.put(shard, new BigInteger(parts[2]));
      case "end" -> {
        endedAt.putIfAbsent(shard, events);
        close(worker, shard);
      }
      case "lost", "stop" -> close(worker, shard);
      case "trouble" -> System.out.println("  " + worker + ": " + String.join(" ", parts));
      default -> fault(worker + " says: " + line);
    }
  }

  private void start(String worker, String shard) {
    Run run = new Run(worker);
    runs.put(worker + "\t" + shard, run);
    readers.put(shard, run);
    startedAt.putIfAbsent(shard, events);
  }

  private void close(String worker, String shard) {
    Run run = runs.get(worker + "\t" + shard);
    if (run != null) run.open = false;
  }

  private void record(String worker, String shard, BigInteger sequence, String key, int number, int old) {
    ++records;
    Run run = runs.get(worker + "\t" + shard);
    String what = worker + ", " + shard + ", " + sequence + ", " + key + " " + number + ": ";
    if (run.last.isEmpty() && sequence.compareTo(noted.getOrDefault(shard, BigInteger.ZERO)) <= 0)
      fault(what + "it is not after the noted place " + noted.get(shard));
    if (sequence.compareTo(run.sequence) <= 0) fault(what + "it comes after " + run.sequence);
    int before = run.last.getOrDefault(key, Math.min(seen.getOrDefault(key, 0), number - 1));
    if (number != before + 1) fault(what + "it comes after " + before);
    if (old != number - 1) fault(what + "its old image has " + old);
    if (number <= seen.getOrDefault(key, 0)) ++again;
    run.sequence = sequence;
    run.last.put(key, number);
    seen.merge(key, number, Math::max);
  }

  /** Whether each key's records came up to these numbers. */
  synchronized boolean has(Map<String, Integer> numbers) {
    return numbers.entrySet().stream().allMatch(one -> seen.getOrDefault(one.getKey(), 0) >= one.getValue());
  }

  /** Adds a fault unless each key's records came up to these numbers and no further. */
  synchronized void expectExactly(Map<String, Integer> numbers) {
    for (Map.Entry<String, Integer> one : numbers.entrySet()) {
      int last = seen.getOrDefault(one.getKey(), 0);
      if (last != one.getValue()) fault(one.getKey() + " has " + one.getValue() + " records, and " + last + " came");
    }
  }

  synchronized boolean ended(String shard) {
    return endedAt.containsKey(shard);
  }

  /** Adds a fault unless the parent was read to its end before the child. */
  synchronized void expectParentFirst(String parent, String child) {
    Integer end = endedAt.get(parent);
    Integer start = startedAt.get(child);
    if (end == null || start == null || start < end) fault(child + " was read before the end of its parent " + parent);
  }

  /** The number of shards that the worker reads now. */
  synchronized long held(WorkerProcess worker) {
    return readers.values().stream().filter(run -> run.open && run.worker.equals(worker.name())).count();
  }

  synchronized void fault(String text) {
    faults.add(text);
    System.out.println("  FAULT: " + text);
  }

  synchronized int faults() {
    return faults.size();
  }

  synchronized String counts() {
    return records + " records, " + again + " of them again";
  }
}
