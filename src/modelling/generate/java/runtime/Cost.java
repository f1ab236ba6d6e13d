package partita.runtime;

/**
 * The cost of a call.
 *
 * @param requests the requests that were sent
 * @param evaluated the items that were read
 * @param returned the items that the filter let through
 * @param stale the rows of an index that were left out, because their index key is out of date
 * @param capacityUnits the capacity units that the service reports
 * @param searchBytes the bytes for which searches of vector indexes are charged
 */
public record Cost(
    int requests,
    int evaluated,
    int returned,
    int stale,
    double capacityUnits,
    double searchBytes) {}
