import type { Call } from '../../call/call.ts';
import type { Compositor } from './compositor.ts';
import { CompositorDisplay, openCompositor } from './compositor.ts';

/** The display of a compositor that offers nothing but its size (weston, or a desktop without portals). */
export class ScreenOnlyDisplay extends CompositorDisplay {
  readonly title = 'Wayland, without mouse, keys and pictures';
  readonly missing: Readonly<Record<'pointer' | 'keyboard' | 'clipboard' | 'picture' | 'windows', string>>;

  private constructor(compositor: Compositor, reason: string) {
    super(compositor);
    const reasons = { pointer: reason, keyboard: reason, clipboard: reason };
    this.missing = { ...reasons, picture: reason, windows: reason };
  }

  /** `reason` says why everything else is missing. */
  static open(environment: NodeJS.ProcessEnv, reason: string, call: Call): Promise<ScreenOnlyDisplay> {
    return openCompositor(environment, call, (compositor) => new ScreenOnlyDisplay(compositor, reason));
  }
}
