package shop;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import shop.runtime.ClientOptions;
import shop.runtime.CollectionQuery;
import shop.runtime.Cost;
import shop.runtime.FieldValues;
import shop.runtime.ModelClient;
import shop.runtime.Proof.Complete;
import shop.runtime.Proof.Given;
import shop.runtime.Proof.Missing;
import shop.runtime.Query;
import shop.runtime.Range;
import shop.runtime.StreamImages;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.Record;

/** The shop of the tests of generated packages. It has a field of each kind. */
public final class Shop extends ModelClient {
  private final CustomerClient customer = new CustomerClient(session());
  private final OrderClient order = new OrderClient(session());
  private final CartClient cart = new CartClient(session());

  /** Makes a client with the usual settings. */
  public Shop(DynamoDbClient client) {
    this(client, ClientOptions.defaults());
  }

  /** Makes a client. */
  public Shop(DynamoDbClient client, ClientOptions options) {
    super(client, options, List.of(ShopDescription.SHOP));
  }

  /** Returns the operations on CUSTOMER. */
  public CustomerClient customer() {
    return customer;
  }

  /** Returns the operations on ORDER. */
  public OrderClient order() {
    return order;
  }

  /** Returns the operations on CART. */
  public CartClient cart() {
    return cart;
  }

  /** Returns the change of a stream's record. It is empty if its item belongs to no entity. */
  public Optional<ShopChange> parseChange(Record record) {
    return StreamImages.of(List.of(ShopDescription.SHOP), record).map(Shop::changeOf);
  }

  private static ShopChange changeOf(StreamImages images) {
    if (images.isOf(CustomerColumns.TYPE)) {
      return new ShopChange.OfCustomer(
          images.before(CustomerColumns.TYPE), images.after(CustomerColumns.TYPE));
    }
    if (images.isOf(OrderColumns.TYPE)) {
      return new ShopChange.OfOrder(
          images.before(OrderColumns.TYPE), images.after(OrderColumns.TYPE));
    }
    return new ShopChange.OfCart(images.before(CartColumns.TYPE), images.after(CartColumns.TYPE));
  }

  /**
   * Order by its key.
   *
   * <p>GetItem of the table shop: PK = "C#{customer}" AND SK = "PROFILE#ORDER#{order}".
   *
   * <p>About 0.5 read units a call (GetItem, 669 bytes).
   */
  public Optional<Order> orderByItsKey(String customer, String order) {
    return one(
        ShopDescription.SHOP,
        ShopDescription.ORDER_BY_ITS_KEY,
        FieldValues.none().add(OrderColumns.CUSTOMER, customer).add(OrderColumns.ORDER, order),
        OrderColumns::read);
  }

  /**
   * Customer with orders.
   *
   * <p>Query of the table shop: PK = "C#{customer}" AND SK BETWEEN "PROFILE" AND "PROFILE$".
   */
  public CollectionQuery<CustomerWithOrders> customerWithOrders(String customer) {
    return collection(
        ShopDescription.SHOP,
        ShopDescription.CUSTOMER_WITH_ORDERS,
        FieldValues.none().add(CustomerColumns.CUSTOMER, customer),
        Set.of(0),
        rows ->
            new CustomerWithOrders(rows.one(CustomerColumns.TYPE), rows.many(OrderColumns.TYPE)));
  }

  /**
   * Orders in a status.
   *
   * <p>Query of the index by_status: GSI1PK = "S#{status}" AND GSI1SK in a range of {placed}.
   */
  public Query<Order, OrderFields> ordersInAStatus(OrderStatus status) {
    return query(
        ShopDescription.SHOP,
        ShopDescription.ORDERS_IN_A_STATUS,
        FieldValues.none().add(OrderColumns.STATUS, status),
        OrderColumns::read,
        OrderFields.ALL);
  }

  /** Orders in a status, in a range of placed. */
  public Query<Order, OrderFields> ordersInAStatus(OrderStatus status, Range<Instant> placed) {
    return query(
        ShopDescription.SHOP,
        ShopDescription.ORDERS_IN_A_STATUS,
        FieldValues.none().add(OrderColumns.STATUS, status),
        OrderColumns.PLACED,
        placed,
        OrderColumns::read,
        OrderFields.ALL);
  }

  /**
   * Orders of some days.
   *
   * <p>Query of the index by_day: GSI2PK = "D#{placed:day}" for each in a range of {placed} AND
   * GSI2SK in a range of {placed}.
   */
  public Query<Order, OrderFields> ordersOfSomeDays(Instant from, Instant to) {
    return query(
        ShopDescription.SHOP,
        ShopDescription.ORDERS_OF_SOME_DAYS,
        FieldValues.none(),
        OrderColumns.PLACED,
        Range.between(from, to),
        OrderColumns::read,
        OrderFields.ALL);
  }

  /**
   * Open orders of a customer.
   *
   * <p>Query of the index open_orders: GSI3PK = "OPEN#{customer}" AND GSI3SK in a range of
   * {placed}.
   */
  public Query<OpenOrdersOfACustomerRow, OpenOrdersOfACustomerFields> openOrdersOfACustomer(
      String customer) {
    return query(
        ShopDescription.SHOP,
        ShopDescription.OPEN_ORDERS_OF_A_CUSTOMER,
        FieldValues.none().add(OrderColumns.CUSTOMER, customer),
        OrderColumns::readOpen,
        OpenOrdersOfACustomerFields.ALL);
  }

  /** Open orders of a customer, in a range of placed. */
  public Query<OpenOrdersOfACustomerRow, OpenOrdersOfACustomerFields> openOrdersOfACustomer(
      String customer, Range<Instant> placed) {
    return query(
        ShopDescription.SHOP,
        ShopDescription.OPEN_ORDERS_OF_A_CUSTOMER,
        FieldValues.none().add(OrderColumns.CUSTOMER, customer),
        OrderColumns.PLACED,
        placed,
        OrderColumns::readOpen,
        OpenOrdersOfACustomerFields.ALL);
  }

  /**
   * Orders that wait for payment.
   *
   * <p>Query of the index by_status: GSI1PK = "S#OPEN" AND GSI1SK in a range of {placed}.
   */
  public Query<Order, OrderFields> ordersThatWaitForPayment() {
    return query(
        ShopDescription.SHOP,
        ShopDescription.ORDERS_THAT_WAIT_FOR_PAYMENT,
        FieldValues.none().add(OrderColumns.STATUS, OrderStatus.OPEN),
        OrderColumns::read,
        OrderFields.ALL);
  }

  /** Orders that wait for payment, in a range of placed. */
  public Query<Order, OrderFields> ordersThatWaitForPayment(Range<Instant> placed) {
    return query(
        ShopDescription.SHOP,
        ShopDescription.ORDERS_THAT_WAIT_FOR_PAYMENT,
        FieldValues.none().add(OrderColumns.STATUS, OrderStatus.OPEN),
        OrderColumns.PLACED,
        placed,
        OrderColumns::read,
        OrderFields.ALL);
  }

  /**
   * The cart of a session.
   *
   * <p>Query of the table shop: PK = "CART#{session}".
   */
  public Query<Cart, CartFields> theCartOfASession(UUID session) {
    return query(
        ShopDescription.SHOP,
        ShopDescription.THE_CART_OF_A_SESSION,
        FieldValues.none().add(CartColumns.SESSION, session),
        CartColumns::read,
        CartFields.ALL);
  }

  /**
   * Several carts.
   *
   * <p>Reads by the primary key.
   */
  public List<Optional<Cart>> severalCarts(List<CartKey> keys) {
    return cart.getMany(keys);
  }

  /**
   * Sign up.
   *
   * <p>About 4 write units a call (TransactWriteItems, 2 items (1 sentinel), 692 bytes).
   */
  public Customer signUp(CustomerDraft draft) {
    return customer.create(draft);
  }

  /**
   * Change the email.
   *
   * <p>About 6 write units a call (TransactWriteItems, 3 items (2 sentinels), 692 bytes).
   */
  public Customer changeTheEmail(
      CustomerKey key,
      String email,
      Function<
              CustomerUpdate<Missing, Missing, Missing>,
              CustomerUpdate<Given, ? extends Complete, ?>>
          more) {
    return customer.update(key, update -> more.apply(update.email(email)));
  }

  /**
   * Pay an order.
   *
   * <p>About 4.667 write units a call (UpdateItem, 669 bytes).
   */
  public Order payAnOrder(
      OrderKey key,
      OrderStatus status,
      Function<
              OrderUpdate<Missing, Missing, Missing, Given, Given>,
              OrderUpdate<Given, ? extends Complete, ?, ? extends Complete, ?>>
          more) {
    return order.update(key, update -> more.apply(update.status(status)));
  }

  /**
   * Send an order.
   *
   * <p>About 1 read unit and 4.667 write units a call (GetItem, then UpdateItem, 669 bytes).
   */
  public Order sendAnOrder(OrderKey key, OrderStatus status) {
    return order.update(key, update -> update.status(status).readFirst());
  }

  /**
   * Place an order.
   *
   * <p>About 6.333 write units a call (TransactWriteItems, 2 items).
   */
  public Cost placeAnOrder(OrderDraft order, CustomerKey customer) {
    return transact(this.order.writes().create(order), this.customer.writes().check(customer));
  }

  /**
   * Fill a cart.
   *
   * <p>About 1 write unit a call (BatchWriteItem, 232 bytes).
   */
  public void fillACart(List<CartDraft> drafts) {
    cart.putMany(drafts);
  }

  /**
   * Empty a cart.
   *
   * <p>About 1 write unit a call (DeleteItem, 232 bytes).
   */
  public Optional<Cart> emptyACart(CartKey key) {
    return cart.remove(key);
  }
}
