import java.util.Arrays;
import javax.tools.ToolProvider;

/** Runs javac once per argument (its own arguments, separated by line breaks) in one process, because starting one is slow. */
public final class CompileLevels {
    public static void main(String[] runs) {
        for (String run : runs) {
            String[] arguments = run.split("\n");
            if (ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments) != 0) {
                throw new IllegalArgumentException(Arrays.toString(arguments));
            }
        }
    }
}
