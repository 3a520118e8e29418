package handeye.companion;

import android.os.SystemClock;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** One request of the host: its parameters, its deadline, and its only answer. */
final class Request {
    private final Frames frames;
    private final int id;
    private final Map<?, ?> fields;
    final String method;
    final long deadline;
    private volatile boolean cancelled;
    private volatile long cancelledAt;
    private volatile boolean acting;
    private boolean answered;

    Request(Frames frames, int id, Map<?, ?> fields) throws Problem {
        this.frames = frames;
        this.id = id;
        this.fields = fields;
        this.method = text("do");
        if (method == null) throw Problem.badRequest("\"do\" is missing");
        if (!has("within")) throw Problem.badRequest("\"within\" is missing");
        this.deadline = SystemClock.uptimeMillis() + ms("within", 0);
    }

    int id() {
        return id;
    }

    long remaining() {
        return deadline - SystemClock.uptimeMillis();
    }

    boolean isCancelled() {
        return cancelled;
    }

    void cancel() {
        if (!cancelled) cancelledAt = SystemClock.uptimeMillis();
        cancelled = true;
    }

    /** Past its deadline for so long that it must hang in a call. */
    boolean isLost(long grace) {
        return remaining() < -grace || (cancelled && SystemClock.uptimeMillis() - cancelledAt > grace);
    }

    /** Reports that the phone may change from here on. */
    void acts() {
        acting = true;
    }

    String done() {
        return acting ? "maybe" : "no";
    }

    /** Cancelled or past its deadline. Every wait and loop checks this. */
    boolean isOver() {
        return cancelled || remaining() <= 0;
    }

    Problem over(String done) {
        if (cancelled) return new Problem("cancelled", "the host cancelled it", done);
        return new Problem("timeout", "the time of the request is over", done);
    }

    /** Waits in short steps to notice a cancel soon. */
    void pause(long ms) throws Problem {
        long end = SystemClock.uptimeMillis() + ms;
        for (long left = ms; left > 0; left = end - SystemClock.uptimeMillis()) {
            if (isOver()) throw over(done());
            SystemClock.sleep(Math.min(left, 20));
        }
    }

    void answer(Object result, byte[] data) {
        send("{\"ok\":" + Json.write(result) + "}", data);
    }

    void answer(Problem problem) {
        send(Json.write(Collections.singletonMap("error", problem.toJson())), null);
    }

    synchronized boolean isAnswered() {
        return answered;
    }

    private void send(String json, byte[] data) {
        synchronized (this) {
            if (answered) return;
            answered = true;
        }
        try {
            frames.write(id, json, data);
        } catch (IOException e) {
            Exit.now("cannot answer: " + Problem.describe(e));
        }
    }

    Object field(String name) {
        return fields.get(name);
    }

    boolean has(String name) {
        return fields.get(name) != null;
    }

    String text(String name) throws Problem {
        Object value = fields.get(name);
        if (value == null || value instanceof String) return (String) value;
        throw Problem.badRequest("\"" + name + "\" must be a string");
    }

    String needText(String name) throws Problem {
        String value = text(name);
        if (value == null) throw Problem.badRequest("\"" + name + "\" is missing");
        return value;
    }

    int needWhole(String name) throws Problem {
        if (!has(name)) throw Problem.badRequest("\"" + name + "\" is missing");
        return whole(name, 0);
    }

    int whole(String name, int otherwise) throws Problem {
        Object value = fields.get(name);
        return value == null ? otherwise : whole(value, "\"" + name + "\"");
    }

    /** Truncated, a fraction or a large number would be another handle, key or action. */
    static int whole(Object value, String what) throws Problem {
        double number = number(value, what);
        if (number != (int) number) throw Problem.badRequest(what + " must be a whole number");
        return (int) number;
    }

    /** Milliseconds; at most 24 days, to prevent overflows. */
    long ms(String name, long otherwise) throws Problem {
        return (long) Math.max(-Integer.MAX_VALUE, Math.min(Integer.MAX_VALUE, number(name, otherwise)));
    }

    double number(String name, double otherwise) throws Problem {
        Object value = fields.get(name);
        if (value == null) return otherwise;
        return number(value, "\"" + name + "\"");
    }

    static double number(Object value, String what) throws Problem {
        double number = value instanceof Number ? ((Number) value).doubleValue() : Double.NaN;
        if (Double.isNaN(number) || Double.isInfinite(number)) throw Problem.badRequest(what + " must be a number");
        return number;
    }

    boolean flag(String name) throws Problem {
        Object value = fields.get(name);
        if (value == null) return false;
        if (value instanceof Boolean) return (Boolean) value;
        throw Problem.badRequest("\"" + name + "\" must be true or false");
    }

    List<?> list(String name) throws Problem {
        return list(fields.get(name), "\"" + name + "\"");
    }

    static List<?> list(Object value, String what) throws Problem {
        if (value instanceof List) return (List<?>) value;
        throw Problem.badRequest(what + " must be a list");
    }

    Map<?, ?> object(String name) throws Problem {
        return object(fields.get(name), "\"" + name + "\"");
    }

    static Map<?, ?> object(Object value, String what) throws Problem {
        if (value instanceof Map) return (Map<?, ?>) value;
        throw Problem.badRequest(what + " must be an object");
    }
}
