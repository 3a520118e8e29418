import { Bar } from './bar.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { Help } from './help.tsx';
import { Panes } from './panes.tsx';
import { helpIsOpen } from './views.ts';

/** The whole page. */
export function Studio() {
  return (
    <div class="studio">
      <Bar />
      <Panes />
      <ConnectionNotice />
      {helpIsOpen.value && <Help />}
    </div>
  );
}
