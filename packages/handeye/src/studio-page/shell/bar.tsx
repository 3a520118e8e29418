import { hello } from '../connection/state.ts';
import { HandControls } from '../hand/hand-controls.tsx';
import { Badge } from '../parts/badge.tsx';
import { Freshness } from '../screen/freshness.tsx';
import './bar.css';
import { DevicePicker } from './device-picker.tsx';
import { helpIsOpen } from './views.ts';

/** What is always at hand: which device, how fresh, who may do what, and the hand's own controls. */
export function Bar() {
  const policy = hello.value?.policy;
  return (
    <header class="bar">
      <h1>Handeye Studio</h1>
      <DevicePicker />
      <span class="bar-fresh">
        <Freshness />
      </span>
      <span class="policy">
        {policy !== undefined && (
          <Badge title="What agents may do: the policy of this server">Policy: {policy}</Badge>
        )}
      </span>
      <span class="bar-space" />
      <HandControls />
      <button
        type="button"
        class="button help-button"
        aria-label="Help and keys"
        aria-keyshortcuts="?"
        title="Help and keys (?)"
        onClick={() => (helpIsOpen.value = true)}
      >
        ?
      </button>
    </header>
  );
}
