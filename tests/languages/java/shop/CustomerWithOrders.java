package shop;

import java.util.List;

/** The items of Customer with orders. */
public record CustomerWithOrders(Customer customer, List<Order> orders) {}
