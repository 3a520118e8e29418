package handeye.companion;

import java.lang.reflect.InvocationTargetException;
import java.util.LinkedHashMap;
import java.util.Map;

/** The failure of a request: a code of the protocol, a message, and whether the phone was changed. */
final class Problem extends Exception {
    private static final int LONGEST_MESSAGE = 300;

    final String code;
    final String done;

    Problem(String code, String message, String done) {
        super(message);
        this.code = code;
        this.done = done;
    }

    static Problem badRequest(String message) {
        return new Problem("bad-request", message, "no");
    }

    static Problem unsupported(String message) {
        return new Problem("unsupported", message, "no");
    }

    static Problem stale(String message) {
        return new Problem("stale", message, "no");
    }

    static Problem failed(String message) {
        return new Problem("failed", message, "no");
    }

    /** An exception of an Android call. Shell lacks a permission on some vendors' phones: SecurityException, INJECT_EVENTS. */
    static Problem of(Throwable thrown, String done) {
        Throwable cause = cause(thrown);
        if (cause instanceof Problem) return (Problem) cause;
        return new Problem(isDenial(cause) ? "denied" : "failed", describe(cause), done);
    }

    private static boolean isDenial(Throwable cause) {
        return cause instanceof SecurityException || String.valueOf(cause.getMessage()).contains("INJECT_EVENTS");
    }

    private static Throwable cause(Throwable thrown) {
        Throwable cause = thrown;
        while (cause instanceof InvocationTargetException && cause.getCause() != null) cause = cause.getCause();
        return cause;
    }

    /** The system services are gone: the system restarts, and no later call will work. */
    static boolean isDeadSystem(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof android.os.DeadObjectException) return true;
        }
        return false;
    }

    static String describe(Throwable thrown) {
        Throwable cause = cause(thrown);
        String message = cause.getClass().getName() + (cause.getMessage() == null ? "" : ": " + cause.getMessage());
        return cut(message);
    }

    static String cut(String message) {
        return message.length() > LONGEST_MESSAGE ? message.substring(0, LONGEST_MESSAGE) : message;
    }

    Map<String, Object> toJson() {
        Map<String, Object> error = new LinkedHashMap<String, Object>();
        error.put("code", code);
        error.put("message", cut(String.valueOf(getMessage())));
        error.put("done", done);
        return error;
    }
}
