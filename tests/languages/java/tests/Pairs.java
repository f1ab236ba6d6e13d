package shop.tests;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import shop.Cart;
import shop.CartDraft;
import shop.Customer;
import shop.CustomerDraft;
import shop.CustomerWithOrders;
import shop.OpenOrdersOfACustomerRow;
import shop.Order;
import shop.OrderDraft;
import shop.OrderKey;
import shop.OrderStatus;
import shop.Shop;
import shop.runtime.ClientOptions;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The pairs of languages, in Java (tests/languages/pairs/README.md). */
public final class Pairs {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  private final Shop shop;
  private final String name;

  private Pairs(Shop shop, String name) {
    this.shop = shop;
    this.name = name;
  }

  /** Takes "write" or "read", and the name of the writer. */
  public static void main(String[] arguments) {
    try (DynamoDbClient client = Database.client()) {
      Pairs pairs = new Pairs(new Shop(client, ClientOptions.builder().build()), arguments[1]);
      if (arguments[0].equals("write")) {
        pairs.write();
      } else {
        pairs.read();
      }
    }
  }

  private String customer() {
    return name + "#\0\uD83D\uDE00";
  }

  // The session has the bytes of the name.
  private UUID session() {
    String digits = hex(name.getBytes(StandardCharsets.UTF_8));
    digits = digits.substring(0, Math.min(12, digits.length()));
    return UUID.fromString("00000000-0000-4000-8000-" + "0".repeat(12 - digits.length()) + digits);
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  private static String ulid(int number) {
    return "01ARZ3NDEKTSV4RRFFQ69G5F0" + number;
  }

  private static Instant placed(int number) {
    return Instant.parse("2026-01-0" + (5 + number) + "T10:00:00.00" + number + "Z");
  }

  private OrderDraft.Complete order(int number, long cents, boolean gift) {
    return OrderDraft.builder()
        .customer(customer())
        .order(ulid(number))
        .placed(placed(number))
        .status(OrderStatus.OPEN)
        .cents(cents)
        .gift(gift);
  }

  private void write() {
    shop.signUp(
        CustomerDraft.builder()
            .customer(customer())
            .email(name + "@example.org")
            .name("Ada")
            .joined(LocalDate.of(2026, 1, 5))
            .tags(Set.of("y z", "x", "ä"))
            .address(Map.of("city", "Bonn#1"))
            .build());
    shop.order().create(order(1, -5, false).weight(0.1).vat(new BigDecimal("0.1")).build());
    BigDecimal vat = new BigDecimal("12345678901234567890123456789012345678");
    shop.order()
        .create(
            order(2, 9007199254740991L, true)
                .weight(1e100)
                .vat(vat)
                .lines(List.of("a line"))
                .build());
    shop.payAnOrder(
        new OrderKey(customer(), ulid(2)),
        OrderStatus.SENT,
        update -> update.givenPlaced(placed(2)).version(1));
    shop.order().create(order(3, 0, false).note("a # note").build());
    Instant later = Instant.parse("2026-02-03T10:00:00.003Z");
    shop.order()
        .update(
            new OrderKey(customer(), ulid(3)),
            update -> update.status(OrderStatus.SENT).placed(later).readFirst());
    SdkBytes photo = SdkBytes.fromByteArray(new byte[] {0, -1});
    shop.fillACart(
        List.of(
            CartDraft.builder()
                .session(session())
                .sku("a#")
                .count(1)
                .until(Instant.ofEpochSecond(4102444800L))
                .photo(photo)
                .seen(BigInteger.valueOf(9007199254740991L))
                .build(),
            CartDraft.builder()
                .session(session())
                .sku("z")
                .count(-2)
                .until(Instant.ofEpochSecond(4102444801L))
                .customer(name)
                .build()));
  }

  private static String text(Object value) {
    if (value instanceof Optional<?> optional) {
      return optional.map(Pairs::text).orElse("-");
    }
    if (value instanceof Instant instant) {
      return TIME.format(instant);
    }
    if (value instanceof BigDecimal decimal) {
      return decimal.toPlainString();
    }
    if (value instanceof Double number) {
      return number == 1e100 ? "1e+100" : number.toString();
    }
    return value.toString();
  }

  private static void print(Object... values) {
    String line = Stream.of(values).map(Pairs::text).collect(Collectors.joining("|"));
    byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
    System.out.write(bytes, 0, bytes.length);
    System.out.flush();
  }

  private void read() {
    CustomerWithOrders whole = shop.customerWithOrders(customer()).load().orElseThrow();
    Customer customer = whole.customer();
    print(
        "customer",
        hex(customer.customer().getBytes(StandardCharsets.UTF_8)),
        customer.email(),
        customer.phone(),
        String.join(",", new TreeSet<>(customer.tags())),
        customer.address().map(address -> address.get("city")),
        customer.joined(),
        customer.version());
    for (Order one : whole.orders()) {
      print(
          "order",
          one.order(),
          one.placed(),
          one.status(),
          one.cents(),
          one.weight(),
          one.vat(),
          one.gift(),
          one.note(),
          one.lines().map(lines -> lines.get(0)),
          one.version());
    }
    for (OpenOrdersOfACustomerRow one : shop.openOrdersOfACustomer(customer())) {
      print("open", one.order(), one.placed(), one.cents());
    }
    for (Order one : shop.ordersInAStatus(OrderStatus.SENT).reversed()) {
      if (one.customer().equals(customer())) {
        print("status", one.order());
      }
    }
    for (Order one : shop.ordersOfSomeDays(placed(1), placed(3))) {
      if (one.customer().equals(customer())) {
        print("day", one.order());
      }
    }
    for (Cart one : shop.theCartOfASession(session())) {
      print(
          "cart",
          one.session(),
          one.customer(),
          hex(one.sku().getBytes(StandardCharsets.UTF_8)),
          one.count(),
          one.photo().map(photo -> hex(photo.asByteArray())),
          one.seen(),
          one.until().getEpochSecond());
    }
  }
}
