package handeye.companion;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The result of a method: JSON and, for a picture, bytes. */
final class Answer {
    final Object json;
    final byte[] data;

    Answer(Object json, byte[] data) {
        this.json = json;
        this.data = data;
    }

    static Answer empty() {
        return new Answer(Collections.emptyMap(), null);
    }

    static Answer of(String name, Object value) {
        Map<String, Object> fields = new LinkedHashMap<String, Object>();
        fields.put(name, value);
        return new Answer(fields, null);
    }
}
