// Describes a fake Mac, and writes it as a script (read by world.c).
import type { Box } from '../../src/bridge/protocol.ts';

/** An attribute's value; the C side creates the CoreFoundation object of that type. */
export type FakeValue =
  | string
  | number
  | boolean
  | { float: number }
  | { styled: string }
  | { url: string }
  | { point: readonly [number, number] }
  | { size: readonly [number, number] }
  | { rect: readonly [number, number, number, number] }
  | { range: readonly [number, number] }
  | { error: number }
  /** The element of that key. */
  | { element: string }
  /** A value of an unknown type. */
  | { data: true };

/** hang: until the caller's timeout. freeze: for ever. */
export type FakeFault = 'hang' | 'freeze' | 'abort' | { slow: number } | { error: number };

export interface FakeElement {
  /** Its name in the log. Elements of two worlds with the same key are the same element. */
  key?: string;
  role: string;
  /** The process that draws it, if it is not the application's own. */
  pid?: number;
  title?: string;
  value?: FakeValue;
  bounds?: Box;
  /** Any others, by their AX names. */
  attributes?: Readonly<Record<string, FakeValue>>;
  actions?: readonly string[];
  /** Attributes that can be set. */
  settable?: readonly string[];
  /** Attributes of those that refuse to be set after all. */
  refuses?: readonly string[];
  /** A key means the element of that key: a cycle, or a second place for it. */
  children?: readonly (FakeElement | string)[];
  fault?: FakeFault;
  /** Reports that an attribute was set, but does not change it. */
  stubborn?: boolean;
  /** Shows its children only after AXManualAccessibility was set on the application. */
  lazy?: boolean;
  /** The world after an action was performed. */
  reactions?: Readonly<Record<string, FakeWorld>>;
}

export interface FakeApplication {
  pid: number;
  name: string;
  bundleId?: string;
  /** The path of its program; by default /Applications/<name>.app/Contents/MacOS/<name>. */
  path?: string;
  /** Further entries of its Info.plist. */
  info?: Readonly<Record<string, string | boolean>>;
  tree?: FakeElement;
  /** The key of the element that has the focus. */
  focus?: string;
  fault?: FakeFault;
  /** Does not come to the front on request. */
  shy?: boolean;
}

export interface FakeWindow {
  number: number;
  pid: number;
  owner?: string;
  title?: string;
  bounds: Box;
  layer?: number;
  onScreen?: boolean;
}

export interface FakeWorld {
  trusted?: boolean;
  recording?: boolean;
  /** Outside of a graphical session: no window server answers. */
  headless?: boolean;
  frontmost?: number;
  applications?: readonly FakeApplication[];
  windows?: readonly FakeWindow[];
  displays?: readonly { id: number; bounds: Box; pixelWidth: number }[];
  /** The worlds after a key was pressed, by key code. */
  keys?: Readonly<Record<number, FakeWorld>>;
  /** Becomes another world after this many messages to elements. */
  then?: { messages: number; world: FakeWorld };
}

/** Gives the elements of all worlds of one fake Mac their numbers. */
export class ElementNumbers {
  readonly #numbers = new Map<string, number>();

  of(key: string): number {
    const number = this.#numbers.get(key) ?? this.#numbers.size;
    this.#numbers.set(key, number);
    return number;
  }

  keyOf(number: number): string {
    return [...this.#numbers].find(([, other]) => other === number)?.[0] ?? `element ${number}`;
  }
}

/** The script of a world. `put` writes the script of a world that may follow, and says where. */
export function script(world: FakeWorld, numbers: ElementNumbers, put: (world: FakeWorld) => string): string {
  const lines: string[] = [];
  const line = (...fields: (string | number | boolean)[]) => {
    lines.push(fields.map((field) => (typeof field === 'boolean' ? Number(field) : field)).join('\t'));
  };
  line('trusted', world.trusted ?? true);
  line('recording', world.recording ?? true);
  line('headless', world.headless ?? false);
  if (world.frontmost !== undefined) line('frontmost', world.frontmost);
  if (world.then) line('then', world.then.messages, put(world.then.world));
  for (const { id, bounds, pixelWidth } of world.displays ?? [])
    line('display', id, ...sides(bounds), pixelWidth);
  for (const { number, pid, layer, onScreen, bounds, owner, title } of world.windows ?? []) {
    const named = title === undefined ? [] : [escaped(title)];
    line(
      'window',
      number,
      pid,
      layer ?? 0,
      onScreen ?? true,
      ...sides(bounds),
      escaped(owner ?? ''),
      ...named,
    );
  }
  for (const [code, next] of Object.entries(world.keys ?? {})) line('key', code, put(next));
  for (const application of world.applications ?? []) writeApplication(application);
  return `${lines.join('\n')}\n`;

  function writeApplication(application: FakeApplication): void {
    const { pid, name, bundleId, info, tree, focus, fault } = application;
    const bundle = `/Applications/${name}.app`;
    const path = application.path ?? `${bundle}/Contents/MacOS/${name}`;
    line('process', pid, path);
    const entries = {
      CFBundleExecutable: name,
      CFBundleName: name,
      ...(bundleId !== undefined && { CFBundleIdentifier: bundleId }),
      ...info,
    };
    for (const [key, value] of Object.entries(entries)) {
      const type = typeof value === 'boolean' ? 'b' : 's';
      const text = typeof value === 'boolean' ? Number(value) : escaped(value);
      line('bundle', escaped(path.replace(/\/Contents\/MacOS\/[^/]*$/, '')), key, type, text);
    }
    if (application.shy) line('shy', pid);
    if (fault !== undefined) line('process-fault', pid, ...faultFields(fault));
    if (tree) {
      line('root', pid, numbers.of(tree.key ?? String(pid)));
      writeElement(tree, pid, String(pid));
    }
    if (focus !== undefined) line('focus', pid, numbers.of(focus));
  }

  function writeElement(element: FakeElement, pid: number, place: string): number {
    const number = numbers.of(element.key ?? place);
    line('element', number, element.pid ?? pid);
    for (const [name, value] of Object.entries(attributesOf(element))) {
      line('attribute', number, name, ...valueFields(value, numbers));
    }
    for (const action of element.actions ?? []) line('action', number, escaped(action));
    for (const name of element.settable ?? []) line('settable', number, name);
    for (const name of element.refuses ?? []) line('refused', number, name);
    for (const [action, next] of Object.entries(element.reactions ?? {})) {
      line('reaction', number, escaped(action), put(next));
    }
    if (element.fault !== undefined) line('fault', number, ...faultFields(element.fault));
    if (element.lazy) line('lazy', number);
    if (element.stubborn) line('stubborn', number);
    for (const [index, child] of (element.children ?? []).entries()) {
      const childNumber =
        typeof child === 'string' ? numbers.of(child) : writeElement(child, pid, `${place}/${index}`);
      line('child', number, childNumber);
    }
    return number;
  }
}

function attributesOf({ role, title, value, bounds, attributes }: FakeElement): Record<string, FakeValue> {
  return {
    AXRole: role,
    ...(title !== undefined && { AXTitle: title }),
    ...(value !== undefined && { AXValue: value }),
    ...(bounds && {
      AXPosition: { point: [bounds.x, bounds.y] },
      AXSize: { size: [bounds.width, bounds.height] },
    }),
    ...attributes,
  };
}

function valueFields(value: FakeValue, numbers: ElementNumbers): [type: string, text: string | number] {
  if (typeof value === 'string') return ['s', escaped(value)];
  if (typeof value === 'number') return ['i', value];
  if (typeof value === 'boolean') return ['b', Number(value)];
  if ('data' in value) return ['d', ''];
  if ('float' in value) return ['f', value.float];
  if ('styled' in value) return ['t', escaped(value.styled)];
  if ('url' in value) return ['u', escaped(value.url)];
  if ('point' in value) return ['p', value.point.join(' ')];
  if ('size' in value) return ['z', value.size.join(' ')];
  if ('rect' in value) return ['r', value.rect.join(' ')];
  if ('range' in value) return ['g', value.range.join(' ')];
  if ('element' in value) return ['x', numbers.of(value.element)];
  return ['e', value.error];
}

function faultFields(fault: FakeFault): [kind: string, number: number] {
  if (typeof fault === 'string') return [fault, 0];
  return 'slow' in fault ? ['slow', fault.slow] : ['error', fault.error];
}

/** ASCII, with everything else as \uXXXX for each UTF-16 unit. */
function escaped(text: string): string {
  return text.replaceAll(/[^ -[\]-~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The text that world.c wrote. */
export function unescaped(text: string): string {
  return text.replaceAll(/\\u([0-9a-f]{4})/g, (_, digits: string) =>
    String.fromCharCode(parseInt(digits, 16)),
  );
}

function sides({ x, y, width, height }: Box): number[] {
  return [x, y, width, height];
}
