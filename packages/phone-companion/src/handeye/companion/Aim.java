package handeye.companion;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Compares what is under each finger with what the host judged, right before the finger acts. */
final class Aim {
    /** An application that does not answer must not hold a finger back for longer. */
    private static final long LONGEST_MS = 1500;
    /** The shortest long press that Android offers. */
    private static final double LONG_PRESS_MS = 400;

    private final Request request;
    private final Strokes strokes;
    private final Automation automation;
    private final List<Judged> judged;
    private final boolean refuses;
    private final double screenArea;
    private final Under[] found;
    private final boolean[] same;
    private Worker worker = new Worker("aim");

    Aim(Request request, Strokes strokes, Automation automation) throws Problem {
        this.request = request;
        this.strokes = strokes;
        this.automation = automation;
        judged = Judged.of(request, strokes.fingers());
        refuses = request.flag("refuses");
        screenArea = request.number("screen", 0);
        found = new Under[strokes.fingers()];
        same = new boolean[strokes.fingers()];
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
    }

    /**
     * The same once more for a finger that presses when it is lifted, however long it was down: only a long press acts before.
     * The keys of a keyboard change while a finger is on them.
     */
    void mustStillMeet(int finger) throws Exception {
        if (!refuses || !strokes.rests(finger)) return;
        Under before = found[finger];
        if (before != null && before.isKeyboard()) return;
        boolean hasActed = before != null && before.takesLongPress() && strokes.duration(finger) >= LONG_PRESS_MS;
        if (!hasActed) mustMeet(finger);
    }

    private Under under(int finger) throws Exception {
        if (automation.problem() != null) {
            if (refuses) throw automation.problem();
            return null;
        }
        final double[] at = strokes.at(finger, strokes.start(finger));
        Worker.Job<Under> job = new Worker.Job<Under>() {
            @Override
            public Under run() throws Exception {
                return Under.at(at[0], at[1], automation.connection().windowsNow(), screenArea);
            }
        };
        if (worker.run(job, Math.min(LONGEST_MS, request.remaining()))) return job.result();
        worker = new Worker("aim");
        if (refuses) throw new Problem("timeout", "the application under the finger does not answer", "no");
        return null;
    }

    void close() {
        worker.end();
    }

    /** By finger; null where nothing could be read. */
    List<Object> described() {
        List<Object> all = new ArrayList<Object>();
        for (int i = 0; i < found.length; i++) {
            Map<String, Object> fields = found[i] == null ? null : found[i].describe();
            if (fields != null) fields.put("same", same[i]);
            all.add(fields);
        }
        return Collections.unmodifiableList(all);
    }
}
