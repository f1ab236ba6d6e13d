package shop;

import java.math.BigInteger;
import java.time.Instant;
import java.util.UUID;
import shop.runtime.BytesCriteria;
import shop.runtime.FieldCriteria;
import shop.runtime.OrderedCriteria;
import shop.runtime.TextCriteria;

/** The fields of CART that criteria may name. */
public final class CartFields {
  static final CartFields ALL = new CartFields();

  private CartFields() {}

  public FieldCriteria<UUID> session() {
    return new FieldCriteria<>(CartColumns.SESSION);
  }

  public TextCriteria customer() {
    return new TextCriteria(CartColumns.CUSTOMER);
  }

  public TextCriteria sku() {
    return new TextCriteria(CartColumns.SKU);
  }

  public OrderedCriteria<Long> count() {
    return new OrderedCriteria<>(CartColumns.COUNT);
  }

  public BytesCriteria photo() {
    return new BytesCriteria(CartColumns.PHOTO);
  }

  public OrderedCriteria<BigInteger> seen() {
    return new OrderedCriteria<>(CartColumns.SEEN);
  }

  public OrderedCriteria<Instant> until() {
    return new OrderedCriteria<>(CartColumns.UNTIL);
  }
}
