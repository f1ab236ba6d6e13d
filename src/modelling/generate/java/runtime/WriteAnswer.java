package partita.runtime;

/**
 * The answer of a write.
 *
 * @param row the item after the write, or before it of "remove", or null if no item exists
 * @param old the item before the write, of a request that returns it, or null
 * @param unread why a row is missing although the item exists or existed, or null: the write is
 *     done, but its answer was lost, or the item could not be read afterwards
 * @param cost the cost of the call
 */
record WriteAnswer(Row row, Row old, RuntimeException unread, Cost cost) {}
