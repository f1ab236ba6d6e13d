package partita.runtime;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;

/** A table with its indexes and entities. */
public final class TableDescription {
  private final String name;
  private final String partition;
  private final String sort;
  private final String typeAttribute;
  private final List<IndexDescription> indexes;
  private final List<EntityDescription> entities;
  private final Supplier<CreateTableRequest> create;
  private final String ttlAttribute;
  private final List<String> keyAttributes;

  /**
   * Makes a table.
   *
   * @param name its name in the model
   * @param partition the attribute of the partition key
   * @param sort the attribute of the sort key, or null
   * @param typeAttribute the attribute that holds the entity's name, or null
   * @param indexes its indexes
   * @param entities its entities
   * @param create makes the request that creates the table, without the table's name
   * @param ttlAttribute the attribute of the time to live, or null
   */
  public TableDescription(
      String name,
      String partition,
      String sort,
      String typeAttribute,
      List<IndexDescription> indexes,
      List<EntityDescription> entities,
      Supplier<CreateTableRequest> create,
      String ttlAttribute) {
    this.name = name;
    this.partition = partition;
    this.sort = sort;
    this.typeAttribute = typeAttribute;
    this.indexes = List.copyOf(indexes);
    this.entities = List.copyOf(entities);
    this.create = create;
    this.ttlAttribute = ttlAttribute;
    this.keyAttributes = sort == null ? List.of(partition) : List.of(partition, sort);
  }

  /** Returns the name in the model. */
  public String name() {
    return name;
  }

  String partition() {
    return partition;
  }

  /** Returns the attribute of the sort key, or null. */
  String sort() {
    return sort;
  }

  /** Returns the attribute that holds the entity's name, or null. */
  String typeAttribute() {
    return typeAttribute;
  }

  List<IndexDescription> indexes() {
    return indexes;
  }

  /** Returns the entities. Positions of entities are those in this list. */
  public List<EntityDescription> entities() {
    return entities;
  }

  /** Returns the request that creates the table, without the table's name. */
  CreateTableRequest create() {
    return create.get();
  }

  /** Returns the attribute of the time to live, or null. */
  String ttlAttribute() {
    return ttlAttribute;
  }

  /** Returns the attributes of the primary key, the partition key first. */
  List<String> keyAttributes() {
    return keyAttributes;
  }

  /** Returns the names of the attributes of the primary key and of the index's key, each once. */
  List<String> keyAttributes(int index) {
    if (index < 0) {
      return keyAttributes;
    }
    Set<String> names = new LinkedHashSet<>(keyAttributes);
    names.addAll(indexes.get(index).partition());
    names.addAll(indexes.get(index).sort());
    return List.copyOf(names);
  }

  /** Returns the attributes that the package writes beside those of fields. */
  Set<String> ownAttributes() {
    Set<String> names = new HashSet<>(keyAttributes);
    names.add(Planning.WRITE_ID);
    if (typeAttribute != null) {
      names.add(typeAttribute);
    }
    for (IndexDescription index : indexes) {
      names.addAll(index.partition());
      names.addAll(index.sort());
      if (index.shards() != null) {
        names.add(index.shards().attribute());
      }
    }
    return names;
  }

  /** Returns the attributes by which the answer of a query is ordered. */
  List<String> sortAttributes(int index) {
    if (index >= 0) {
      return indexes.get(index).sort();
    }
    return sort == null ? List.of() : List.of(sort);
  }

  /** Returns true if the items or entries of the index have the field's attribute. */
  boolean holdsAttribute(int index, FieldDescription field) {
    if (field.keyOnly()) {
      return false;
    }
    if (index < 0 || indexes.get(index).projectsAll()) {
      return true;
    }
    IndexDescription info = indexes.get(index);
    String attribute = field.attribute();
    VectorFacts vector = info.vector();
    return keyAttributes(index).contains(attribute)
        || info.include().contains(attribute)
        || (vector != null
            && (attribute.equals(vector.attribute()) || vector.filters().contains(attribute)));
  }
}
