import assert from 'node:assert/strict';
import test from 'node:test';
import { callWithoutDeadline } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import { interfaces } from '../src/atspi/accessible.ts';
import { AppReader, KnownParts } from '../src/atspi/app-reader.ts';
import { Caller } from '../src/atspi/caller.ts';
import { askPart } from '../src/atspi/large-containers.ts';
import { DBusError } from '../src/dbus/errors.ts';
import type { MethodCall } from '../src/dbus/message.ts';
import type { Value } from '../src/dbus/value.ts';

const BUS = ':1.1';
const SIZE = 10;
const area = { left: 0, top: 0, right: 3 * SIZE, bottom: 2 * SIZE };
const sheet = {
  reference: { bus: BUS, path: '/sheet' },
  interfaces: new Set([interfaces.table, interfaces.component]),
  childCount: 0x7fffffff,
};

/** A sheet that makes a new object for each cell that it is asked for, as Calc does; of these `gone` are destroyed. */
class Sheet {
  made: string[] = [];
  gone = new Set<string>();
  scrolledBy = 0;
  readonly #known = new KnownParts();

  look(app = 'soffice') {
    const call = callWithoutDeadline(realClock, new AbortController().signal);
    const caller = new Caller(async (method) => Promise.resolve(this.#reply(method)), call);
    const reader = new AppReader(caller, { app, toolkit: 'gtk', usesAtkBridge: true }, this.#known);
    return askPart(reader, sheet, area);
  }

  #reply({ path, member, args = [] }: MethodCall): readonly Value[] {
    if (this.gone.has(path)) throw new DBusError('org.freedesktop.DBus.Error.UnknownObject', '');
    const [, row = 0, column = 0] = path.split('/').slice(1).map(Number);
    switch (member) {
      case 'GetAccessibleAt':
        return [this.#make(Number(args[0]), Number(args[1]))];
      case 'GetAccessibleAtPoint':
        return [
          this.#make(
            Math.floor(Number(args[1]) / SIZE) + this.scrolledBy,
            Math.floor(Number(args[0]) / SIZE),
          ),
        ];
      case 'GetExtents':
        return [[column * SIZE, (row - this.scrolledBy) * SIZE, SIZE, SIZE]];
      case 'GetRole':
        return [56];
      case 'Get':
        if (args[1] === 'Parent') return [[BUS, '/sheet']];
        return [args[1] === 'Name' ? `${String.fromCharCode(65 + column)}${row + 1}` : 1 << 20];
      default:
        return [];
    }
  }

  #make(row: number, column: number): Value {
    const path = `/${this.made.length}/${row}/${column}`;
    this.made.push(path);
    return [BUS, path];
  }
}

const places = ({ children }: Awaited<ReturnType<Sheet['look']>>) =>
  children.map(({ cell }) => `${cell?.row ?? ''},${cell?.column ?? ''}`);

test('a second look at a sheet of LibreOffice makes it no new objects', async () => {
  const calc = new Sheet();
  const first = await calc.look();
  assert.deepEqual(places(first), ['0,0', '0,1', '0,2', '1,0', '1,1', '1,2']);
  const made = calc.made.length;
  assert.deepEqual(await calc.look(), first);
  assert.equal(calc.made.length, made);
});

test('what was scrolled into sight is asked for, and what was destroyed is asked for again', async () => {
  const calc = new Sheet();
  const first = await calc.look();
  calc.scrolledBy = 1;
  assert.deepEqual(places(await calc.look()), ['1,0', '1,1', '1,2', '2,0', '2,1', '2,2']);
  calc.scrolledBy = 0;
  const [corner] = first.children;
  assert.ok(corner);
  calc.gone.add(corner.reference.path);
  const again = await calc.look();
  assert.deepEqual(places(again), places(first));
  assert.notDeepEqual(again.children[0], corner);
  assert.deepEqual(again.children.slice(1), first.children.slice(1));
});

test('other programs are asked anew: their cells may go to other places', async () => {
  const table = new Sheet();
  await table.look('thunar');
  const made = table.made.length;
  await table.look('thunar');
  assert.equal(table.made.length, 2 * made);
});
