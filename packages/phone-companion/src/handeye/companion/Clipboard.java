package handeye.companion;

import android.content.ClipData;

/** The clipboard, which only shell, the keyboard and the application in front may read. */
final class Clipboard {
    private Clipboard() {}

    private static Object service() throws Exception {
        return Hidden.service("clipboard", "android.content.IClipboard");
    }

    static Answer get(Request request) throws Exception {
        ClipData clip = (ClipData) Variants.call("clipboard.get", service());
        String text = null;
        if (clip != null && clip.getItemCount() > 0) text = text(clip.getItemAt(0));
        return Answer.of("text", text);
    }

    /** coerceToText() would open the URI's content, and needs a context; a user would paste the URI itself. */
    private static String text(ClipData.Item item) {
        if (item.getText() != null) return item.getText().toString();
        if (item.getUri() != null) return item.getUri().toString();
        return item.getIntent() == null ? null : item.getIntent().toUri(1);
    }

    static Answer set(Request request) throws Exception {
        ClipData clip = ClipData.newPlainText("", request.needText("text"));
        request.acts();
        Variants.call("clipboard.set", service(), "clip", clip);
        return Answer.empty();
    }
}
