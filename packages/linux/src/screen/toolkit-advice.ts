import { readFileSync } from 'node:fs';
import type { ManagedWindow } from '../display.ts';

/** A toolkit, recognised by its libraries or the files in a process tree, and how to make its programs accessible. */
interface ToolkitAdvice {
  readonly loaded: RegExp;
  /** The advice to the user, then the packages. */
  readonly advice: string;
}

/**
 * The first that matches decides: Java and Electron load GTK, and GIMP 2.10 is GTK 2. Tried on Debian 12; Fedora's names of
 * packages were not tried.
 */
const toolkits: readonly ToolkitAdvice[] = [
  {
    loaded: /\/libjvm\.so/,
    advice:
      'It is a Java program: start it with ' +
      '-Djavax.accessibility.assistive_technologies=org.GNOME.Accessibility.AtkWrapper and the wrapper in its class path ' +
      '(Debian: libatk-wrapper-java and libatk-wrapper-java-jni; Fedora: java-atk-wrapper)',
  },
  {
    loaded: /\/(?:icudtl\.dat|v8_context_snapshot\.bin|chrome_\d+_percent\.pak)/,
    advice:
      'It is a Chromium or Electron program: start it with --force-renderer-accessibility and ACCESSIBILITY_ENABLED=1',
  },
  {
    loaded: /\/libgtk-x11-2\.0\.so/,
    advice:
      'It is a GTK 2 program: start it with GTK_MODULES=gail:atk-bridge (Debian: libgail-common and libatk-adaptor; ' +
      'Fedora: gtk2 and at-spi2-atk)',
  },
  {
    loaded: /\/libQt\d?Core\.so|\/libQt\d?Gui\.so/,
    advice:
      'It is a Qt program: restart it while Handeye runs, or start it with QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1',
  },
  {
    loaded: /\/libxul\.so/,
    advice: 'It is a Mozilla program: restart it while Handeye runs, or start it with GNOME_ACCESSIBILITY=1',
  },
  {
    loaded: /\/libgtk-[34]\.so/,
    advice:
      'It is a GTK program, which registers when it starts: restart it while Handeye runs, without NO_AT_BRIDGE',
  },
];

const NO_TOOLKIT =
  'It draws its window itself (as xterm and other terminals do), so nothing can make it readable: use its keys and text';

/** How to make a window's program accessible; undefined if its process cannot be examined. */
export function toolkitAdvice({ pid }: Pick<ManagedWindow, 'pid'>): string | undefined {
  const files = pid === undefined ? undefined : mappedFiles(pid);
  return files === undefined ? undefined : adviceFor(files);
}

/** The same for a process that has loaded these files. */
export function adviceFor(files: string): string {
  return toolkits.find(({ loaded }) => loaded.test(files))?.advice ?? NO_TOOLKIT;
}

/** The files that a process has mapped. Empty for processes of other users. */
function mappedFiles(pid: number): string | undefined {
  try {
    const maps = readFileSync(`/proc/${pid}/maps`, 'utf8');
    return maps === '' ? undefined : maps;
  } catch {
    return undefined;
  }
}
