package shop;

import shop.runtime.FieldCriteria;
import shop.runtime.OrderedCriteria;

/** The fields of ORDER that the index open_orders has, and that its filters may name. */
public final class OpenOrdersOfACustomerFields {
  static final OpenOrdersOfACustomerFields ALL = new OpenOrdersOfACustomerFields();

  private OpenOrdersOfACustomerFields() {}

  public FieldCriteria<OrderStatus> status() {
    return new FieldCriteria<>(OrderColumns.STATUS);
  }

  public OrderedCriteria<Long> cents() {
    return new OrderedCriteria<>(OrderColumns.CENTS);
  }
}
