package handeye.companion;

import android.graphics.Rect;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** What the host judged to be under a finger, to be compared with what is there. */
final class Judged {
    /** Texts that name an element where the act is no special one: a title and the line below it. */
    private static final int MOST_NAMES = 2;
    private static final int LONGEST_KEY = 2;

    private final Integer window;
    private final Object app;
    private final boolean hasElement;
    /** Where a node of a look was judged, and none at a point. */
    final Integer look;
    final int handle;
    private final Object className;
    private final Object resource;
    private final double[] bounds;
    private final List<String> texts = new ArrayList<String>();
    private final String label;
    /** The windows over the judged one that let touches through. */
    private final List<Integer> over = new ArrayList<Integer>();

    /** Without a window nothing was judged, and everything is as judged. */
    Judged(Map<?, ?> fields) throws Problem {
        window = fields.get("window") == null ? null : Request.whole(fields.get("window"), "\"window\"");
        app = fields.get("package");
        hasElement = fields.get("texts") != null || fields.get("b") != null;
        look = fields.get("look") == null ? null : Request.whole(fields.get("look"), "\"look\"");
        handle = look == null ? 0 : Request.whole(fields.get("h"), "\"h\"");
        className = fields.get("c");
        resource = fields.get("r");
        label = String.valueOf(fields.get("label"));
        if (fields.get("over") != null) {
            for (Object id : Request.list(fields.get("over"), "\"over\"")) over.add(Request.whole(id, "\"over\""));
        }
        bounds = fields.get("b") == null ? null : bounds(Request.list(fields.get("b"), "\"b\""));
        if (!hasElement) return;
        for (Object text : Request.list(fields.get("texts"), "\"texts\"")) texts.add(String.valueOf(text));
    }

    private static double[] bounds(List<?> given) throws Problem {
        if (given.size() != 4) throw Problem.badRequest("\"b\" is [left, top, right, bottom]");
        double[] bounds = new double[4];
        for (int i = 0; i < 4; i++) bounds[i] = Request.number(given.get(i), "\"b\"");
        return bounds;
    }

    boolean hasWindow() {
        return window != null;
    }

    boolean hasElement() {
        return hasElement;
    }

    boolean isAs(Under now) {
        if (window == null) return true;
        if (now == null || window != now.window || !over.containsAll(now.over)) return false;
        if (app != null && now.app != null && !app.equals(now.app.toString())) return false;
        if (!hasElement || now.node == null) return hasElement == (now.node != null);
        return NodeText.same(className, NodeText.of(now.node.getClassName()))
            && NodeText.same(resource, NodeText.of(now.node.getViewIdResourceName()))
            && (bounds == null || isAbout(now.bounds()))
            && saysTheSame(now.texts);
    }

    /** Bounds are alike if what they share is at least half of what they cover together: things move a little. */
    private boolean isAbout(Rect now) {
        double width = Math.min(bounds[2], now.right) - Math.max(bounds[0], now.left);
        double height = Math.min(bounds[3], now.bottom) - Math.max(bounds[1], now.top);
        double shared = Math.max(0, width) * Math.max(0, height);
        double before = (bounds[2] - bounds[0]) * (bounds[3] - bounds[1]);
        double after = (double) (now.right - now.left) * (now.bottom - now.top);
        return shared * 2 >= before + after - shared;
    }

    private boolean saysTheSame(List<String> now) {
        if (label.equals("none")) return true;
        if (label.equals("whole")) return texts.equals(now);
        return names(texts).equals(names(now));
    }

    /**
     * Without figures, so that a stopwatch or a counter is the same element with any of them. Signs stay: -5 and 5 are no
     * counter. One or two characters are a key's name.
     */
    private static List<String> names(List<String> texts) {
        List<String> names = new ArrayList<String>();
        for (String text : texts.subList(0, Math.min(MOST_NAMES, texts.size()))) {
            names.add(text.length() <= LONGEST_KEY ? text : withoutFigures(text));
        }
        return names;
    }

    private static String withoutFigures(String text) {
        StringBuilder rest = new StringBuilder();
        for (char each : text.toCharArray()) {
            boolean figure = Character.isDigit(each) || each <= ' ' || ":.,/%".indexOf(each) >= 0;
            if (!figure) rest.append(each);
        }
        return rest.toString();
    }

    /** By finger. Empty if the host wants no comparison. */
    static List<Judged> of(Request request, int fingers) throws Problem {
        if (!request.has("judged")) return Collections.emptyList();
        List<Judged> judged = new ArrayList<Judged>();
        for (Object each : request.list("judged")) judged.add(new Judged(Request.object(each, "a finger of \"judged\"")));
        if (judged.size() != fingers) throw Problem.badRequest("\"judged\" needs an object for each stroke");
        return judged;
    }
}
