import type { XServer } from './server.ts';

/** The number that an extension's requests begin with; undefined where the server lacks it. */
export async function extensionOpcode(server: XServer, name: string): Promise<number | undefined> {
  const bytes = Buffer.from(name, 'latin1');
  const body = Buffer.alloc(4 + bytes.length);
  body.writeUInt16LE(bytes.length, 0);
  bytes.copy(body, 4);
  const reply = await server.ask({ opcode: 98, body });
  return reply.readUInt8(8) === 1 ? reply.readUInt8(9) : undefined;
}
