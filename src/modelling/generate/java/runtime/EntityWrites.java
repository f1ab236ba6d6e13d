package partita.runtime;

import java.util.LinkedHashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Makes the writes of one entity, for a transaction. A generated class has the public functions.
 *
 * @param <K> the primary keys
 * @param <D> the drafts of new items
 */
public class EntityWrites<K, D> {
  private final EntityType<?, K, D> type;

  /** Makes the writes of an entity. */
  protected EntityWrites(EntityType<?, K, D> type) {
    this.type = type;
  }

  /** Makes an item, which must not exist. */
  public final Write create(D draft) {
    return write(WriteKind.CREATE, type.valuesOf(draft), WriteTerms.none());
  }

  /** Makes an item on the terms. */
  protected final Write create(D draft, WriteTerms terms) {
    return write(WriteKind.CREATE, type.valuesOf(draft), terms);
  }

  /** Makes an item, or replaces it on the terms. */
  protected final Write put(D draft, WriteTerms terms) {
    return write(WriteKind.PUT, type.valuesOf(draft), terms);
  }

  /** Changes fields of an item. Throws ModelException if the terms have no change. */
  protected final Write update(K key, WriteTerms terms) {
    if (!terms.hasChanges()) {
      throw new ModelException("the update of " + type.entity().name() + " changes no field");
    }
    return write(WriteKind.UPDATE, type.keyOf(key), terms);
  }

  /** Sets the draft's fields of an item, or creates it. */
  protected final Write upsert(D draft, WriteTerms terms) {
    EntityDescription entity = type.entity();
    Map<String, AttributeValue> values = type.valuesOf(draft);
    Map<String, AttributeValue> key = new LinkedHashMap<>();
    WriteTerms all = terms;
    for (int i = 0; i < entity.fields().size(); ++i) {
      String attribute = entity.field(i).attribute();
      AttributeValue value = values.get(attribute);
      if (value == null) {
        continue;
      }
      if (entity.keyFacts().primary().contains(i)) {
        key.put(attribute, value);
      } else {
        all = all.with(Change.of(ChangeKind.SET, i, value));
      }
    }
    return write(WriteKind.UPSERT, key, all);
  }

  /** Gives an item another primary key, and replaces its fields. */
  protected final Write move(K key, D draft, WriteTerms terms) {
    WriteRequest.Builder request =
        WriteRequest.builder(WriteKind.MOVE, type.table(), type.entity(), type.keyOf(key));
    return new Write(terms.apply(request).movedTo(type.valuesOf(draft)).build());
  }

  /** Removes an item on the terms. */
  protected final Write remove(K key, WriteTerms terms) {
    return write(WriteKind.REMOVE, type.keyOf(key), terms);
  }

  /** Requires that the item exists and meets the terms. */
  protected final Write check(K key, WriteTerms terms) {
    return write(WriteKind.CHECK, type.keyOf(key), terms.mustExist());
  }

  private Write write(WriteKind kind, Map<String, AttributeValue> values, WriteTerms terms) {
    WriteRequest.Builder request = WriteRequest.builder(kind, type.table(), type.entity(), values);
    return new Write(terms.apply(request).build());
  }
}
