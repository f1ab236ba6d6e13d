package shop;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import shop.runtime.Codecs;
import shop.runtime.Column;
import shop.runtime.EntityType;
import shop.runtime.FieldValues;
import shop.runtime.RowReader;

/** The fields of ORDER. */
final class OrderColumns {
  static final Column<String> CUSTOMER = new Column<>(ShopDescription.ORDER, 0, Codecs.TEXT);
  static final Column<String> ORDER = new Column<>(ShopDescription.ORDER, 1, Codecs.ULID);
  static final Column<Instant> PLACED = new Column<>(ShopDescription.ORDER, 2, Codecs.TIME);
  static final Column<OrderStatus> STATUS =
      new Column<>(
          ShopDescription.ORDER,
          3,
          Codecs.enumeration(OrderStatus.values(), "OPEN", "PAID", "SENT"));
  static final Column<Long> CENTS = new Column<>(ShopDescription.ORDER, 4, Codecs.INTEGER);
  static final Column<Double> WEIGHT = new Column<>(ShopDescription.ORDER, 5, Codecs.DOUBLE);
  static final Column<BigDecimal> VAT = new Column<>(ShopDescription.ORDER, 6, Codecs.DECIMAL);
  static final Column<Boolean> GIFT = new Column<>(ShopDescription.ORDER, 7, Codecs.BOOL);
  static final Column<String> NOTE = new Column<>(ShopDescription.ORDER, 8, Codecs.TEXT);
  static final Column<List<Object>> LINES = new Column<>(ShopDescription.ORDER, 9, Codecs.LIST);
  static final Column<Long> VERSION = new Column<>(ShopDescription.ORDER, 10, Codecs.INTEGER);

  static final EntityType<Order, OrderKey, OrderDraft> TYPE =
      new EntityType<>(
          ShopDescription.SHOP,
          ShopDescription.ORDER,
          OrderColumns::read,
          key -> FieldValues.none().add(CUSTOMER, key.customer()).add(ORDER, key.order()),
          OrderDraft::values);

  private OrderColumns() {}

  static Order read(RowReader row) {
    return new Order(
        row.get(CUSTOMER),
        row.get(ORDER),
        row.get(PLACED),
        row.get(STATUS),
        row.get(CENTS),
        row.find(WEIGHT),
        row.find(VAT),
        row.get(GIFT),
        row.find(NOTE),
        row.find(LINES),
        row.get(VERSION));
  }

  static OpenOrdersOfACustomerRow readOpen(RowReader row) {
    return new OpenOrdersOfACustomerRow(row.get(ORDER), row.get(PLACED), row.get(CENTS));
  }
}
