package partita.runtime;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The base of a generated client: the tables of a model, and calls that concern several entities.
 */
public class ModelClient {
  private final Session session;
  private final List<TableDescription> tables;

  /** Makes a client of the tables. */
  protected ModelClient(
      DynamoDbClient client, ClientOptions options, List<TableDescription> tables) {
    this.session = new Session(client, options);
    this.tables = List.copyOf(tables);
  }

  /** Returns the connection, from which the clients of entities are made. */
  protected final Session session() {
    return session;
  }

  /** Returns the names of the tables, with the prefix. */
  public final List<String> tableNames() {
    return tables.stream().map(session::tableName).toList();
  }

  /**
   * Creates the tables that do not exist, and waits until all are active.
   *
   * @throws ModelException if a table differs from the model
   */
  public final void createTables() {
    Tables.create(session, tables);
  }

  /** Throws ModelException that lists the differences of the tables from the model. */
  public final void checkTables() {
    Tables.check(session, tables);
  }

  /**
   * Carries out all writes together, or not one of them: at most 100, with those of the sentinels
   * of unique fields.
   *
   * @throws WriteRefusedException with the position of the write that was refused
   */
  public final Cost transact(Write... writes) {
    return transact(List.of(writes));
  }

  /** Carries out all writes together, or not one of them. */
  public final Cost transact(List<Write> writes) {
    return Transaction.run(session, writes.stream().map(Write::request).toList());
  }

  /** Returns a read of a pattern. The filter may name the fields. */
  protected final <E, F> Query<E, F> query(
      TableDescription table,
      PatternDescription pattern,
      FieldValues by,
      Function<RowReader, E> read,
      F fields) {
    return new Query<>(session, request(table, pattern, by).build(), read, fields);
  }

  /** Returns a read of a range of a pattern. */
  protected final <E, F, V> Query<E, F> query(
      TableDescription table,
      PatternDescription pattern,
      FieldValues by,
      Column<V> column,
      Range<V> range,
      Function<RowReader, E> read,
      F fields) {
    ReadRequest request = request(table, pattern, by).range(RangeOf.in(range, column)).build();
    return new Query<>(session, request, read, fields);
  }

  /** Returns the item of a pattern that reads by the whole primary key. */
  protected final <E> Optional<E> one(
      TableDescription table,
      PatternDescription pattern,
      FieldValues by,
      Function<RowReader, E> read) {
    RowPage page = Reading.read(session, request(table, pattern, by).build());
    if (!page.unreadable().isEmpty()) {
      throw new UnreadableRowException(page.unreadable().get(0));
    }
    return page.rows().stream().findFirst().map(row -> Rows.item(table, row, read));
  }

  /**
   * Returns a read of a collection. {@code singles} are the positions of those entities of the
   * pattern that have at most one item in it.
   */
  protected final <W> CollectionQuery<W> collection(
      TableDescription table,
      PatternDescription pattern,
      FieldValues by,
      Set<Integer> singles,
      Function<CollectedRows, W> make) {
    List<CollectedMember> members = new ArrayList<>();
    for (int i = 0; i < pattern.entities().size(); ++i) {
      EntityDescription entity = table.entities().get(pattern.entities().get(i));
      members.add(CollectedMember.of(entity, singles.contains(i)));
    }
    ReadRequest request = request(table, pattern, by).build();
    return new CollectionQuery<>(session, request, members, make);
  }

  /** Returns the items whose vectors are the nearest, the best first. From 1 to 100 are taken. */
  protected final <E> List<Found<E>> similar(
      TableDescription table,
      PatternDescription pattern,
      List<Float> vector,
      FieldValues by,
      int take,
      Function<RowReader, E> read) {
    VectorSearch.Answer answer =
        VectorSearch.run(
            session,
            new VectorSearch.Request(
                table, pattern, by.toMap(), vector, take, pattern.withExpired()));
    List<Found<E>> found = new ArrayList<>();
    for (int i = 0; i < answer.rows().size(); ++i) {
      E item = Rows.item(table, answer.rows().get(i), read);
      found.add(new Found<>(item, answer.scores().get(i)));
    }
    return Collections.unmodifiableList(found);
  }

  private static ReadRequest.Builder request(
      TableDescription table, PatternDescription pattern, FieldValues by) {
    Map<String, AttributeValue> values = by.toMap();
    return ReadRequest.builder(table, pattern, values).expiredToo(pattern.withExpired());
  }
}
