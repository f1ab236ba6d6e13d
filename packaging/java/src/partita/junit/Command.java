package partita.junit;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/** Finds the `partita` command. */
final class Command {
  private static Path found;

  private Command() {}

  /**
   * The path of the command: PARTITA_COMMAND, otherwise that in the jar of this platform, otherwise that on PATH. It is looked
   * for once. Throws PartitaException.
   */
  static synchronized Path path() {
    if (found == null) found = find(System.getenv("PARTITA_COMMAND"), System.getenv("PATH"));
    return found;
  }

  private static Path find(String named, String searched) {
    if (named != null && !named.isEmpty()) {
      if (!Files.isExecutable(Path.of(named)) || Files.isDirectory(Path.of(named)))
        throw new PartitaException("partita: PARTITA_COMMAND names " + named + ", which is not a program that can be run");
      return Path.of(named);
    }
    Path own = ofJar();
    if (own != null) return own;
    for (String folder : (searched == null ? "" : searched).split(File.pathSeparator)) {
      Path candidate = Path.of(folder.isEmpty() ? "." : folder, "partita");
      if (Files.isRegularFile(candidate) && Files.isExecutable(candidate)) return candidate.toAbsolutePath();
    }
    throw new PartitaException(
        "partita: there is no command for this platform, " + platform() + ", on the class path, and none on PATH. On Linux, add"
            + " the dependency partita:partita-" + platform() + ", or set PARTITA_COMMAND to the path of a command. On other"
            + " systems, start a server in a container and set PARTITA_TEST_ENDPOINT to its address");
  }

  /** The platform by the name of its jar, such as linux-x86_64. */
  private static String platform() {
    String cpu = System.getProperty("os.arch");
    return System.getProperty("os.name").toLowerCase(Locale.ROOT).replace(' ', '-') + "-"
        + (cpu.equals("amd64") ? "x86_64" : cpu);
  }

  /** The command of this platform's jar, unpacked, or null without such a jar. */
  private static Path ofJar() {
    String resource = "META-INF/partita/" + platform() + "/partita";
    for (ClassLoader loader : new ClassLoader[] {Command.class.getClassLoader(), Thread.currentThread().getContextClassLoader()}) {
      if (loader == null || loader.getResource(resource) == null) continue;
      try (InputStream sum = loader.getResourceAsStream(resource + ".sha256")) {
        if (sum == null)
          throw new PartitaException("partita: the jar of " + platform() + " is damaged: it has no sum of its command");
        return unpacked(loader, resource, new String(sum.readAllBytes(), StandardCharsets.US_ASCII).trim());
      } catch (IOException error) {
        throw new PartitaException("partita: the command of " + platform() + " could not be unpacked: " + error, error);
      }
    }
    return null;
  }

  private static Path unpacked(ClassLoader loader, String resource, String sum) throws IOException {
    Path folder;
    try {
      folder = cache().resolve(sum);
      Files.createDirectories(folder);
    } catch (IOException readOnly) {
      return write(loader, resource, sum, temporary());
    }
    Path command = folder.resolve("partita");
    // A file of this name is whole, because it gets the name only after its sum was compared.
    if (Files.isExecutable(command)) return command;
    if (!Files.isWritable(folder)) return write(loader, resource, sum, temporary());
    return write(loader, resource, sum, folder);
  }

  /** The folder of unpacked commands, which may be removed whenever no test runs. */
  private static Path cache() {
    String named = System.getenv("XDG_CACHE_HOME");
    // A relative path of this variable is to be ignored, as the XDG base directory specification says.
    boolean usable = named != null && named.startsWith("/");
    return (usable ? Path.of(named) : Path.of(System.getProperty("user.home"), ".cache")).resolve("partita");
  }

  /** A folder for a user without a cache that can be written. It goes with the process. */
  private static Path temporary() throws IOException {
    Path folder = Files.createTempDirectory("partita-command-");
    folder.toFile().deleteOnExit();
    folder.resolve("partita").toFile().deleteOnExit();
    return folder;
  }

  /**
   * Writes the command into the folder under another name and renames it, so that processes which do the same at the same time see
   * no file or a whole one.
   */
  private static Path write(ClassLoader loader, String resource, String sum, Path folder) throws IOException {
    Path part = Files.createTempFile(folder, "partita-", ".part");
    try {
      MessageDigest digest = sha256();
      try (InputStream in = loader.getResourceAsStream(resource);
          OutputStream out = new DigestOutputStream(Files.newOutputStream(part), digest)) {
        in.transferTo(out);
      }
      String got = HexFormat.of().formatHex(digest.digest());
      if (!got.equals(sum))
        throw new PartitaException("partita: the jar of " + platform() + " is damaged: its command has the sum " + got);
      Files.setPosixFilePermissions(part, PosixFilePermissions.fromString("rwxr-xr-x"));
      return Files.move(part, folder.resolve("partita"), StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException error) {
      throw new IllegalStateException("each Java has SHA-256", error);
    }
  }
}
