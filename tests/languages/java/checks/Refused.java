import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Compiles programs that must not compile. Each begins with a line that says a part of the message
 * that the compiler gives, and it must give no other error.
 *
 * <p>{@code java -cp CLASSPATH Refused.java FOLDER}
 */
public final class Refused {
  private static final String MARK = "// refused: ";

  private Refused() {}

  /** Takes the folder of the programs. Ends with the status 1 if one is not refused as it says. */
  public static void main(String[] arguments) throws IOException {
    int passed = 0;
    int failed = 0;
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (Stream<Path> all = Files.list(Path.of(arguments[0]))) {
      for (Path path : all.sorted().toList()) {
        String wanted = Files.readAllLines(path).get(0).replace(MARK, "");
        List<String> errors = errorsOf(compiler, path.toFile());
        if (errors.size() == 1 && errors.get(0).contains(wanted)) {
          ++passed;
        } else {
          ++failed;
          System.out.printf("%s is not refused with \"%s\": %s%n", path, wanted, errors);
        }
      }
    }
    System.out.printf("%d passed, %d failed%n", passed, failed);
    System.exit(failed == 0 && passed > 0 ? 0 : 1);
  }

  private static List<String> errorsOf(JavaCompiler compiler, File file) throws IOException {
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    List<String> options =
        List.of("-proc:none", "-implicit:none", "-cp", System.getProperty("java.class.path"));
    try (StandardJavaFileManager files =
        compiler.getStandardFileManager(found, Locale.ROOT, null)) {
      Path classes = Files.createTempDirectory("refused");
      files.setLocation(javax.tools.StandardLocation.CLASS_OUTPUT, List.of(classes.toFile()));
      compiler.getTask(null, files, found, options, null, files.getJavaFileObjects(file)).call();
    }
    return found.getDiagnostics().stream()
        .filter(one -> one.getKind() == Diagnostic.Kind.ERROR)
        .map(
            one ->
                one.getMessage(Locale.ROOT)
                    .replaceAll("\\s+", " ")
                    .replaceAll("\\b([a-z]+\\.)+(?=[A-Z])", ""))
        .collect(Collectors.toList());
  }
}
