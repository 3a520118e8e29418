package handeye.companion;

import android.graphics.Bitmap;
import java.io.ByteArrayOutputStream;
import java.util.LinkedHashMap;
import java.util.Map;

/** The methods look and settle. */
final class Look {
    /** The first events came 440 to 580 ms after a click on Android 5.1. */
    private static final long NO_CHANGE_MS = 600;
    private static final long SHORTEST_GAP_MS = 30;
    private static final long KEPT_MS = 100;
    private static final long DEFAULT_QUIET_MS = 150;
    private static final int DEFAULT_QUALITY = 90;
    /** A level of 4 or more in red, green or blue. */
    private static final int BRIGHT = 0xfcfcfc;

    private final Connection connection;
    private final Eyes eyes;
    private final Ears ears;

    Look(Connection connection, Eyes eyes, Ears ears) {
        this.connection = connection;
        this.eyes = eyes;
        this.ears = ears;
    }

    Answer look(Request request) throws Exception {
        int mostNodes = Eyes.nodeLimit(request);
        boolean keep = request.flag("keep");
        PictureWish wish = request.has("picture") ? new PictureWish(request.object("picture")) : null;
        // Taken before the reading, so that events during it count as new.
        long event = ears.last();
        Eyes.Screen screen = eyes.read(request, mostNodes);
        Map<String, Object> answer = new LinkedHashMap<String, Object>();
        answer.put("look", eyes.number(screen, keep));
        answer.put("display", Display.describe());
        answer.put("windows", screen.windows);
        answer.put("toasts", ears.toasts());
        answer.put("event", event);
        answer.put("fingerprint", screen.fingerprint);
        if (!screen.notes.isEmpty()) answer.put("notes", screen.notes);
        byte[] picture = wish == null ? null : picture(wish, answer);
        return new Answer(answer, picture);
    }

    private static final class PictureWish {
        final boolean png;
        final int quality;
        /** The longest side in pixels; 0 is the screen's own size. */
        final int longest;

        PictureWish(Map<?, ?> fields) throws Problem {
            Object format = fields.get("format");
            png = "png".equals(format);
            if (!png && format != null && !format.equals("jpeg")) throw Problem.badRequest("\"format\" is jpeg or png");
            Object wanted = fields.get("quality");
            double given = wanted == null ? DEFAULT_QUALITY : Request.number(wanted, "\"quality\"");
            quality = (int) Math.max(1, Math.min(100, given));
            Object side = fields.get("longest");
            longest = side == null ? 0 : (int) Math.max(1, Request.number(side, "\"longest\""));
        }
    }

    private byte[] picture(PictureWish wish, Map<String, Object> answer) {
        Map<String, Object> about = new LinkedHashMap<String, Object>();
        answer.put("picture", about);
        try {
            Bitmap bitmap = connection.automation().takeScreenshot();
            if (bitmap == null) {
                about.put("missing", "null");
                return null;
            }
            byte[] bytes = compress(bitmap, wish, about);
            bitmap.recycle();
            return bytes;
        } catch (Exception e) {
            return missing(about, e);
        } catch (OutOfMemoryError e) {
            // A picture takes 10 MB, and twice that if it must be copied. The tree is sent without it.
            return missing(about, e);
        }
    }

    private static byte[] missing(Map<String, Object> about, Throwable why) {
        about.clear();
        about.put("missing", "failed: " + Problem.describe(why));
        return null;
    }

    private static byte[] compress(Bitmap bitmap, PictureWish wish, Map<String, Object> about) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Bitmap.CompressFormat format = wish.png ? Bitmap.CompressFormat.PNG : Bitmap.CompressFormat.JPEG;
        Bitmap readable = software(bitmap);
        Bitmap sized = wish.longest == 0 ? readable : shrunk(readable, wish.longest);
        boolean done = sized.compress(format, wish.quality, bytes);
        about.put("format", wish.png ? "png" : "jpeg");
        about.put("width", sized.getWidth());
        about.put("height", sized.getHeight());
        // The host need not decode such a picture, not even to see that it shows nothing.
        if (wish.longest > 0 && black(sized)) about.put("black", true);
        if (sized != readable) sized.recycle();
        if (readable != bitmap) readable.recycle();
        if (!done) throw Problem.failed("the picture could not be compressed");
        return bytes.toByteArray();
    }

    /** Sizes are cut to whole pixels, as the host does. Filtering reads four pixels only, so it is halved as often as possible. */
    private static Bitmap shrunk(Bitmap bitmap, int longest) {
        int width = bitmap.getWidth();
        int height = bitmap.getHeight();
        double factor = Math.min(1, (double) longest / Math.max(width, height));
        int toWidth = Math.max(1, (int) (width * factor));
        int toHeight = Math.max(1, (int) (height * factor));
        Bitmap sized = bitmap;
        while (sized.getWidth() != toWidth || sized.getHeight() != toHeight) {
            int nextWidth = Math.max(toWidth, sized.getWidth() / 2);
            int nextHeight = Math.max(toHeight, sized.getHeight() / 2);
            Bitmap next = Bitmap.createScaledBitmap(sized, nextWidth, nextHeight, true);
            if (sized != bitmap) sized.recycle();
            sized = next;
        }
        return sized;
    }

    private static boolean black(Bitmap bitmap) {
        int width = bitmap.getWidth();
        int[] row = new int[width];
        for (int y = 0; y < bitmap.getHeight(); y++) {
            bitmap.getPixels(row, 0, width, 0, y, width, 1);
            for (int colour : row) if ((colour & BRIGHT) != 0) return false;
        }
        return true;
    }

    /** Since 34 the picture is in a hardware buffer. */
    private static Bitmap software(Bitmap bitmap) {
        boolean hardware = bitmap.getConfig() != null && bitmap.getConfig().name().equals("HARDWARE");
        Bitmap copy = hardware ? bitmap.copy(Bitmap.Config.ARGB_8888, false) : bitmap;
        return copy == null ? bitmap : copy;
    }

    /** Compares trees, because Compose and web views send no events. An event only ends the wait for the next reading. */
    Answer settle(Request request) throws Exception {
        long quiet = request.ms("quiet", DEFAULT_QUIET_MS);
        String not = request.text("not");
        long start = System.nanoTime();
        String last = null;
        long since = 0;
        while (true) {
            long event = ears.last();
            String now = eyes.read(request, Eyes.defaultNodeLimit()).fingerprint;
            long ms = (System.nanoTime() - start) / 1000000;
            if (!now.equals(last)) {
                last = now;
                since = ms;
            }
            long needed = now.equals(not) ? Math.max(quiet, NO_CHANGE_MS) : quiet;
            boolean settled = ms - since >= needed;
            if (settled || request.remaining() <= KEPT_MS) return settled(now, settled, ms);
            long gap = Math.min(needed - (ms - since), now.equals(not) ? Math.max(quiet, SHORTEST_GAP_MS) : needed);
            ears.await(request, event, SHORTEST_GAP_MS, Math.min(gap, request.remaining() - KEPT_MS));
        }
    }

    private Answer settled(String fingerprint, boolean settled, long ms) {
        Map<String, Object> answer = new LinkedHashMap<String, Object>();
        answer.put("fingerprint", fingerprint);
        answer.put("settled", settled);
        answer.put("ms", ms);
        answer.put("event", ears.last());
        return new Answer(answer, null);
    }
}
