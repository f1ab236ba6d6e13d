package partita.runtime;

import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;

/** The cost of a call so far. */
final class CostMeter {
  private int requests;
  private int evaluated;
  private int returned;
  private int stale;
  private double capacityUnits;
  private double searchBytes;

  void addRequests(int count) {
    requests += count;
  }

  void addEvaluated(int count) {
    evaluated += count;
  }

  void addReturned(int count) {
    returned += count;
  }

  void addStale(int count) {
    stale += count;
  }

  void setStale(int count) {
    stale = count;
  }

  void addSearchBytes(double bytes) {
    searchBytes += bytes;
  }

  /** Adds the capacity that an answer reports, which may be null. */
  void addCapacity(ConsumedCapacity consumed) {
    if (consumed != null && consumed.capacityUnits() != null) {
      capacityUnits += consumed.capacityUnits();
    }
  }

  void addCapacity(List<ConsumedCapacity> consumed) {
    consumed.forEach(this::addCapacity);
  }

  /** Adds the cost of a part of the call. */
  void add(Cost part) {
    requests += part.requests();
    evaluated += part.evaluated();
    returned += part.returned();
    stale += part.stale();
    capacityUnits += part.capacityUnits();
    searchBytes += part.searchBytes();
  }

  int evaluated() {
    return evaluated;
  }

  Cost toCost() {
    return new Cost(requests, evaluated, returned, stale, capacityUnits, searchBytes);
  }
}
