import type { Server } from 'node:http';
import { Duplex } from 'node:stream';
import type { Connection } from '../kernel/ports.ts';
import { createPipe, readToTheEnd } from '../kernel/pipe.ts';

/** Connects a client to an HTTP server over a stream inside the phone instead of a socket of the host. */
export function connectTo(server: Server, onSocket: (socket: Duplex) => void): Connection {
  const request = createPipe();
  const response = createPipe();
  const socket = new Duplex({
    // Connections are always closed as a whole: ADB has no half-closed streams.
    allowHalfOpen: false,
    read() {
      request.reader.read().then(
        (bytes) => socket.push(bytes === undefined ? null : Buffer.from(bytes)),
        (error: unknown) => socket.destroy(error instanceof Error ? error : undefined),
      );
    },
    write(bytes: Buffer, _encoding, done) {
      response.writer.write(bytes).then(
        () => {
          done();
        },
        (error: unknown) => {
          done(error instanceof Error ? error : new Error(String(error)));
        },
      );
    },
    final(done) {
      response.writer.end();
      done();
    },
    destroy(error, done) {
      request.reader.close();
      response.writer.end();
      done(error);
    },
  });
  // A client that disconnects during an answer is not an error of the server.
  socket.on('error', () => undefined);
  onSocket(socket);
  server.emit('connection', socket);
  return {
    incoming: readToTheEnd(response.reader),
    outgoing: request.writer,
    close() {
      response.reader.close();
      socket.destroy();
    },
  };
}
