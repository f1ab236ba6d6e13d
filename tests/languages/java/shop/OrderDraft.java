package shop;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import shop.runtime.FieldValues;

/** The fields of an order that a program gives: those that the package keeps are not among them. */
public final class OrderDraft {
  private final FieldValues values;

  private OrderDraft(FieldValues values) {
    this.values = values;
  }

  /**
   * Returns the first step of a builder. Each step gives a required field, and the last one the
   * others.
   */
  public static NeedsCustomer builder() {
    return new Builder();
  }

  /** Returns a builder with the fields of an item that was read. */
  public static Complete from(Order item) {
    Builder builder = new Builder();
    builder.customer = item.customer();
    builder.order = item.order();
    builder.placed = item.placed();
    builder.status = item.status();
    builder.cents = item.cents();
    builder.weight = item.weight().orElse(null);
    builder.vat = item.vat().orElse(null);
    builder.gift = item.gift();
    builder.note = item.note().orElse(null);
    builder.lines = item.lines().orElse(null);
    return builder;
  }

  FieldValues values() {
    return values;
  }

  /** The step that gives the field customer. */
  public interface NeedsCustomer {
    NeedsOrder customer(String value);
  }

  /** The step that gives the field order. */
  public interface NeedsOrder {
    NeedsPlaced order(String value);
  }

  /** The step that gives the field placed. */
  public interface NeedsPlaced {
    NeedsStatus placed(Instant value);
  }

  /** The step that gives the field status. */
  public interface NeedsStatus {
    NeedsCents status(OrderStatus value);
  }

  /** The step that gives the field cents. */
  public interface NeedsCents {
    NeedsGift cents(long value);
  }

  /** The step that gives the field gift. */
  public interface NeedsGift {
    Complete gift(boolean value);
  }

  /** The last step: it has all required fields, and takes the others. */
  public interface Complete {
    Complete customer(String value);

    Complete order(String value);

    Complete placed(Instant value);

    Complete status(OrderStatus value);

    Complete cents(long value);

    Complete weight(double value);

    Complete vat(BigDecimal value);

    Complete gift(boolean value);

    Complete note(String value);

    Complete lines(List<Object> value);

    /** Returns the draft. Throws ModelException for a value that its field cannot have. */
    OrderDraft build();
  }

  private static final class Builder
      implements NeedsCustomer,
          NeedsOrder,
          NeedsPlaced,
          NeedsStatus,
          NeedsCents,
          NeedsGift,
          Complete {
    private String customer;
    private String order;
    private Instant placed;
    private OrderStatus status;
    private Long cents;
    private Double weight;
    private BigDecimal vat;
    private Boolean gift;
    private String note;
    private List<Object> lines;

    @Override
    public Builder customer(String value) {
      customer = value;
      return this;
    }

    @Override
    public Builder order(String value) {
      order = value;
      return this;
    }

    @Override
    public Builder placed(Instant value) {
      placed = value;
      return this;
    }

    @Override
    public Builder status(OrderStatus value) {
      status = value;
      return this;
    }

    @Override
    public Builder cents(long value) {
      cents = value;
      return this;
    }

    @Override
    public Builder weight(double value) {
      weight = value;
      return this;
    }

    @Override
    public Builder vat(BigDecimal value) {
      vat = value;
      return this;
    }

    @Override
    public Builder gift(boolean value) {
      gift = value;
      return this;
    }

    @Override
    public Builder note(String value) {
      note = value;
      return this;
    }

    @Override
    public Builder lines(List<Object> value) {
      lines = value;
      return this;
    }

    @Override
    public OrderDraft build() {
      return new OrderDraft(
          FieldValues.none()
              .add(OrderColumns.CUSTOMER, customer)
              .add(OrderColumns.ORDER, order)
              .add(OrderColumns.PLACED, placed)
              .add(OrderColumns.STATUS, status)
              .add(OrderColumns.CENTS, cents)
              .addIfPresent(OrderColumns.WEIGHT, weight)
              .addIfPresent(OrderColumns.VAT, vat)
              .add(OrderColumns.GIFT, gift)
              .addIfPresent(OrderColumns.NOTE, note)
              .addIfPresent(OrderColumns.LINES, lines));
    }
  }
}
