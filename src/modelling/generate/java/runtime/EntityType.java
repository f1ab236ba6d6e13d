package partita.runtime;

import java.util.Map;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * An entity with the functions that read and write its items.
 *
 * @param <E> the items as they are read
 * @param <K> the primary keys
 * @param <D> the drafts of new items
 * @param table the table
 * @param entity the entity
 * @param read makes an item of a row
 * @param key gives the fields of a key
 * @param draft gives the fields of a draft
 */
public record EntityType<E, K, D>(
    TableDescription table,
    EntityDescription entity,
    Function<RowReader, E> read,
    Function<K, FieldValues> key,
    Function<D, FieldValues> draft) {
  Map<String, AttributeValue> keyOf(K of) {
    return key.apply(of).toMap();
  }

  Map<String, AttributeValue> valuesOf(D of) {
    return draft.apply(of).toMap();
  }
}
