package partita.kinesis;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A Worker in a process of its own. Its lines go to the ledger, and its log into a file. */
final class WorkerProcess {
  private static final long STOP_S = 60;

  private final String name;
  private final Process process;
  private final Thread reader;

  WorkerProcess(Path work, Endpoint endpoint, String application, String name, List<String> streams, Ledger ledger)
      throws IOException {
    this.name = name;
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx192m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-Dorg.slf4j.simpleLogger.showDateTime=true", "-Dorg.slf4j.simpleLogger.dateTimeFormat=HH:mm:ss.SSS"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(Worker.class.getName(), endpoint.url(), application, name));
    command.addAll(streams);
    process = new ProcessBuilder(command).redirectError(work.resolve(name + ".log").toFile()).start();
    reader = new Thread(() -> pass(ledger), name);
    reader.start();
  }

  private void pass(Ledger ledger) {
    try (BufferedReader lines = process.inputReader()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) ledger.take(name, line);
    } catch (IOException error) {
      ledger.fault(name + ": " + error);
    }
  }

  String name() {
    return name;
  }

  /** Asks the worker to note its places and to end. */
  void stop() throws InterruptedException {
    process.toHandle().destroy(); // process.destroy() would close the stream of its lines
    if (!process.waitFor(STOP_S, TimeUnit.SECONDS)) throw new IllegalStateException(name + " does not stop");
    reader.join();
  }

  /** Ends the worker at once. */
  void kill() throws InterruptedException {
    end();
    process.waitFor();
    reader.join();
  }

  /** Ends the worker at once, and does not wait. */
  void end() {
    process.toHandle().destroyForcibly();
  }
}
