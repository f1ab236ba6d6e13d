package shop.tests;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import shop.Cart;
import shop.CartDraft;
import shop.CartKey;
import shop.Customer;
import shop.CustomerWithOrders;
import shop.OpenOrdersOfACustomerRow;
import shop.Order;
import shop.OrderFields;
import shop.OrderStatus;
import shop.Shop;
import shop.ShopChange;
import shop.runtime.ClientOptions;
import shop.runtime.CollectedPage;
import shop.runtime.ModelException;
import shop.runtime.Page;
import shop.runtime.Query;
import shop.runtime.Range;
import shop.runtime.UnreadableRowException;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.StreamRecord;

/** Reads of patterns. */
final class ReadsTest {
  private final DynamoDbClient client;

  ReadsTest(DynamoDbClient client) {
    this.client = client;
  }

  void run(Checks checks) {
    checks.run("values of each kind come back as they were", this::values);
    checks.run("queries have options, pages and streams", this::queries);
    checks.run("other patterns", this::patterns);
    checks.run("expired items are left out", this::expired);
    checks.run("rows that cannot be read do not hide the others", this::unreadable);
    checks.run("wrong values are refused before a request", this::wrongValues);
    checks.run("changes of streams are parsed", this::streams);
    checks.run("tables are compared with the model", this::tables);
  }

  private static List<Long> cents(Iterable<Order> orders) {
    List<Long> all = new ArrayList<>();
    orders.forEach(one -> all.add(one.cents()));
    return all;
  }

  private Shop filled() {
    Shop shop = Database.openShop(client);
    shop.signUp(Items.customer("ada", "ada@example.org").build());
    for (int n = 1; n <= 7; ++n) {
      OrderStatus status = n > 5 ? OrderStatus.PAID : OrderStatus.OPEN;
      shop.order().create(Items.order(n).status(status).build());
    }
    return shop;
  }

  private void values() {
    Shop shop = Database.openShop(client);
    Map<String, Object> address =
        Map.of(
            "city",
            "Bonn",
            "zip",
            new BigDecimal("53111"),
            "lines",
            List.of(new BigDecimal("0.1"), true, SdkBytes.fromUtf8String("x"), Set.of("a", "b")));
    Customer created =
        shop.customer()
            .create(
                Items.customer("a#\0\uD83D\uDE00", "a@example.org")
                    .tags(Set.of("x", "y"))
                    .address(address)
                    .build());
    Checks.equal(shop.customer().getConsistent(created.key()), Optional.of(created));
    Checks.equal(created.version(), 1L);
    Checks.equal(created.tags(), Set.of("x", "y"));
    Checks.equal(created.address(), Optional.of(address));
    Checks.equal(created.phone(), Optional.empty());
    BigDecimal vat = new BigDecimal("12345678901234567890.12345678");
    Order order =
        shop.order()
            .create(
                Items.order(1)
                    .vat(vat)
                    .weight(0.1)
                    .lines(List.of(Map.of("sku", "s", "count", new BigDecimal(2))))
                    .build());
    Checks.equal(order.vat(), Optional.of(vat));
    Checks.equal(order.weight(), Optional.of(0.1));
    Checks.equal(order.placed(), Items.placed(1));
    Checks.equal(
        order.lines(), Optional.of(List.of(Map.of("sku", "s", "count", new BigDecimal(2)))));
    UUID session = UUID.randomUUID();
    BigInteger most = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);
    SdkBytes photo = SdkBytes.fromByteArray(new byte[] {0, -1});
    Cart cart = shop.cart().put(Items.cart(session, "s", 1).photo(photo).seen(most).build());
    Checks.equal(cart.photo(), Optional.of(photo));
    Checks.equal(shop.cart().get(new CartKey(session, "s")), Optional.of(cart));
    Checks.equal(cart.until(), Items.LATER);
    Checks.equal(cart.seen(), Optional.of(most));
  }

  private void queries() {
    Shop shop = filled();
    Query<Order, OrderFields> open = shop.ordersInAStatus(OrderStatus.OPEN);
    Checks.equal(cents(open.all()), List.of(500L, 400L, 300L, 200L, 100L));
    Checks.equal(cents(open.reversed()), List.of(100L, 200L, 300L, 400L, 500L));
    Page<Order> page = open.take(2).page();
    Checks.equal(cents(page.items()), List.of(500L, 400L));
    Page<Order> next = open.take(2).after(page.token().orElseThrow()).page();
    Checks.equal(cents(next.items()), List.of(300L, 200L));
    Checks.equal(cents(open.take(3)), List.of(500L, 400L, 300L));
    Range<Instant> late = Range.atLeast(Items.placed(4));
    Checks.equal(
        cents(shop.ordersInAStatus(OrderStatus.OPEN, late).reversed().all()), List.of(400L, 500L));
    Checks.equal(open.where(one -> one.cents().gt(200L).and(one.note().notExists())).count(), 3L);
    Checks.equal(
        open.where(one -> one.gift().eq(true)).where(one -> one.cents().gt(0L)).all(), List.of());
    Checks.equal(
        shop.ordersInAStatus(OrderStatus.PAID).first().map(Order::cents), Optional.of(700L));
    int items = 0;
    for (Page<Order> one : open.take(2).pages()) {
      items += one.items().size();
    }
    Checks.equal(items, 5);
    Checks.equal(open.stream().mapToLong(Order::cents).sum(), 1500L);
    ModelException foreign =
        Checks.thrown(
            ModelException.class,
            () ->
                shop.ordersInAStatus(OrderStatus.PAID)
                    .take(1)
                    .after(page.token().orElseThrow())
                    .page());
    Checks.isTrue(foreign.getMessage().contains("does not belong to this read"));
  }

  private void patterns() {
    Shop shop = filled();
    Checks.equal(
        cents(shop.ordersOfSomeDays(Items.placed(2), Items.placed(4)).all()),
        List.of(200L, 300L, 400L));
    Checks.equal(
        shop.openOrdersOfACustomer("ada").where(one -> one.cents().in(List.of(100L, 300L))).all(),
        List.of(
            new OpenOrdersOfACustomerRow(Items.ulid(3), Items.placed(3), 300),
            new OpenOrdersOfACustomerRow(Items.ulid(1), Items.placed(1), 100)));
    Checks.equal(shop.orderByItsKey("ada", Items.ulid(3)).map(Order::cents), Optional.of(300L));
    Checks.equal(shop.orderByItsKey("ada", Items.ulid(99)), Optional.empty());
    CustomerWithOrders whole = shop.customerWithOrders("ada").load().orElseThrow();
    Checks.equal(whole.customer().name(), "Ada");
    Checks.equal(whole.orders().size(), 7);
    Checks.equal(shop.customerWithOrders("bob").load(), Optional.empty());
    CollectedPage<CustomerWithOrders> page = shop.customerWithOrders("ada").take(3).page();
    Checks.equal(page.value().orElseThrow().orders().size(), 3);
    Checks.equal(
        shop.customerWithOrders("ada")
            .take(9)
            .after(page.token().orElseThrow())
            .load()
            .orElseThrow()
            .orders()
            .size(),
        4);
    Checks.equal(shop.ordersThatWaitForPayment().all().size(), 5);
    Checks.equal(
        shop.order().getSnapshot(List.of(Items.orderKey(1), Items.orderKey(50))).stream()
            .map(Optional::isPresent)
            .toList(),
        List.of(true, false));
  }

  private void expired() {
    Instant now = Instant.parse("2026-01-05T00:00:00Z");
    Shop shop =
        Database.openShop(client, ClientOptions.builder().clock(Clock.fixed(now, ZoneOffset.UTC)));
    UUID session = UUID.randomUUID();
    List<CartDraft> carts = new ArrayList<>();
    for (int n = 0; n < 60; ++n) {
      Duration left = Duration.ofDays(n < 50 ? 1 : -2);
      carts.add(Items.cart(session, "s" + n, n).until(now.plus(left)).build());
    }
    shop.fillACart(carts);
    Checks.equal(shop.theCartOfASession(session).all().size(), 50);
    Checks.equal(shop.theCartOfASession(session).count(), 50L);
    Checks.equal(shop.theCartOfASession(session).withExpired().all().size(), 60);
    List<Optional<Cart>> several =
        shop.severalCarts(List.of(new CartKey(session, "s3"), new CartKey(session, "absent")));
    Checks.equal(several.get(0).map(Cart::count), Optional.of(3L));
    Checks.equal(several.get(1), Optional.empty());
    Checks.equal(shop.emptyACart(new CartKey(session, "s3")).map(Cart::count), Optional.of(3L));
    shop.cart().removeMany(List.of(new CartKey(session, "s4"), new CartKey(session, "s5")));
    Checks.equal(shop.theCartOfASession(session).count(), 47L);
  }

  private Map<String, AttributeValue> firstOf(Shop shop) {
    return client.scan(scan -> scan.tableName(shop.tableNames().get(0))).items().stream()
        .filter(item -> item.containsKey("cents"))
        .findFirst()
        .orElseThrow();
  }

  private void unreadable() {
    Shop shop = Database.openShop(client);
    shop.order().create(Items.order(1).build());
    Map<String, AttributeValue> item = new HashMap<>(firstOf(shop));
    shop.order().create(Items.order(2).build());
    item.put("gift", AttributeValue.fromS("perhaps"));
    client.putItem(put -> put.tableName(shop.tableNames().get(0)).item(item));
    Page<Order> page = shop.ordersInAStatus(OrderStatus.OPEN).page();
    Checks.equal(page.items().size(), 1);
    Checks.isTrue(page.unreadable().get(0).getMessage().contains("gift"));
    Checks.equal(page.unreadable().get(0).entity(), Optional.of("ORDER"));
    Checks.thrown(UnreadableRowException.class, () -> shop.ordersInAStatus(OrderStatus.OPEN).all());
  }

  private void wrongValues() {
    Shop shop = Database.openShop(client);
    Checks.thrown(ModelException.class, () -> Items.order(1).order("no ULID").build());
    Checks.thrown(ModelException.class, () -> Items.order(1).customer(null).build());
    Checks.thrown(ModelException.class, () -> Items.order(1).weight(Double.NaN).build());
    Checks.thrown(
        ModelException.class,
        () -> Items.customer("a", "e").joined(LocalDate.of(10000, 1, 1)).build());
    Checks.thrown(
        ModelException.class, () -> shop.customer().create(Items.customer("", "e").build()));
    Checks.thrown(
        ModelException.class, () -> shop.ordersInAStatus(OrderStatus.OPEN).take(0).page());
    Checks.thrown(
        ModelException.class, () -> shop.ordersOfSomeDays(Items.placed(2), Items.placed(1)).all());
  }

  private void streams() {
    Shop shop = Database.openShop(client);
    Order created = shop.order().create(Items.order(1).build());
    Record record =
        Record.builder()
            .eventName("INSERT")
            .dynamodb(StreamRecord.builder().newImage(firstOf(shop)).build())
            .build();
    Checks.equal(
        shop.parseChange(record),
        Optional.of(new ShopChange.OfOrder(Optional.empty(), Optional.of(created))));
  }

  private void tables() {
    Shop shop = Database.openShop(client);
    shop.createTables();
    shop.checkTables();
    Shop absent = new Shop(client, ClientOptions.builder().tablePrefix("absent.").build());
    ModelException error = Checks.thrown(ModelException.class, absent::checkTables);
    Checks.isTrue(
        error.getMessage().contains("absent.shop is not that of the model: it does not exist"));
  }
}
