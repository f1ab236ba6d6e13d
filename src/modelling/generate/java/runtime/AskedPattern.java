package partita.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * An access pattern with its table and entities in place of their positions.
 *
 * @param table the table
 * @param name the name of the pattern
 * @param entities its entities, of which the key of the first one makes the plan
 * @param plan its plan
 */
record AskedPattern(
    TableDescription table, String name, List<EntityDescription> entities, PlanDescription plan) {
  static AskedPattern of(TableDescription table, PatternDescription pattern) {
    List<EntityDescription> entities = new ArrayList<>(pattern.entities().size());
    for (int position : pattern.entities()) {
      entities.add(table.entities().get(position));
    }
    return new AskedPattern(table, pattern.name(), entities, pattern.plan());
  }

  AskedPattern withPlan(PlanDescription other) {
    return new AskedPattern(table, name, entities, other);
  }

  /** Returns the entity whose key makes the plan. */
  EntityDescription first() {
    return entities.get(0);
  }

  boolean names(EntityDescription entity) {
    for (EntityDescription one : entities) {
      if (one == entity) {
        return true;
      }
    }
    return false;
  }

  /** Returns the key that an entity has in the plan's index, or null if it does not enter it. */
  EntityKey findKey(EntityDescription entity) {
    return findKey(entity, plan.index());
  }

  static EntityKey findKey(EntityDescription entity, int index) {
    if (index < 0) {
      return entity.primary();
    }
    for (EntityKey key : entity.indexes()) {
      if (key.index() == index) {
        return key;
      }
    }
    return null;
  }

  /** Returns the pattern's key in the first entity. */
  EntityKey key() {
    EntityKey key = findKey(first());
    if (key == null) {
      throw new IllegalStateException("the access pattern \"" + name + "\" has no key");
    }
    return key;
  }

  /** Returns the attributes of the partition key by which the pattern is read. */
  List<KeyAttribute> partition() {
    // A local index shares the table's partition key.
    List<KeyAttribute> own = key().partition();
    return own.isEmpty() ? first().primary().partition() : own;
  }

  /** Returns the plan's index, or null for the table. */
  IndexDescription index() {
    return plan.index() < 0 ? null : table.indexes().get(plan.index());
  }

  /** Returns the error that names the missing field of a template. */
  ModelException missingField(List<KeyPart> parts, Map<String, AttributeValue> values) {
    for (KeyPart part : parts) {
      if (part instanceof KeyField key) {
        FieldDescription field = first().field(key.field());
        if (!values.containsKey(field.attribute())) {
          return new ModelException(
              "The access pattern \"%s\" needs the field %s of %s: its key contains that field"
                  .formatted(name, field.name(), first().name()));
        }
      }
    }
    throw new IllegalStateException("no field of the template is missing");
  }
}
