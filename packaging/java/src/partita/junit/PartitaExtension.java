package partita.junit;

import java.lang.reflect.Executable;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store.CloseableResource;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * The parameters that {@link PartitaTest} gives to tests. One server serves all tests of a run, and each test has an account of
 * its own on it. So tests that run in parallel may create the same tables. Within one test, each parameter of a type has the same
 * value. After the test, and after its {@code @AfterEach} methods, the clients are closed and the account is forgotten.
 *
 * <p>The types of parameters are
 *
 * <ul>
 *   <li>{@link PartitaAccount};
 *   <li>{@code DynamoDbClient}, {@code DynamoDbAsyncClient}, {@code DynamoDbStreamsClient} and {@code DynamoDbStreamsAsyncClient} of
 *       the AWS SDK for Java 2;
 *   <li>{@code DynamoDbEnhancedClient} and {@code DynamoDbEnhancedAsyncClient}, which are made of the test's plain clients;
 *   <li>{@link PartitaServer}.
 * </ul>
 *
 * <p>The server is started when the first parameter needs it, unless JUnit's configuration parameter {@code partita.endpoint} or
 * the variable PARTITA_TEST_ENDPOINT has the address of a server that runs already. {@code partita.admin-socket} or
 * PARTITA_TEST_ADMIN_SOCKET is then the path of its admin socket, which faults and forgetting need. {@code partita.options} has further
 * options of {@code partita serve} for the server that is started, with blanks between them.
 */
public final class PartitaExtension implements ParameterResolver {
  private static final Namespace OURS = Namespace.create(PartitaExtension.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == PartitaAccount.class || type == PartitaServer.class || SdkClients.types().contains(type.getName())
        || SdkClients.madeOf(type) != null;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    if (type == PartitaServer.class) return serverOf(context);
    Used used = usedBy(context, parameter.getDeclaringExecutable());
    return type == PartitaAccount.class ? used.account : used.client(type);
  }

  private static PartitaServer serverOf(ExtensionContext context) {
    return context.getRoot().getStore(OURS).getOrComputeIfAbsent("server", key -> new Running(context), Running.class).server();
  }

  /** The account and the clients of a test, or of a class whose tests share them. */
  private static Used usedBy(ExtensionContext context, Executable place) {
    ExtensionContext owner = sharing(context).or(() -> Optional.of(context).filter(one -> one.getTestMethod().isPresent()))
        .orElseThrow(() -> new ParameterResolutionException(
            "partita: " + place + " runs outside of a test, and each test has an account of its own. Move the parameter to the"
                + " tests or to a method with @BeforeEach, or let all tests of the class share an account:"
                + " @PartitaTest(account = Lifecycle.PER_CLASS)"));
    // The store of a test finds the values of the stores above it, so the key names the owner.
    return owner.getStore(OURS)
        .getOrComputeIfAbsent("account of " + owner.getUniqueId(), key -> new Used(serverOf(context).account()), Used.class);
  }

  /** The context of the class, this one or one around it, whose tests share an account. */
  private static Optional<ExtensionContext> sharing(ExtensionContext context) {
    for (Optional<ExtensionContext> at = Optional.of(context); at.isPresent(); at = at.get().getParent()) {
      // The contexts of methods have the class too, but that of the class is the one to own the account.
      if (at.get().getTestMethod().isPresent()) continue;
      Optional<PartitaTest> found = AnnotationSupport.findAnnotation(at.get().getTestClass(), PartitaTest.class);
      if (found.isPresent()) return found.get().account() == Lifecycle.PER_CLASS ? at : Optional.empty();
    }
    return Optional.empty();
  }

  /** The server of the run. If it did not start, each test that needs it fails with the reason, without trying again. */
  private static final class Running implements CloseableResource, AutoCloseable {
    private PartitaServer server;
    private RuntimeException problem;

    Running(ExtensionContext context) {
      try {
        server = placeOf(context);
      } catch (RuntimeException error) {
        problem = error;
      }
    }

    private static PartitaServer placeOf(ExtensionContext context) {
      Optional<String> endpoint = setting(context, "partita.endpoint", "PARTITA_TEST_ENDPOINT");
      if (endpoint.isPresent()) {
        Path socket = setting(context, "partita.admin-socket", "PARTITA_TEST_ADMIN_SOCKET").map(Path::of).orElse(null);
        return PartitaServer.at(URI.create(endpoint.get()), socket);
      }
      String options = context.getConfigurationParameter("partita.options").orElse("").trim();
      return PartitaServer.start(options.isEmpty() ? new String[0] : options.split("\\s+"));
    }

    private static Optional<String> setting(ExtensionContext context, String parameter, String variable) {
      return context.getConfigurationParameter(parameter).or(() -> Optional.ofNullable(System.getenv(variable)))
          .map(String::trim).filter(text -> !text.isEmpty());
    }

    PartitaServer server() {
      if (problem != null) throw new ParameterResolutionException(problem.getMessage(), problem);
      return server;
    }

    @Override
    public void close() {
      if (server != null) server.close();
    }
  }

  private static final class Used implements CloseableResource, AutoCloseable {
    final PartitaAccount account;
    private final Map<String, Object> clients = new HashMap<>();
    private final Deque<Runnable> toClose = new ArrayDeque<>();
    private boolean closed;

    Used(PartitaAccount account) {
      this.account = account;
    }

    synchronized Object client(Class<?> type) {
      Object known = clients.get(type.getName());
      if (known != null) return known;
      String madeOf = SdkClients.madeOf(type);
      Object made = madeOf == null ? plain(type.getName()) : SdkClients.enhanced(type, plain(madeOf));
      clients.put(type.getName(), made);
      return made;
    }

    private Object plain(String type) {
      Object known = clients.get(type);
      if (known != null) return known;
      Object made = SdkClients.client(account, type);
      clients.put(type, made);
      toClose.push(() -> SdkClients.close(made));
      return made;
    }

    /** Closes all clients and forgets the account, even if one of these steps fails. */
    @Override
    public synchronized void close() {
      if (closed) return;
      closed = true;
      if (account.canBeForgotten()) toClose.addLast(account::forget);
      RuntimeException first = null;
      for (Runnable one : toClose) {
        try {
          one.run();
        } catch (RuntimeException error) {
          if (first == null) first = error;
          else first.addSuppressed(error);
        }
      }
      if (first != null) throw first;
    }
  }
}
