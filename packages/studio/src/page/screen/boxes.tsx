import type { ComponentChildren } from 'preact';
import type { ScreenElement, WatchedScreen } from '../../wire/screen.ts';
import { elements, listed, lit, pinned, showsBoxes, target } from './pointed.ts';

/** Maximum number of boxes drawn. */
const MOST_BOXES = 400;

/** The share of the screen's width below which a box is too narrow for most names. */
const SLIM = 0.3;

/** The outlines of elements over the picture: of the one that is pointed at, or of all. */
export function Boxes({ screen }: { readonly screen: WatchedScreen }) {
  const pointed = lit.value && elements.value.get(lit.value.id);
  return (
    <div class="boxes" aria-hidden="true">
      {showsBoxes.value &&
        listed.value
          .slice(0, MOST_BOXES)
          .map((element) => <Box key={element.id} element={element} screen={screen} kind="is-faint" />)}
      {target.value?.device === screen.device && (
        <Box element={target.value} screen={screen} kind="is-target" />
      )}
      {pointed && (
        <Box
          element={pointed}
          screen={screen}
          kind={pinned.value?.id === pointed.id ? 'is-pinned' : 'is-lit'}
        >
          <span class="box-name from-device">{nameOf(pointed)}</span>
        </Box>
      )}
    </div>
  );
}

/** A screen without a picture, drawn from its elements. */
export function Wireframe({ screen }: { readonly screen: WatchedScreen }) {
  return (
    <div class="wireframe" aria-hidden="true">
      {listed.value.slice(0, MOST_BOXES).map((element) => (
        <Box key={element.id} element={element} screen={screen} kind="is-drawn">
          <span class="from-device">{element.label}</span>
        </Box>
      ))}
    </div>
  );
}

function nameOf({ label, role, id }: ScreenElement): string {
  return `${id.replace(/^node_/, '')} ${label === '' ? role : label}`;
}

interface BoxProps {
  readonly element: Pick<ScreenElement, 'box'>;
  readonly screen: WatchedScreen;
  readonly kind: string;
  readonly children?: ComponentChildren;
}

function Box({ element: { box }, screen: { width, height }, kind, children }: BoxProps) {
  // An element that lies partly outside is drawn as far as it is visible.
  const left = Math.max(0, box.left);
  const top = Math.max(0, box.top);
  const style = {
    left: share(left, width),
    top: share(top, height),
    width: share(Math.min(width, box.right) - left, width),
    height: share(Math.min(height, box.bottom) - top, height),
  };
  // A name goes where there is room for it.
  const room = `${top > height / 2 ? 'is-low' : ''} ${box.right - left < width * SLIM ? 'is-slim' : ''}`;
  return (
    <div class={`box ${kind} ${room}`} style={style}>
      {children}
    </div>
  );
}

function share(part: number, whole: number): string {
  return `${Math.max(0, (100 * part) / whole)}%`;
}
