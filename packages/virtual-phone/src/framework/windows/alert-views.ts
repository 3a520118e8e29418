import { button, column } from '../widgets/kit.ts';
import { alert } from '../widgets/screen.ts';
import type { View } from '../views/view.ts';

/** A dialog of the system: about a failing app, or a question. */
export interface SystemAlert {
  /** The package that owns the window. Default: the system's own. */
  readonly package?: string;
  /** Called for Back. Default: nothing happens. */
  readonly onBack?: () => void;
  /** The title of the window in the window manager, in English in every language. */
  readonly title: string;
  /** The class in system_server that shows it, as accessibility events report it. */
  readonly class: string;
  /** The text of the accessibility event. */
  readonly text: string;
  readonly view: View;
}

interface Failing {
  readonly package: string;
  readonly label: string;
  readonly release: number;
}

/**
 * An app crashed. Android 5's dialog is recorded; later ones have a list of buttons in the place of an alert's content
 * (AOSP's AppErrorDialog and its layout; "Open app again" is hidden unless a setting asks for it).
 */
export function crashed(
  { package: packageName, label, release }: Failing,
  { isRepeated, close, info }: { isRepeated: boolean; close: () => void; info: () => void },
): SystemAlert {
  const isOld = release === 5;
  const sentence = `${label} ${isRepeated ? 'keeps stopping' : 'has stopped'}`;
  const text = isOld ? `Unfortunately, ${label} has stopped.` : sentence;
  const { view } = isOld
    ? alert({ message: text, buttons: [{ label: 'OK', onTap: close }] })
    : alert({
        title: text,
        content: buttonList([
          { id: 'aerr_app_info', label: 'App info', onTap: info },
          { id: 'aerr_close', label: 'Close app', onTap: close },
        ]),
        buttons: [],
      });
  return { title: `Application Error: ${packageName}`, class: `${SERVER}.AppErrorDialog`, text, view };
}

/** An app is not responding (AOSP's AppNotRespondingDialog). */
export function notResponding(
  { package: packageName, label, release }: Failing,
  { wait, close }: { wait: () => void; close: () => void },
): SystemAlert {
  const isOld = release === 5;
  const text = isOld ? `${label} isn't responding.\n\nDo you want to close it?` : `${label} isn't responding`;
  const { view } = isOld
    ? alert({
        message: text,
        buttons: [
          { label: 'Wait', onTap: wait },
          { label: 'OK', onTap: close },
        ],
      })
    : alert({
        title: text,
        content: buttonList([
          { id: 'aerr_close', label: 'Close app', onTap: close },
          { id: 'aerr_wait', label: 'Wait', onTap: wait },
        ]),
        buttons: [],
      });
  const title = `Application Not Responding: ${packageName}`;
  return { title, class: `${SERVER}.AppNotRespondingDialog`, text, view };
}

const SERVER = 'com.android.server.am';

function buttonList(buttons: readonly { id: string; label: string; onTap: () => void }[]): View {
  return column(
    buttons.map(({ id, label, onTap }) =>
      button(label, onTap, { tone: 'plain', id: `android:id/${id}`, width: 'fill' }),
    ),
    { id: 'android:id/custom', width: 'fill' },
  );
}

/** A short message above everything. */
export function toast(message: string): View {
  return {
    type: 'text',
    class: 'android.widget.TextView',
    id: 'android:id/message',
    text: message,
    color: '#f4eff4',
    background: '#313033',
    radius: 24,
    padding: [12, 20],
    maxLines: 2,
  };
}
