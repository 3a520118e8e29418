import type { X11Connection } from './connection.ts';
import { CW_EVENT_MASK, opcodes, PROPERTY_CHANGE_MASK } from './protocol.ts';

const INPUT_ONLY = 2;

/** Creates a window that is never shown, because selections belong to windows. It gets property events. */
export function createHiddenWindow(connection: X11Connection): number {
  const id = connection.newId();
  const body = Buffer.alloc(32);
  body.writeUInt32LE(id, 0);
  body.writeUInt32LE(connection.setup.screen.root, 4);
  body.writeInt16LE(-10, 8);
  body.writeInt16LE(-10, 10);
  body.writeUInt16LE(1, 12);
  body.writeUInt16LE(1, 14);
  body.writeUInt16LE(INPUT_ONLY, 18);
  body.writeUInt32LE(CW_EVENT_MASK, 24);
  body.writeUInt32LE(PROPERTY_CHANGE_MASK, 28);
  connection.send({ opcode: opcodes.createWindow, body });
  return id;
}
