package handeye.companion;

import android.view.accessibility.AccessibilityNodeInfo;
import java.util.Map;

/** The texts that identify a node, as they are sent and as they are compared before an act. */
final class NodeText {
    /** A limit, because a text view can hold a book. */
    private static final int LONGEST = 100000;

    private NodeText() {}

    /** Empty counts as absent. */
    static String of(CharSequence text) {
        if (text == null || text.length() == 0) return null;
        return text.length() > LONGEST ? text.subSequence(0, LONGEST).toString() : text.toString();
    }

    /** Null for a password: its text never leaves the phone. The hint of an empty field is not secret. */
    static String shown(AccessibilityNodeInfo node) {
        return node.isPassword() && !NodeFacts.showsHint(node) ? null : of(node.getText());
    }

    static int passwordLength(AccessibilityNodeInfo node) {
        CharSequence text = node.isPassword() && !NodeFacts.showsHint(node) ? node.getText() : null;
        return text == null ? 0 : Character.codePointCount(text, 0, text.length());
    }

    /** The node that the host saw: strings under c, t, d and r. */
    static Map<?, ?> expected(Map<?, ?> seen, String what) throws Problem {
        for (String name : new String[] {"c", "t", "d", "r"}) {
            Object value = seen.get(name);
            if (value != null && !(value instanceof String)) {
                throw Problem.badRequest(what + ": \"" + name + "\" must be a string");
            }
        }
        return seen;
    }

    /** Whether the node still equals the one that the host saw. */
    static boolean isAs(Map<?, ?> expected, AccessibilityNodeInfo node) {
        return same(expected.get("c"), of(node.getClassName()))
            && (node.isPassword() || same(expected.get("t"), shown(node)))
            && same(expected.get("d"), of(node.getContentDescription()))
            && same(expected.get("r"), of(node.getViewIdResourceName()));
    }

    static boolean same(Object expected, String found) {
        String wanted = expected == null || expected.equals("") ? null : expected.toString();
        return wanted == null ? found == null : wanted.equals(found);
    }
}
