package partita.sdk;

/** The AWS SDK for Java 2 against a server that verifies signatures. tests/peers/with_servers.py starts it. */
final class SdkTest {
  private SdkTest() {}

  public static void main(String[] arguments) {
    Checks checks = new Checks();
    Endpoint endpoint = Endpoint.of("PARTITA_TEST_ENDPOINT", "PARTITA_CERTIFICATE");
    Work work = new Work(endpoint);
    work.checkAll(checks);
    new Backups(work.tables()).checkAll(checks);
    new Movement(work.tables()).checkAll(checks);
    Access access = new Access(endpoint);
    access.checkAll(checks);
    if (endpoint.certificate() != null) {
      access.checkTrust(checks);
    } else {
      for (String server : new String[] {"PARTITA_TEST_AHEAD", "PARTITA_TEST_BEHIND"})
        checks.check("a server whose clock is an hour wrong: " + server,
            () -> Access.checkClock(Endpoint.of(server, "PARTITA_CERTIFICATE")));
    }
    System.exit(checks.sumUp() ? 0 : 1);
  }
}
