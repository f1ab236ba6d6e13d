package partita.runtime;

import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * All key attributes of an item.
 *
 * @param present those of the primary key and of every index that holds the item now, with shards
 * @param absent the key attributes that the item must not have: those of indexes that can hold the
 *     entity but do not hold this item, except attributes that belong to a field
 */
record ItemKeys(Map<String, AttributeValue> present, List<String> absent) {}
