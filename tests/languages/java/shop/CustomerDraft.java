package shop;

import java.time.LocalDate;
import java.util.Map;
import java.util.Set;
import shop.runtime.FieldValues;

/**
 * The fields of a customer that a program gives: those that the package keeps are not among them.
 */
public final class CustomerDraft {
  private final FieldValues values;

  private CustomerDraft(FieldValues values) {
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
  public static Complete from(Customer item) {
    Builder builder = new Builder();
    builder.customer = item.customer();
    builder.email = item.email();
    builder.name = item.name();
    builder.phone = item.phone().orElse(null);
    builder.tags = item.tags();
    builder.address = item.address().orElse(null);
    builder.joined = item.joined();
    return builder;
  }

  FieldValues values() {
    return values;
  }

  /** The step that gives the field customer. */
  public interface NeedsCustomer {
    NeedsEmail customer(String value);
  }

  /** The step that gives the field email. */
  public interface NeedsEmail {
    NeedsName email(String value);
  }

  /** The step that gives the field name. */
  public interface NeedsName {
    NeedsJoined name(String value);
  }

  /** The step that gives the field joined. */
  public interface NeedsJoined {
    Complete joined(LocalDate value);
  }

  /** The last step: it has all required fields, and takes the others. */
  public interface Complete {
    Complete customer(String value);

    Complete email(String value);

    Complete name(String value);

    Complete phone(String value);

    Complete tags(Set<String> value);

    Complete address(Map<String, Object> value);

    Complete joined(LocalDate value);

    /** Returns the draft. Throws ModelException for a value that its field cannot have. */
    CustomerDraft build();
  }

  private static final class Builder
      implements NeedsCustomer, NeedsEmail, NeedsName, NeedsJoined, Complete {
    private String customer;
    private String email;
    private String name;
    private String phone;
    private Set<String> tags;
    private Map<String, Object> address;
    private LocalDate joined;

    @Override
    public Builder customer(String value) {
      customer = value;
      return this;
    }

    @Override
    public Builder email(String value) {
      email = value;
      return this;
    }

    @Override
    public Builder name(String value) {
      name = value;
      return this;
    }

    @Override
    public Builder phone(String value) {
      phone = value;
      return this;
    }

    @Override
    public Builder tags(Set<String> value) {
      tags = value;
      return this;
    }

    @Override
    public Builder address(Map<String, Object> value) {
      address = value;
      return this;
    }

    @Override
    public Builder joined(LocalDate value) {
      joined = value;
      return this;
    }

    @Override
    public CustomerDraft build() {
      return new CustomerDraft(
          FieldValues.none()
              .add(CustomerColumns.CUSTOMER, customer)
              .add(CustomerColumns.EMAIL, email)
              .add(CustomerColumns.NAME, name)
              .addIfPresent(CustomerColumns.PHONE, phone)
              .addIfPresent(CustomerColumns.TAGS, tags)
              .addIfPresent(CustomerColumns.ADDRESS, address)
              .add(CustomerColumns.JOINED, joined));
    }
  }
}
