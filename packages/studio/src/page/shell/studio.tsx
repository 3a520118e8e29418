import { Bar } from './bar.tsx';
import { Help } from './help.tsx';
import { Panes } from './panes.tsx';
import { helpIsOpen } from './views.ts';
import { link } from '../connection/state.ts';
import './connection-notice.css';

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

/** A notice while the server is gone. It lies over the page, so that nothing moves. */
function ConnectionNotice() {
  return (
    <div class="connection-notice" role="status">
      {link.value === 'lost' && (
        <p>
          The server does not answer. This page keeps trying. A server that is started anew needs a new link:
          it prints one, and so does <code>handeye studio</code>.
        </p>
      )}
      {link.value === 'refused' && (
        <p>
          The server was started anew and does not know this browser any more. Open the link that it printed,
          or run <code>handeye studio</code> on the computer that runs Handeye.
        </p>
      )}
    </div>
  );
}
