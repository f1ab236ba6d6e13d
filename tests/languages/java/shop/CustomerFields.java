package shop;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;
import shop.runtime.DocumentCriteria;
import shop.runtime.OrderedCriteria;
import shop.runtime.SetCriteria;
import shop.runtime.TextCriteria;

/** The fields of CUSTOMER that criteria may name. */
public final class CustomerFields {
  static final CustomerFields ALL = new CustomerFields();

  private CustomerFields() {}

  public TextCriteria customer() {
    return new TextCriteria(CustomerColumns.CUSTOMER);
  }

  public TextCriteria email() {
    return new TextCriteria(CustomerColumns.EMAIL);
  }

  public TextCriteria name() {
    return new TextCriteria(CustomerColumns.NAME);
  }

  public TextCriteria phone() {
    return new TextCriteria(CustomerColumns.PHONE);
  }

  public SetCriteria<String> tags() {
    return new SetCriteria<>(CustomerColumns.TAGS);
  }

  public DocumentCriteria<Map<String, Object>> address() {
    return new DocumentCriteria<>(CustomerColumns.ADDRESS);
  }

  public OrderedCriteria<LocalDate> joined() {
    return new OrderedCriteria<>(CustomerColumns.JOINED);
  }

  public OrderedCriteria<Long> version() {
    return new OrderedCriteria<>(CustomerColumns.VERSION);
  }

  public OrderedCriteria<Instant> created() {
    return new OrderedCriteria<>(CustomerColumns.CREATED);
  }

  public OrderedCriteria<Instant> changed() {
    return new OrderedCriteria<>(CustomerColumns.CHANGED);
  }
}
