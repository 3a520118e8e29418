package handeye.companion;

import android.os.SystemClock;
import android.view.InputDevice;
import android.view.MotionEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Fingers on the screen. */
final class Touch {
    private final Injector injector;
    private final Automation automation;

    Touch(Injector injector, Automation automation) {
        this.injector = injector;
        this.automation = automation;
    }

    Answer touch(Request request) throws Exception {
        Strokes strokes = new Strokes(request.list("strokes"));
        Aim aim = new Aim(request, strokes, automation);
        Gesture gesture = new Gesture(strokes, request, aim);
        long start = SystemClock.uptimeMillis();
        Map<String, Object> answer = new LinkedHashMap<String, Object>();
        try {
            gesture.perform();
        } catch (Aim.Changed e) {
            gesture.cancel();
            answer.put("changed", e.finger);
            answer.put("begun", gesture.pressed);
        } catch (Throwable e) {
            gesture.cancel();
            throw gesture.problem(e);
        } finally {
            aim.close();
        }
        answer.put("ms", SystemClock.uptimeMillis() - start);
        if (aim.compares()) answer.put("under", aim.described());
        if (aim.focus.describe() != null) answer.put("focus", aim.focus.describe());
        return new Answer(answer, null);
    }

    private final class Gesture {
        private final Strokes strokes;
        private final Request request;
        private final Aim aim;
        /** Fingers that are down, in the order of their touches. */
        private final List<Integer> down = new ArrayList<Integer>();
        private final MotionEvent.PointerProperties[] properties;
        private final MotionEvent.PointerCoords[] positions;
        private long downTime;
        private double now;
        private boolean begun;
        /** A finger was lifted: something was pressed or moved. */
        private boolean pressed;

        Gesture(Strokes strokes, Request request, Aim aim) {
            this.strokes = strokes;
            this.request = request;
            this.aim = aim;
            int most = strokes.fingers();
            properties = new MotionEvent.PointerProperties[most];
            positions = new MotionEvent.PointerCoords[most];
            for (int i = 0; i < most; i++) {
                properties[i] = new MotionEvent.PointerProperties();
                properties[i].toolType = MotionEvent.TOOL_TYPE_FINGER;
                positions[i] = new MotionEvent.PointerCoords();
            }
        }

        void perform() throws Exception {
            long start = SystemClock.uptimeMillis();
            for (Strokes.Step step : strokes.steps()) {
                waitUntil(start + (long) step.ms);
                now = step.ms;
                if (step.change > 0) press(step.finger);
                else if (step.change < 0) release(step.finger);
                else if (!down.isEmpty()) send(MotionEvent.ACTION_MOVE);
            }
        }

        private void waitUntil(long moment) throws Problem {
            if (request.isOver()) throw request.over(begun ? "partly" : "no");
            long left = moment - SystemClock.uptimeMillis();
            if (left > 0) request.pause(left);
        }

        private void press(int finger) throws Exception {
            // Right before the event: nothing is waited for in between.
            aim.mustMeet(finger);
            if (down.isEmpty()) downTime = SystemClock.uptimeMillis();
            down.add(finger);
            int index = down.size() - 1;
            boolean first = index == 0;
            request.acts();
            send(first ? MotionEvent.ACTION_DOWN : MotionEvent.ACTION_POINTER_DOWN | shifted(index));
            begun = true;
        }

        private void release(int finger) throws Exception {
            int index = down.indexOf(finger);
            boolean last = down.size() == 1;
            aim.mustStillMeet(finger);
            send(last ? MotionEvent.ACTION_UP : MotionEvent.ACTION_POINTER_UP | shifted(index));
            down.remove(index);
            pressed = true;
        }

        private int shifted(int index) {
            return index << MotionEvent.ACTION_POINTER_INDEX_SHIFT;
        }

        private void send(int action) throws Exception {
            for (int i = 0; i < down.size(); i++) {
                double[] at = strokes.at(down.get(i), now);
                properties[i].id = down.get(i);
                positions[i].x = (float) at[0];
                positions[i].y = (float) at[1];
                positions[i].pressure = 1;
                positions[i].size = 1;
            }
            MotionEvent event = MotionEvent.obtain(downTime, SystemClock.uptimeMillis(), action, down.size(), properties,
                positions, 0, 0, 1, 1, 0, 0, InputDevice.SOURCE_TOUCHSCREEN, 0);
            boolean taken;
            try {
                taken = injector.inject(event);
            } finally {
                event.recycle();
            }
            if (!taken) throw new Problem("refused", "Android did not take the touch", begun ? "partly" : "no");
        }

        /** An application that got a finger's DOWN must not wait forever for its end. */
        void cancel() {
            if (!begun || down.isEmpty()) return;
            try {
                send(MotionEvent.ACTION_CANCEL);
            } catch (Throwable e) {
                System.err.println("handeye-companion: cancel of a touch: " + Problem.describe(e));
            }
        }

        Problem problem(Throwable thrown) {
            Problem problem = Problem.of(thrown, begun ? "partly" : "no");
            boolean right = problem.done.equals("no") || problem.done.equals("partly");
            return right && !(begun && problem.done.equals("no"))
                ? problem
                : new Problem(problem.code, problem.getMessage(), begun ? "partly" : "no");
        }
    }
}
