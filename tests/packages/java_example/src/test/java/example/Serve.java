package example;

import java.io.IOException;
import partita.junit.PartitaServer;

/** Starts a server, prints its address, and ends it when stdin ends. */
final class Serve {
  private Serve() {}

  public static void main(String[] options) throws IOException {
    try (PartitaServer server = PartitaServer.start(options)) {
      System.out.println(server.endpoint());
      while (System.in.read() >= 0) continue;
    }
  }
}
