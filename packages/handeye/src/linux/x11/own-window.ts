import type { XServer } from './server.ts';

const CREATE_WINDOW = 1;
const INPUT_ONLY = 2;
const ATTRIBUTE_EVENTS = 0x800;
const PROPERTY_CHANGE = 0x40_0000;

/** A window of ours that is never shown and hears of its properties: selections belong to windows, and so do notes. */
export function createOwnWindow(server: XServer): number {
  const id = server.newId();
  const body = Buffer.alloc(32);
  body.writeUInt32LE(id, 0);
  body.writeUInt32LE(server.setup.screen.root, 4);
  body.writeInt16LE(-10, 8);
  body.writeInt16LE(-10, 10);
  body.writeUInt16LE(1, 12);
  body.writeUInt16LE(1, 14);
  body.writeUInt16LE(INPUT_ONLY, 18);
  body.writeUInt32LE(ATTRIBUTE_EVENTS, 24);
  body.writeUInt32LE(PROPERTY_CHANGE, 28);
  server.send({ opcode: CREATE_WINDOW, body });
  return id;
}
