/**
 * Who may import from whom. A request walks one way (gate, protocol, tool, device port, platform, snapshot, text), and so do
 * imports. A room is a folder below a package's src; the longest name that fits a file is its room, so that a folder inside a
 * room can be a room of its own with rules of its own. A room may always import from itself and from rooms inside it, but not
 * from the room around it unless it lists that.
 */
export interface Rooms {
  /** The package's folder. */
  readonly src: string;
  /** Each room with the rooms that it may import from; '*' is all of them. Files beside the rooms are the room ''. */
  readonly rooms: Readonly<Record<string, readonly string[] | '*'>>;
}

export const packages: readonly Rooms[] = [
  {
    src: 'packages/handeye/src',
    rooms: {
      call: [],
      text: [],
      ui: [],
      device: ['call', 'ui'],
      android: ['device', 'ui', 'call'],
      'android/adb': ['call'],
      linux: ['device', 'ui', 'call'],
      'linux/dbus': ['call'],
      'linux/display-parts': ['call'],
      'linux/input': ['call'],
      'linux/wayland': ['call', 'linux/display-parts', 'linux/input'],
      'linux/x11': ['call', 'linux/display-parts', 'linux/input'],
      macos: ['device', 'ui', 'call'],
      guard: ['device', 'ui', 'text', 'call'],
      // What surrounds every tool knows no tool.
      'tools/frame': ['guard', 'device', 'ui', 'text', 'call'],
      tools: ['guard', 'device', 'ui', 'text', 'call'],
      server: ['tools', 'guard', 'device', 'ui', 'call'],
      // Types alone: none of the guard's code reaches the page.
      'studio/wire': ['guard'],
      studio: ['studio/wire', 'server', 'tools', 'guard', 'device', 'ui', 'text', 'call'],
      'studio-page': ['studio/wire'],
      farm: ['server', 'tools', 'guard', 'device', 'ui', 'text', 'call'],
      config: ['tools', 'guard', 'server', 'android', 'device', 'ui', 'text', 'call'],
      cli: '*',
      '': '*',
    },
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
];
