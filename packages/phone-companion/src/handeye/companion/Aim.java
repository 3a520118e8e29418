package handeye.companion;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Compares what is under each finger with what the host judged, right before the finger acts. */
final class Aim {
    /** The shortest long press that Android offers. */
    private static final double LONG_PRESS_MS = 400;

    private final Strokes strokes;
    private final Automation automation;
    private final List<Judged> judged;
    private final boolean refuses;
    private final double screenArea;
    private final Under[] found;
    private final boolean[] same;
    private final Reading reading;
    /** What gets the keys of a keyboard under a finger. */
    final Focus focus;

    Aim(Request request, Strokes strokes, Automation automation) throws Problem {
        this.strokes = strokes;
        this.automation = automation;
        judged = Judged.of(request, strokes.fingers());
        refuses = request.flag("refuses");
        screenArea = request.number("screen", 0);
        found = new Under[strokes.fingers()];
        same = new boolean[strokes.fingers()];
        reading = new Reading(request, automation, refuses);
        focus = new Focus(request, automation, "focus");
    }

    /** Something else is there than what was judged. */
    static final class Changed extends Exception {
        final int finger;

        Changed(int finger) {
            this.finger = finger;
        }
    }

    boolean compares() {
        return !judged.isEmpty();
    }

    void mustMeet(int finger) throws Exception {
        if (!compares()) return;
        found[finger] = under(finger);
        same[finger] = judged.get(finger).isAs(found[finger]);
        if (refuses && !same[finger]) throw new Changed(finger);
        mustTypeAsJudged(finger);
    }

    private void mustTypeAsJudged(int finger) throws Exception {
        boolean types = found[finger] != null && found[finger].isKeyboard();
        if (refuses && types && !focus.mayGoOn()) throw new Changed(finger);
    }

    /**
     * The same once more for a finger that presses when it is lifted, however long it was down: only a long press acts before.
     * The keys of a keyboard change while a finger is on them.
     */
    void mustStillMeet(int finger) throws Exception {
        if (!refuses || !strokes.rests(finger)) return;
        Under before = found[finger];
        if (before != null && before.isKeyboard()) {
            mustTypeAsJudged(finger);
            return;
        }
        boolean hasActed = before != null && before.takesLongPress() && strokes.duration(finger) >= LONG_PRESS_MS;
        if (!hasActed) mustMeet(finger);
    }

    private Under under(int finger) throws Exception {
        final double[] at = strokes.at(finger, strokes.start(finger));
        return reading.read(new Worker.Job<Under>() {
            @Override
            public Under run() throws Exception {
                return Under.at(at[0], at[1], automation.connection().windowsNow(), screenArea);
            }
        });
    }

    void close() {
        reading.close();
    }

    /** By finger; null where nothing could be read. */
    List<Object> described() {
        List<Object> all = new ArrayList<Object>();
        for (int i = 0; i < found.length; i++) all.add(found[i] == null ? null : found[i].describe(same[i]));
        return Collections.unmodifiableList(all);
    }
}
