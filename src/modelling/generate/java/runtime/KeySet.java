package partita.runtime;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The keys of reads of several items by primary key, each once. Requests for the same item share
 * its answer.
 */
final class KeySet {
  private final Session session;
  private final List<GetRequest> requests;
  private final List<AskedKey> keys = new ArrayList<>();
  private final Map<Identity, Integer> numbers = new HashMap<>();

  /** A key with the positions of the requests for it. */
  record AskedKey(
      TableDescription table,
      String tableName,
      Map<String, AttributeValue> key,
      List<Integer> positions) {}

  /** The table's name, and the key with canonical numbers: the numbers 1 and 1.0 are equal. */
  private record Identity(String tableName, Map<String, AttributeValue> key) {}

  /** Throws ModelException for a field that is missing or cannot be in a key. */
  KeySet(Session session, List<GetRequest> requests) {
    this.session = session;
    this.requests = requests;
    for (int i = 0; i < requests.size(); ++i) {
      GetRequest request = requests.get(i);
      Map<String, AttributeValue> key = Composer.primaryKey(request.entity(), request.values());
      String tableName = session.tableName(request.table());
      Identity identity = identityOf(tableName, request.table(), key);
      Integer number = numbers.putIfAbsent(identity, keys.size());
      if (number == null) {
        number = keys.size();
        keys.add(new AskedKey(request.table(), tableName, key, new ArrayList<>()));
      }
      keys.get(number).positions().add(i);
    }
  }

  List<AskedKey> keys() {
    return keys;
  }

  /** Returns the number of the key that an item or a key has, or -1 if no request asks for it. */
  int numberOf(String tableName, Map<String, AttributeValue> item) {
    for (AskedKey asked : keys) {
      if (asked.tableName().equals(tableName)) {
        return numbers.getOrDefault(identityOf(tableName, asked.table(), item), -1);
      }
    }
    return -1;
  }

  /**
   * Adds an item that was read to the answer, at the positions of its key. An expired item counts
   * as absent. An item of another entity than a request asks for is listed as unreadable.
   */
  void addItem(int number, Map<String, AttributeValue> item, KeyedRows answer) {
    AskedKey asked = keys.get(number);
    StoredRow row = StoredRow.of(asked.table(), -1, item);
    if (row.hasExpired(session)) {
      return;
    }
    for (int position : asked.positions()) {
      EntityDescription wanted = requests.get(position).entity();
      if (row.entity() == wanted) {
        answer.set(position, row.toRow());
        continue;
      }
      String is = row.entity() == null ? "no entity" : "the entity " + row.entity().name();
      String message =
          "The item %s of the table %s is of %s, not of the requested entity %s"
              .formatted(Spelling.of(asked.key()), asked.table().name(), is, wanted.name());
      UnreadableRow unreadable = row.toUnreadable(asked.table(), message);
      answer.unreadable().add(new KeyedRows.Unreadable(position, unreadable));
    }
  }

  private static Identity identityOf(
      String tableName, TableDescription table, Map<String, AttributeValue> item) {
    Map<String, AttributeValue> key = new HashMap<>(4);
    for (String name : table.keyAttributes()) {
      AttributeValue value = item.get(name);
      String number = Values.numberOf(value);
      key.put(name, number == null ? value : AttributeValue.fromN(Numbers.canonical(number)));
    }
    return new Identity(tableName, key);
  }
}
