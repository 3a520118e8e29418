import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
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

/** A key store in memory, as a fresh computer has it. */
export function newKeys(): AdbCredentialStore {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = {
    buffer: new Uint8Array(privateKey.export({ type: 'pkcs8', format: 'der' })),
    name: 'yume@test',
  };
  return { generateKey: () => key, iterateKeys: () => [key] };
}

/** Connects the @yume-chan/adb library to a daemon, without an adb server between. */
export async function yumeHost(t: TestContext, port: number, keys = newKeys()): Promise<Adb> {
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
  }).pipeThrough(new StructDeserializeStream(AdbPacket));
  const bytesOut = new MaybeConsumable.WritableStream<Uint8Array>({
    // The library writes on its own (acks, closes) and fails loudly; that the phone is gone, the readable side tells.
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
  const transport = await AdbDaemonTransport.authenticate({
    serial: `127.0.0.1:${port}`,
    connection: { readable, writable: pipeFrom(bytesOut, new AdbPacketSerializeStream()) },
    credentialStore: keys,
  });
  return new Adb(transport);
}
