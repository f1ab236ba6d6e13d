package partita.runtime;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * The range of a field's kind, in which the sum of an increment must be.
 *
 * @param least the least value
 * @param most the greatest value
 */
record WholeRange(BigInteger least, BigInteger most) {
  boolean contains(BigDecimal sum) {
    return sum.compareTo(new BigDecimal(least)) >= 0 && sum.compareTo(new BigDecimal(most)) <= 0;
  }
}
