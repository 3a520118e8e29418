/**
 * Who may import from whom. A request walks one way (gate, protocol, tool, device port, platform, snapshot, text), and so do
 * imports. A room is a folder below a package's src; the longest name that fits a file is its room, so that a folder inside a
 * room can be a room of its own with rules of its own. A room may always import from itself and from rooms inside it.
 */
export interface Rooms {
  /** The package's folder. */
  readonly src: string;
  /** Each room with the rooms that it may import from; '*' is all of them. Files beside the rooms are the room ''. */
  readonly rooms: Readonly<Record<string, readonly string[] | '*'>>;
}

export const packages: readonly Rooms[] = [
  {
    src: 'packages/core/src',
    rooms: {
      call: [],
      text: [],
      device: ['call'],
      guard: ['device', 'text', 'call'],
      // The frame around every tool knows no tool.
      'tools/frame': ['guard', 'device', 'text', 'call'],
      tools: ['guard', 'device', 'text', 'call'],
      server: ['tools', 'guard', 'device', 'text', 'call'],
    },
  },
  {
    src: 'packages/linux/src',
    rooms: {
      dbus: [],
      'display-parts': [],
      input: [],
      wayland: ['display-parts', 'input'],
      x11: ['display-parts', 'input'],
      '': '*',
    },
  },
  {
    src: 'packages/studio/src',
    // The wire takes types alone from core: nothing else reaches the page.
    rooms: { wire: [], page: ['wire'], '': '*' },
  },
  {
    src: 'packages/handeye/src',
    rooms: { config: [], cli: ['config'] },
  },
  {
    src: 'packages/flows/src',
    // Reading a file needs no device and no script; a script knows no flow.
    rooms: { file: [], script: [], '': '*' },
  },
  {
    src: 'packages/virtual-phone/src',
    rooms: {
      kernel: [],
      files: ['kernel'],
      adbd: ['kernel'],
      shell: ['files', 'kernel'],
      programs: ['shell', 'files', 'kernel'],
      framework: ['kernel'],
      apps: ['framework', 'kernel'],
      commands: ['framework', 'programs', 'shell', 'files', 'kernel'],
      companion: ['commands', 'framework', 'programs', 'shell', 'files', 'kernel'],
      '': '*',
    },
  },
  ...['screen', 'adb', 'android', 'macos', 'farm'].map((name) => ({
    src: `packages/${name}/src`,
    rooms: { '': '*' as const },
  })),
];
