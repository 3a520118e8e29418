package handeye.companion;

import java.util.ArrayList;
import java.util.List;

/** Paths of fingers over time, as a list of steps by millisecond. */
final class Strokes {
    private static final int MOST_FINGERS = 10;
    private static final int MOVE_EVERY_MS = 10;
    private static final double LONGEST_MS = 600000;
    /** Android's touch slop, 8 dp, on the densest screens: a finger that moves less still presses. */
    private static final double TOUCH_SLOP = 32;

    /** Positions and times of one finger; times ascend. */
    private final List<double[][]> paths = new ArrayList<double[][]>();

    Strokes(List<?> given) throws Problem {
        if (given.isEmpty() || given.size() > MOST_FINGERS) throw Problem.badRequest("one to ten strokes, please");
        for (Object stroke : given) paths.add(path(Request.list(stroke, "a stroke")));
        double first = Double.MAX_VALUE;
        for (double[][] path : paths) first = Math.min(first, path[0][2]);
        for (double[][] path : paths) {
            for (double[] point : path) point[2] -= first;
        }
    }

    private static double[][] path(List<?> points) throws Problem {
        if (points.isEmpty()) throw Problem.badRequest("a stroke has at least one point");
        double[][] path = new double[points.size()][3];
        for (int i = 0; i < path.length; i++) {
            List<?> point = Request.list(points.get(i), "a point");
            if (point.size() != 3) throw Problem.badRequest("a point is [x, y, ms]");
            for (int k = 0; k < 3; k++) path[i][k] = Request.number(point.get(k), "a coordinate");
            boolean back = i > 0 && path[i][2] < path[i - 1][2];
            if (path[i][2] < 0 || path[i][2] > LONGEST_MS || back) throw Problem.badRequest("times of a stroke must ascend");
        }
        return path;
    }

    int fingers() {
        return paths.size();
    }

    double start(int finger) {
        return paths.get(finger)[0][2];
    }

    private double end(int finger) {
        double[][] path = paths.get(finger);
        return path[path.length - 1][2];
    }

    /** Whether a finger stays where it is, so that it presses when it is lifted. */
    boolean rests(int finger) {
        double[] first = paths.get(finger)[0];
        for (double[] point : paths.get(finger)) {
            if (Math.hypot(point[0] - first[0], point[1] - first[1]) > TOUCH_SLOP) return false;
        }
        return true;
    }

    double duration(int finger) {
        return end(finger) - start(finger);
    }

    double[] at(int finger, double ms) {
        double[][] path = paths.get(finger);
        int next = 0;
        while (next < path.length && path[next][2] <= ms) next++;
        if (next == 0) return path[0];
        if (next == path.length) return path[next - 1];
        double[] from = path[next - 1];
        double[] to = path[next];
        double part = (ms - from[2]) / (to[2] - from[2]);
        return new double[] {from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part, ms};
    }

    /** One step: a finger goes down (1) or up (-1), or all fingers that are down move (0). */
    static final class Step {
        final double ms;
        final int finger;
        final int change;

        Step(double ms, int finger, int change) {
            this.ms = ms;
            this.finger = finger;
            this.change = change;
        }
    }

    /**
     * Steps in order of time. At the same time fingers go down first, then move, then go up, so that a tap without duration is
     * still a tap.
     */
    List<Step> steps() {
        List<Step> steps = new ArrayList<Step>();
        double last = 0;
        for (int finger = 0; finger < paths.size(); finger++) last = Math.max(last, end(finger));
        double before = -1;
        for (double now = 0; before < last; now = nextMoment(now, last)) {
            for (int finger = 0; finger < paths.size(); finger++) {
                if (start(finger) > before && start(finger) <= now) steps.add(new Step(start(finger), finger, 1));
            }
            if (now > 0) steps.add(new Step(now, -1, 0));
            for (int finger = 0; finger < paths.size(); finger++) {
                if (end(finger) > before && end(finger) <= now) steps.add(new Step(end(finger), finger, -1));
            }
            before = now;
        }
        return steps;
    }

    /** The next tick, or an earlier corner, start or end of a path. */
    private double nextMoment(double now, double last) {
        double next = Math.min(now + MOVE_EVERY_MS, last);
        for (double[][] path : paths) {
            for (double[] point : path) {
                if (point[2] > now && point[2] < next) next = point[2];
            }
        }
        return next;
    }
}
