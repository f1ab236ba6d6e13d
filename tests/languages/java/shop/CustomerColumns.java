package shop;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;
import java.util.Set;
import shop.runtime.Codecs;
import shop.runtime.Column;
import shop.runtime.EntityType;
import shop.runtime.FieldValues;
import shop.runtime.RowReader;

/** The fields of CUSTOMER. */
final class CustomerColumns {
  static final Column<String> CUSTOMER = new Column<>(ShopDescription.CUSTOMER, 0, Codecs.TEXT);
  static final Column<String> EMAIL = new Column<>(ShopDescription.CUSTOMER, 1, Codecs.TEXT);
  static final Column<String> NAME = new Column<>(ShopDescription.CUSTOMER, 2, Codecs.TEXT);
  static final Column<String> PHONE = new Column<>(ShopDescription.CUSTOMER, 3, Codecs.TEXT);
  static final Column<Set<String>> TAGS =
      new Column<>(ShopDescription.CUSTOMER, 4, Codecs.TEXT_SET);
  static final Column<Map<String, Object>> ADDRESS =
      new Column<>(ShopDescription.CUSTOMER, 5, Codecs.MAP);
  static final Column<LocalDate> JOINED = new Column<>(ShopDescription.CUSTOMER, 6, Codecs.DATE);
  static final Column<Long> VERSION = new Column<>(ShopDescription.CUSTOMER, 7, Codecs.INTEGER);
  static final Column<Instant> CREATED = new Column<>(ShopDescription.CUSTOMER, 8, Codecs.TIME);
  static final Column<Instant> CHANGED = new Column<>(ShopDescription.CUSTOMER, 9, Codecs.TIME);

  static final EntityType<Customer, CustomerKey, CustomerDraft> TYPE =
      new EntityType<>(
          ShopDescription.SHOP,
          ShopDescription.CUSTOMER,
          CustomerColumns::read,
          key -> FieldValues.none().add(CUSTOMER, key.customer()),
          CustomerDraft::values);

  private CustomerColumns() {}

  private static Customer read(RowReader row) {
    return new Customer(
        row.get(CUSTOMER),
        row.get(EMAIL),
        row.get(NAME),
        row.find(PHONE),
        row.getSet(TAGS),
        row.find(ADDRESS),
        row.get(JOINED),
        row.get(VERSION),
        row.get(CREATED),
        row.get(CHANGED));
  }
}
