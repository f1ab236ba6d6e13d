package shop;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import shop.runtime.DocumentCriteria;
import shop.runtime.FieldCriteria;
import shop.runtime.OrderedCriteria;
import shop.runtime.TextCriteria;

/** The fields of ORDER that criteria may name. */
public final class OrderFields {
  static final OrderFields ALL = new OrderFields();

  private OrderFields() {}

  public TextCriteria customer() {
    return new TextCriteria(OrderColumns.CUSTOMER);
  }

  public TextCriteria order() {
    return new TextCriteria(OrderColumns.ORDER);
  }

  public OrderedCriteria<Instant> placed() {
    return new OrderedCriteria<>(OrderColumns.PLACED);
  }

  public FieldCriteria<OrderStatus> status() {
    return new FieldCriteria<>(OrderColumns.STATUS);
  }

  public OrderedCriteria<Long> cents() {
    return new OrderedCriteria<>(OrderColumns.CENTS);
  }

  public OrderedCriteria<Double> weight() {
    return new OrderedCriteria<>(OrderColumns.WEIGHT);
  }

  public OrderedCriteria<BigDecimal> vat() {
    return new OrderedCriteria<>(OrderColumns.VAT);
  }

  public FieldCriteria<Boolean> gift() {
    return new FieldCriteria<>(OrderColumns.GIFT);
  }

  public TextCriteria note() {
    return new TextCriteria(OrderColumns.NOTE);
  }

  public DocumentCriteria<List<Object>> lines() {
    return new DocumentCriteria<>(OrderColumns.LINES);
  }

  public OrderedCriteria<Long> version() {
    return new OrderedCriteria<>(OrderColumns.VERSION);
  }
}
