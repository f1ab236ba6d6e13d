package shop.tests;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import shop.Cart;
import shop.CartDraft;
import shop.CartKey;
import shop.Customer;
import shop.CustomerDraft;
import shop.CustomerKey;
import shop.Order;
import shop.OrderKey;
import shop.OrderStatus;
import shop.Shop;
import shop.runtime.ClientOptions;
import shop.runtime.Cost;
import shop.runtime.DocumentPath;
import shop.runtime.LostAnswers;
import shop.runtime.MemberChange;
import shop.runtime.ModelException;
import shop.runtime.OutcomeUnknownException;
import shop.runtime.RefusalReason;
import shop.runtime.WriteRefusedException;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Writes and their refusals. */
final class WritesTest {
  private final DynamoDbClient client;

  WritesTest(DynamoDbClient client) {
    this.client = client;
  }

  void run(Checks checks) {
    checks.run("updates write the keys of indexes", this::indexKeys);
    checks.run("updates have all kinds of changes", this::changes);
    checks.run("updates change members of documents and sets", this::members);
    checks.run("unique values, transactions and their refusals", this::unique);
    checks.run("puts, upserts and moves", this::puts);
    checks.run("a lost answer is found out", this::lostAnswer);
    checks.run("a lost answer of a client of writes is found out", this::lostAnswerOfOwnClient);
  }

  private void indexKeys() {
    Shop shop = Database.openShop(client);
    shop.order().create(Items.order(1).build());
    OrderKey key = Items.orderKey(1);
    Order paid =
        shop.payAnOrder(
            key, OrderStatus.PAID, update -> update.givenPlaced(Items.placed(1)).version(1));
    Checks.equal(paid.version(), 2L);
    Checks.equal(shop.ordersInAStatus(OrderStatus.PAID).count(), 1L);
    Checks.equal(shop.ordersInAStatus(OrderStatus.OPEN).count(), 0L);
    Checks.equal(
        Checks.refusal(() -> shop.order().update(key, update -> update.note("n").version(1))),
        RefusalReason.VERSION_CONFLICT);
    Checks.equal(
        Checks.refusal(
            () ->
                shop.payAnOrder(
                    key,
                    OrderStatus.SENT,
                    update -> update.givenPlaced(Items.placed(2)).anyVersion())),
        RefusalReason.CONDITION_FAILED);
    Checks.equal(shop.sendAnOrder(key, OrderStatus.SENT).status(), OrderStatus.SENT);
    Order moved =
        shop.order()
            .update(
                key,
                update -> update.status(OrderStatus.OPEN).placed(Items.placed(3)).anyVersion());
    Checks.equal(moved.placed(), Items.placed(3));
    Checks.equal(shop.openOrdersOfACustomer("ada").count(), 1L);
    Checks.equal(
        shop.order().remove(key, terms -> terms.version(4)).map(Order::status),
        Optional.of(OrderStatus.OPEN));
    Checks.equal(shop.order().remove(key, terms -> terms.anyVersion()), Optional.empty());
  }

  private void changes() {
    Shop shop = Database.openShop(client);
    shop.order().create(Items.order(1).build());
    OrderKey key = Items.orderKey(1);
    Order changed =
        shop.order()
            .update(
                key,
                update ->
                    update
                        .note("n")
                        .incrementCents(5)
                        .weightIfAbsent(2.5)
                        .appendToLines(List.of(1))
                        .anyVersion()
                        .where(one -> one.gift().eq(false)));
    Checks.equal(changed.note(), Optional.of("n"));
    Checks.equal(changed.cents(), 105L);
    Checks.equal(changed.weight(), Optional.of(2.5));
    Checks.equal(changed.lines(), Optional.of(List.of(BigDecimal.ONE)));
    Checks.equal(
        shop.order().update(key, update -> update.removeNote().anyVersion()).note(),
        Optional.empty());
    Checks.equal(
        Checks.refusal(
            () -> shop.order().update(Items.orderKey(9), update -> update.gift(true).anyVersion())),
        RefusalReason.ITEM_MISSING);
    Checks.thrown(
        ModelException.class, () -> shop.order().update(key, update -> update.anyVersion()));
  }

  private void members() {
    Shop shop = Database.openShop(client);
    shop.signUp(
        Items.customer("ada", "ada@example.org").address(Map.of("city", "Bonn", "n", 1)).build());
    Customer customer =
        shop.customer()
            .update(
                Items.ADA,
                update ->
                    update
                        .changeAddress(MemberChange.increment(DocumentPath.member("n"), 4))
                        .changeAddress(MemberChange.remove(DocumentPath.member("city")))
                        .addToTags(Set.of("x"))
                        .version(1));
    Checks.equal(customer.address(), Optional.of(Map.of("n", new BigDecimal(5))));
    Checks.equal(customer.tags(), Set.of("x"));
    Checks.equal(
        Checks.refusal(
            () ->
                shop.customer()
                    .update(
                        Items.ADA,
                        update ->
                            update
                                .name("B")
                                .anyVersion()
                                .where(
                                    one ->
                                        one.address()
                                            .at(DocumentPath.member("n"))
                                            .gt(5)
                                            .or(one.tags().contains("y"))))),
        RefusalReason.CONDITION_FAILED);
  }

  private void unique() {
    Shop shop = Database.openShop(client);
    shop.signUp(Items.customer("ada", "ada@example.org").build());
    WriteRefusedException taken =
        Checks.thrown(
            WriteRefusedException.class,
            () -> shop.signUp(Items.customer("bob", "ada@example.org").build()));
    Checks.equal(taken.reason(), RefusalReason.UNIQUE_VALUE_TAKEN);
    Checks.equal(taken.fields(), List.of("email"));
    Checks.equal(
        Checks.refusal(() -> shop.signUp(Items.customer("ada", "other@example.org").build())),
        RefusalReason.ITEM_EXISTS);
    shop.changeTheEmail(
        Items.ADA, "ada@example.com", update -> update.givenEmail("ada@example.org").version(1));
    shop.signUp(Items.customer("bob", "ada@example.org").build());
    shop.placeAnOrder(Items.order(1).build(), Items.ADA);
    WriteRefusedException missing =
        Checks.thrown(
            WriteRefusedException.class,
            () -> shop.placeAnOrder(Items.order(2).build(), new CustomerKey("eve")));
    Checks.equal(missing.reason(), RefusalReason.ITEM_MISSING);
    Checks.equal(missing.position().orElse(-1), 1);
    Checks.equal(shop.orderByItsKey("ada", Items.ulid(2)), Optional.empty());
    Cost cost =
        shop.transact(
            shop.order().writes().create(Items.order(3).build()),
            shop.customer().writes().update(Items.ADA, update -> update.name("Ada L.").version(2)));
    Checks.equal(cost.requests(), 1);
    Checks.equal(shop.customer().get(Items.ADA).map(Customer::name), Optional.of("Ada L."));
    Checks.equal(
        shop.customer()
            .remove(Items.ADA, terms -> terms.givenEmail("ada@example.com").version(3))
            .map(Customer::email),
        Optional.of("ada@example.com"));
  }

  private void puts() {
    Shop shop = Database.openShop(client);
    UUID session = UUID.randomUUID();
    CartKey key = new CartKey(session, "s");
    Checks.equal(shop.cart().upsert(Items.cart(session, "s", 1).build()).count(), 1L);
    Cart changed =
        shop.cart().upsert(Items.cart(session, "s", 2).seen(BigInteger.valueOf(3)).build());
    Checks.equal(changed.count(), 2L);
    shop.cart().move(key, CartDraft.from(changed).sku("t").build());
    Checks.equal(shop.cart().get(key), Optional.empty());
    Checks.equal(
        shop.cart().get(new CartKey(session, "t")).flatMap(Cart::seen),
        Optional.of(BigInteger.valueOf(3)));
    Customer ada = shop.signUp(Items.customer("ada", "ada@example.org").build());
    shop.customer()
        .move(
            Items.ADA, CustomerDraft.from(ada).customer("eva").build(), terms -> terms.version(1));
    CustomerKey eva = new CustomerKey("eva");
    Checks.equal(shop.customer().get(eva).map(Customer::version), Optional.of(2L));
    Checks.equal(
        Checks.refusal(() -> shop.signUp(Items.customer("bob", "ada@example.org").build())),
        RefusalReason.UNIQUE_VALUE_TAKEN);
    Customer replaced =
        shop.customer()
            .put(Items.customer("eva", "eva@example.org").build(), terms -> terms.anyVersion());
    Checks.equal(replaced.version(), 3L);
    shop.signUp(Items.customer("bob", "ada@example.org").build());
    Checks.equal(
        Checks.refusal(() -> shop.cart().move(key, Items.cart(session, "u", 1).build())),
        RefusalReason.ITEM_MISSING);
  }

  // The SDK must not send a write again whose answer was lost: an increment would count twice.
  private void lostAnswer() {
    LosingHttp http = new LosingHttp();
    lostAnswer(http, Database.openShop(Database.client(http)));
  }

  private void lostAnswerOfOwnClient() {
    LosingHttp http = new LosingHttp();
    DynamoDbClient plain = Database.client(http);
    RetryStrategy own =
        plain.serviceClientConfiguration().overrideConfiguration().retryStrategy().orElseThrow();
    DynamoDbClient writer = Database.client(http, LostAnswers.endingAtLostAnswer(own));
    Checks.thrown(
        IllegalArgumentException.class, () -> ClientOptions.builder().clientOfWrites(plain));
    lostAnswer(http, Database.openShop(plain, ClientOptions.builder().clientOfWrites(writer)));
  }

  private static void lostAnswer(LosingHttp http, Shop shop) {
    shop.order().create(Items.order(1).build());
    http.loseNext();
    Order changed =
        shop.order().update(Items.orderKey(1), update -> update.incrementCents(5).anyVersion());
    Checks.equal(changed.cents(), 105L);
    Checks.equal(changed.version(), 2L);
    UUID session = UUID.randomUUID();
    shop.cart().create(Items.cart(session, "s", 1).build());
    http.loseNext();
    Checks.thrown(
        OutcomeUnknownException.class,
        () -> shop.cart().update(new CartKey(session, "s"), update -> update.incrementCount(1)));
    Checks.equal(shop.cart().get(new CartKey(session, "s")).map(Cart::count), Optional.of(2L));
    http.loseNext();
    shop.signUp(Items.customer("ada", "ada@example.org").build());
    http.loseNext();
    Checks.equal(shop.customer().get(Items.ADA).map(Customer::version), Optional.of(1L));
  }
}
