package shop;

import java.time.Instant;

/** The fields that the pattern Open orders of a customer wants. */
public record OpenOrdersOfACustomerRow(String order, Instant placed, long cents) {}
