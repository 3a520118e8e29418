import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import type { TestContext } from 'node:test';
import {
  Adb,
  type AdbCredentialStore,
  AdbDaemonTransport,
  AdbPacket,
  AdbPacketSerializeStream,
} from '@yume-chan/adb';
import {
  MaybeConsumable,
  PushReadableStream,
  StructDeserializeStream,
  pipeFrom,
} from '@yume-chan/stream-extra';

/** Both directions of a connection. */
export interface TcpStreams {
  readonly socket: Socket;
  readonly readable: PushReadableStream<Uint8Array>;
  readonly writable: MaybeConsumable.WritableStream<Uint8Array>;
}

/** A key store in memory, as on a fresh computer. */
export function newKeys(): AdbCredentialStore {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = {
    buffer: new Uint8Array(privateKey.export({ type: 'pkcs8', format: 'der' })),
    name: 'yume@test',
  };
  return { generateKey: () => key, iterateKeys: () => [key] };
}

/** Connects the @yume-chan/adb library directly to a daemon, without an adb server. */
export async function yumeHost(t: Pick<TestContext, 'after'>, port: number, keys = newKeys()): Promise<Adb> {
  const { readable, writable } = await tcpStreams(t, port);
  const transport = await AdbDaemonTransport.authenticate({
    serial: `127.0.0.1:${port}`,
    connection: {
      readable: readable.pipeThrough(new StructDeserializeStream(AdbPacket)),
      writable: pipeFrom(writable, new AdbPacketSerializeStream()),
    },
    credentialStore: keys,
  });
  return new Adb(transport);
}

/** A TCP connection as the library needs it: two web streams. */
export async function tcpStreams(t: Pick<TestContext, 'after'>, port: number): Promise<TcpStreams> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  t.after(() => socket.destroy());
  await once(socket, 'connect');
  const readable = new PushReadableStream<Uint8Array>((controller) => {
    socket.on('data', (bytes) => {
      socket.pause();
      void controller.enqueue(bytes as Buffer).then(() => socket.resume());
    });
    socket.on('close', () => {
      controller.close();
    });
    socket.on('error', () => undefined);
  });
  const writable = new MaybeConsumable.WritableStream<Uint8Array>({
    // The library writes on its own (acks, closes) and throws if a write fails. The readable side reports that the phone is
    // gone.
    write: (bytes) =>
      new Promise((resolve) => {
        socket.write(bytes, () => {
          resolve();
        });
      }),
    close: () => {
      socket.end();
    },
  });
  return { socket, readable, writable };
}
