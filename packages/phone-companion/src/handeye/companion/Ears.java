package handeye.companion;

import android.app.Notification;
import android.app.UiAutomation;
import android.os.Bundle;
import android.os.SystemClock;
import android.view.accessibility.AccessibilityEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Records the last accessibility events: toasts, notifications, changes of windows. */
final class Ears implements UiAutomation.OnAccessibilityEventListener {
    private static final int RING = 256;
    private static final long TOAST_MS = 3500;

    private final Heard[] ring = new Heard[RING];
    private long last;

    private static final class Heard {
        long number;
        long at;
        int type;
        int window;
        String owner;
        String source;
        List<String> texts;

        boolean isToast() {
            return type == AccessibilityEvent.TYPE_NOTIFICATION_STATE_CHANGED
                && source != null && source.contains("Toast") && !texts.isEmpty();
        }
    }

    @Override
    public void onAccessibilityEvent(AccessibilityEvent event) {
        Heard heard = new Heard();
        heard.at = SystemClock.uptimeMillis();
        heard.type = event.getEventType();
        heard.window = event.getWindowId();
        heard.owner = string(event.getPackageName());
        heard.source = string(event.getClassName());
        heard.texts = texts(event);
        synchronized (this) {
            heard.number = ++last;
            ring[(int) (last % RING)] = heard;
            notifyAll();
        }
    }

    private static String string(CharSequence text) {
        return text == null ? null : text.toString();
    }

    /**
     * Only events that are meant to be read out. Others contain typed text: a keyboard's keys, a field's text, a password's
     * last letter.
     */
    private static List<String> texts(AccessibilityEvent event) {
        List<String> texts = new ArrayList<String>();
        int type = event.getEventType();
        boolean spoken = type == AccessibilityEvent.TYPE_NOTIFICATION_STATE_CHANGED
            || type == AccessibilityEvent.TYPE_WINDOW_STATE_CHANGED
            || type == AccessibilityEvent.TYPE_ANNOUNCEMENT;
        if (!spoken || event.isPassword()) return texts;
        if (event.getParcelableData() instanceof Notification) {
            Bundle extras = ((Notification) event.getParcelableData()).extras;
            if (extras != null) {
                add(texts, extras.getCharSequence("android.title"));
                add(texts, extras.getCharSequence("android.text"));
            }
        }
        if (texts.isEmpty()) {
            for (CharSequence text : event.getText()) add(texts, text);
        }
        return texts;
    }

    private static void add(List<String> texts, CharSequence text) {
        if (text != null && text.length() > 0) texts.add(text.toString());
    }

    synchronized long last() {
        return last;
    }

    /** Waits at least `least` and at most `most` ms; in between, an event after `seen` ends the wait. */
    void await(Request request, long seen, long least, long most) throws Problem {
        long start = SystemClock.uptimeMillis();
        while (true) {
            long waited = SystemClock.uptimeMillis() - start;
            if (request.isCancelled()) throw request.over("no");
            if (waited >= most) return;
            synchronized (this) {
                if (waited >= least && last > seen) return;
                try {
                    wait(Math.max(1, Math.min(20, most - waited)));
                } catch (InterruptedException e) {
                    return;
                }
            }
        }
    }

    synchronized List<Map<String, Object>> toasts() {
        List<Map<String, Object>> toasts = new ArrayList<Map<String, Object>>();
        long now = SystemClock.uptimeMillis();
        for (Heard heard : after(last - RING)) {
            if (!heard.isToast() || now - heard.at > TOAST_MS) continue;
            Map<String, Object> toast = new LinkedHashMap<String, Object>();
            toast.put("text", join(heard.texts));
            toast.put("package", heard.owner);
            toast.put("ms", now - heard.at);
            toasts.add(toast);
        }
        return toasts;
    }

    private static String join(List<String> texts) {
        StringBuilder all = new StringBuilder();
        for (String text : texts) all.append(all.length() == 0 ? "" : "\n").append(text);
        return all.toString();
    }

    private List<Heard> after(long number) {
        List<Heard> heard = new ArrayList<Heard>();
        for (long n = Math.max(1, Math.max(number, last - RING) + 1); n <= last; n++) heard.add(ring[(int) (n % RING)]);
        return heard;
    }

    synchronized Answer events(Request request) throws Problem {
        long after = (long) request.number("after", 0);
        long now = SystemClock.uptimeMillis();
        List<Map<String, Object>> events = new ArrayList<Map<String, Object>>();
        for (Heard heard : after(after)) events.add(describe(heard, now));
        Map<String, Object> answer = new LinkedHashMap<String, Object>();
        answer.put("last", last);
        answer.put("lost", Math.max(0, last - Math.max(0, after) - events.size()));
        answer.put("events", events);
        return new Answer(answer, null);
    }

    private static Map<String, Object> describe(Heard heard, long now) {
        Map<String, Object> event = new LinkedHashMap<String, Object>();
        event.put("n", heard.number);
        event.put("ms", now - heard.at);
        event.put("type", heard.type);
        if (heard.owner != null) event.put("package", heard.owner);
        if (heard.source != null) event.put("class", heard.source);
        if (!heard.texts.isEmpty()) event.put("texts", heard.texts);
        if (heard.window >= 0) event.put("window", heard.window);
        return event;
    }
}
