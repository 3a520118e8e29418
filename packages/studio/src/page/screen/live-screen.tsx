import { frame, hands, screen, unseen } from '../connection/state.ts';
import { HandOnScreen } from '../hand/hand-on-screen.tsx';
import { defineKeys, useKeys } from '../keys/keys.ts';
import './boxes.css';
import { Boxes, Wireframe } from './boxes.tsx';
import './live-screen.css';
import { elementAt } from './element-at.ts';
import { hovered, pin, showsBoxes, unpin } from './pointed.ts';
import { Unseen } from './unseen.tsx';

const screenKeys = defineKeys('Screen', {
  b: 'Show the box of every element',
  Escape: 'Let go of the element that is pinned',
});

/** The current screen of the watched device. */
export function LiveScreen() {
  useKeys(screenKeys, () => ({ b: toggleBoxes, Escape: unpin }));
  return (
    <section class="pane live" aria-label="Live screen">
      <div class="live-stage">
        <Glass />
        <Notes />
        <Unseen />
      </div>
      <div class="live-tools">
        <span class="live-app from-device">{screen.value?.app}</span>
        <label>
          <input type="checkbox" checked={showsBoxes.value} onChange={toggleBoxes} /> All boxes
        </label>
      </div>
    </section>
  );
}

function toggleBoxes(): void {
  showsBoxes.value = !showsBoxes.value;
}

/** A note for people who look at the picture. */
function Notes() {
  const { awake = true, pictureless } = screen.value ?? {};
  return (
    <div class="live-notes" role="status">
      {!awake && <p class="live-note">The display is asleep.</p>}
      {pictureless !== undefined && <p class="live-note from-device">{pictureless}</p>}
    </div>
  );
}

/** The picture, or a drawing in its place, and its overlays. */
function Glass() {
  const shown = screen.value;
  const picture = shown?.pictureless === undefined ? frame.value : undefined;
  const size = picture ?? (shown?.pictureless === undefined ? undefined : shown);
  if (!size) return null;
  return (
    // People who cannot point at the picture find the same elements in the text beside it.
    <div
      class="live-glass"
      style={{ '--width': size.width, '--height': size.height }}
      onMouseMove={(event) => {
        const id = elementUnder(event);
        hovered.value = id === undefined ? undefined : { id, from: 'picture' };
      }}
      onMouseLeave={() => (hovered.value = undefined)}
      onClick={(event) => {
        // After a take-over a click goes to the device.
        if (shown && hands.value.takenOver.includes(shown.device)) return;
        const id = elementUnder(event);
        if (id !== undefined) pin({ id, from: 'picture' });
      }}
    >
      {picture ? (
        <img
          src={picture.address}
          alt={`The screen of ${picture.device}`}
          class={unseen.value === undefined ? undefined : 'is-old'}
          draggable={false}
        />
      ) : (
        shown && <Wireframe screen={shown} />
      )}
      {shown && <Boxes screen={shown} />}
      <HandOnScreen />
    </div>
  );
}

/** The element of the screen under the mouse. */
function elementUnder({ currentTarget, clientX, clientY }: MouseEvent): string | undefined {
  const shown = screen.value;
  if (!shown || !(currentTarget instanceof Element)) return undefined;
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  const x = ((clientX - left) / width) * shown.width;
  const y = ((clientY - top) / height) * shown.height;
  return elementAt(shown, x, y)?.id;
}
