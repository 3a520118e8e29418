package handeye.companion;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Reads and writes JSON. The companion uses only android.* and java.*, so not org.json. */
final class Json {
    private static final int DEEPEST = 64;
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?");
    /** A number of this many characters may not fit a long. */
    private static final int LONGEST_LONG = 19;

    private final String text;
    private int at;
    private int depth;

    private Json(String text) {
        this.text = text;
    }

    /** Maps, lists, strings, Long or Double, Boolean and null. */
    static Object parse(String text) throws Problem {
        Json json = new Json(text);
        Object value = json.value();
        json.skipSpace();
        if (json.at != text.length()) throw json.wrong();
        return value;
    }

    private Problem wrong() {
        return Problem.badRequest("no JSON at character " + at);
    }

    private void skipSpace() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
    }

    private char next() throws Problem {
        if (at >= text.length()) throw wrong();
        return text.charAt(at++);
    }

    private Object value() throws Problem {
        skipSpace();
        if (at >= text.length()) throw wrong();
        switch (text.charAt(at)) {
            case '{':
                return object();
            case '[':
                return list();
            case '"':
                at++;
                return string();
            case 't':
                return word("true", Boolean.TRUE);
            case 'f':
                return word("false", Boolean.FALSE);
            case 'n':
                return word("null", null);
            default:
                return number();
        }
    }

    private Object word(String word, Object value) throws Problem {
        if (!text.startsWith(word, at)) throw wrong();
        at += word.length();
        return value;
    }

    private Map<String, Object> object() throws Problem {
        enter();
        Map<String, Object> fields = new LinkedHashMap<String, Object>();
        for (boolean more = !ends('}'); more; more = goesOn('}')) {
            skipSpace();
            if (next() != '"') throw wrong();
            String name = string();
            skipSpace();
            if (next() != ':') throw wrong();
            fields.put(name, value());
        }
        depth--;
        return fields;
    }

    private List<Object> list() throws Problem {
        enter();
        List<Object> items = new ArrayList<Object>();
        for (boolean more = !ends(']'); more; more = goesOn(']')) items.add(value());
        depth--;
        return items;
    }

    private void enter() throws Problem {
        at++;
        if (++depth > DEEPEST) throw wrong();
    }

    private boolean ends(char end) {
        skipSpace();
        if (at >= text.length() || text.charAt(at) != end) return false;
        at++;
        return true;
    }

    private boolean goesOn(char end) throws Problem {
        skipSpace();
        char found = next();
        if (found == end) return false;
        if (found != ',') throw wrong();
        return true;
    }

    private String string() throws Problem {
        StringBuilder out = new StringBuilder();
        for (char c = next(); c != '"'; c = next()) {
            if (c < ' ') throw wrong();
            out.append(c == '\\' ? escaped() : c);
        }
        return out.toString();
    }

    private char escaped() throws Problem {
        char c = next();
        if (c == 'u') {
            if (at + 4 > text.length()) throw wrong();
            // parseInt would also accept a sign.
            String digits = text.substring(at, at + 4);
            if (!digits.matches("[0-9a-fA-F]{4}")) throw wrong();
            at += 4;
            return (char) Integer.parseInt(digits, 16);
        }
        int which = "\"\\/bfnrt".indexOf(c);
        if (which < 0) throw wrong();
        return "\"\\/\b\f\n\r\t".charAt(which);
    }

    private Object number() throws Problem {
        int start = at;
        while (at < text.length() && "+-0123456789.eE".indexOf(text.charAt(at)) >= 0) at++;
        String digits = text.substring(start, at);
        if (!NUMBER.matcher(digits).matches()) throw wrong();
        boolean whole = digits.length() < LONGEST_LONG && digits.matches("-?\\d+");
        if (whole) return Long.valueOf(digits);
        return Double.valueOf(digits);
    }

    static String write(Object value) {
        StringBuilder out = new StringBuilder();
        write(out, value);
        return out.toString();
    }

    static void write(StringBuilder out, Object value) {
        if (value == null || value instanceof Boolean) out.append(value);
        else if (value instanceof Raw) out.append(((Raw) value).json);
        else if (value instanceof Number) number(out, (Number) value);
        else if (value instanceof Map) object(out, (Map<?, ?>) value);
        else if (value instanceof Iterable) list(out, (Iterable<?>) value);
        else quote(out, value.toString());
    }

    /** JSON has no Infinity and NaN, which a range may contain. */
    private static void number(StringBuilder out, Number value) {
        double exact = value.doubleValue();
        if (Double.isNaN(exact) || Double.isInfinite(exact)) out.append("null");
        else if (exact == Math.rint(exact) && Math.abs(exact) < 1e15) out.append((long) exact);
        else out.append(value);
    }

    private static void object(StringBuilder out, Map<?, ?> fields) {
        char before = '{';
        for (Map.Entry<?, ?> field : fields.entrySet()) {
            quote(out.append(before), field.getKey().toString());
            write(out.append(':'), field.getValue());
            before = ',';
        }
        out.append(before == '{' ? "{}" : "}");
    }

    private static void list(StringBuilder out, Iterable<?> items) {
        char before = '[';
        for (Object item : items) {
            write(out.append(before), item);
            before = ',';
        }
        out.append(before == '[' ? "[]" : "]");
    }

    static void quote(StringBuilder out, CharSequence text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') out.append('\\').append(c);
            else if (c == '\n') out.append("\\n");
            else if (c < ' ' || c == '\u2028' || c == '\u2029' || isHalf(text, i)) hex(out, c);
            else out.append(c);
        }
        out.append('"');
    }

    /** An unpaired surrogate has no UTF-8 form; escaped it survives. */
    private static boolean isHalf(CharSequence text, int i) {
        char c = text.charAt(i);
        if (Character.isHighSurrogate(c)) {
            return i + 1 >= text.length() || !Character.isLowSurrogate(text.charAt(i + 1));
        }
        return Character.isLowSurrogate(c) && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
    }

    private static void hex(StringBuilder out, char c) {
        String digits = Integer.toHexString(c);
        out.append("\\u").append("0000", 0, 4 - digits.length()).append(digits);
    }

    /** Finished JSON, so that a tree of thousands of nodes is not built twice. */
    static final class Raw {
        final CharSequence json;

        Raw(CharSequence json) {
            this.json = json;
        }
    }
}
