package partita.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives the tests of a class accounts on a server of Partita. The parameters of the tests, and of the methods that run before and
 * after each of them, may be a {@link PartitaAccount} and the clients that {@link PartitaExtension} lists.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@ExtendWith(PartitaExtension.class)
public @interface PartitaTest {
  /**
   * Whether each test has an account of its own, which is the default, or all tests of the class and of its nested classes share
   * one. With a shared account, the constructor and the methods of {@code @BeforeAll} and {@code @AfterAll} may have the
   * parameters too, and the tests of the class see each other's tables.
   */
  Lifecycle account() default Lifecycle.PER_METHOD;
}
