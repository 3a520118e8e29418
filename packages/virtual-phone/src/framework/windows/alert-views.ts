import { alert } from '../widgets/screen.ts';
import type { View } from '../views/view.ts';

/** A dialog of the system about a failing app: the title of its window, and its content. */
export interface SystemAlert {
  readonly title: string;
  readonly view: View;
}

/** An app crashed. The wording is that of the release; Android 5's is recorded. */
export function crashed(
  packageName: string,
  { label, release }: { label: string; release: number },
  close: () => void,
): SystemAlert {
  const { view } =
    release === 5
      ? alert({ message: `Unfortunately, ${label} has stopped.`, buttons: [{ label: 'OK', onTap: close }] })
      : alert({ title: `${label} has stopped`, buttons: [{ label: 'Close app', onTap: close }] });
  return { title: `Application Error: ${packageName}`, view };
}

/** An app is not responding. */
export function notResponding(
  packageName: string,
  label: string,
  choices: { wait: () => void; close: () => void },
): SystemAlert {
  const { view } = alert({
    title: `${label} isn't responding`,
    buttons: [
      { label: 'Close app', onTap: choices.close },
      { label: 'Wait', onTap: choices.wait },
    ],
  });
  return { title: `Application Not Responding: ${packageName}`, view };
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
