package partita.runtime;

import java.util.List;

/**
 * A page of rows.
 *
 * @param rows the rows
 * @param token the token of the next page, or null after the last item
 * @param unreadable the rows that cannot be used
 * @param cost the cost of the page
 */
record RowPage(List<Row> rows, String token, List<UnreadableRow> unreadable, Cost cost) {}
