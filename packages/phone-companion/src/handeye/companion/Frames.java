package handeye.companion;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/** The stream to the host: length-prefixed frames with an id, both ways. */
final class Frames {
    private static final int HEAD = 5;
    private static final int LONGEST_IN = 1 << 20;
    private static final int LONGEST_OUT = 32 << 20;
    /** Answers above 4,096 bytes took 45 ms longer over TCP on Android 5.1; deflated they are rarely that long. */
    private static final int DEFLATED_FROM = 2048;
    private static final int DEFLATED = 1;
    private static final int WITH_DATA = 2;

    private final DataInputStream in;
    private final DataOutputStream out;

    Frames(InputStream in, OutputStream out) {
        this.in = new DataInputStream(in);
        this.out = new DataOutputStream(out);
    }

    static final class Frame {
        final int id;
        private final byte[] payload;

        Frame(int id, byte[] payload) {
            this.id = id;
            this.payload = payload;
        }

        /** Refuses bytes that are not UTF-8: replaced by question marks they would be typed into a field. */
        String text() throws Problem {
            try {
                return Charset.forName("UTF-8").newDecoder().decode(ByteBuffer.wrap(payload)).toString();
            } catch (CharacterCodingException e) {
                throw Problem.badRequest("a request is UTF-8");
            }
        }
    }

    /** Null at the end of the stream; garbage counts as its end. */
    Frame read() {
        try {
            int length = in.readInt();
            if (length < HEAD || length > LONGEST_IN) return null;
            int flags = in.readUnsignedByte();
            int id = in.readInt();
            byte[] payload = new byte[length - HEAD];
            in.readFully(payload);
            return flags == 0 ? new Frame(id, payload) : null;
        } catch (EOFException e) {
            return null;
        } catch (IOException e) {
            return null;
        }
    }

    synchronized void writeMagic() throws IOException {
        out.write("HANDEYE\n".getBytes("UTF-8"));
        out.flush();
    }

    void write(int id, Object value) throws IOException {
        write(id, Json.write(value), null);
    }

    void write(int id, String json, byte[] data) throws IOException {
        byte[] text = json.getBytes("UTF-8");
        byte[] payload = data == null ? text : withData(text, data);
        int flags = data == null ? 0 : WITH_DATA;
        // A picture is compressed already; deflating it would only cost time.
        if (payload.length > DEFLATED_FROM && (data == null || data.length < text.length)) {
            payload = deflate(payload);
            flags |= DEFLATED;
        }
        if (payload.length + HEAD > LONGEST_OUT) throw new IOException("an answer of " + payload.length + " bytes");
        synchronized (this) {
            out.writeInt(payload.length + HEAD);
            out.writeByte(flags);
            out.writeInt(id);
            out.write(payload);
            out.flush();
        }
    }

    private static byte[] withData(byte[] text, byte[] data) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(4 + text.length + data.length);
        DataOutputStream all = new DataOutputStream(bytes);
        all.writeInt(text.length);
        all.write(text);
        all.write(data);
        return bytes.toByteArray();
    }

    private static byte[] deflate(byte[] payload) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(payload.length / 3);
        Deflater deflater = new Deflater(1);
        try {
            DeflaterOutputStream stream = new DeflaterOutputStream(bytes, deflater, 8192);
            stream.write(payload);
            stream.close();
        } finally {
            deflater.end();
        }
        return bytes.toByteArray();
    }
}
