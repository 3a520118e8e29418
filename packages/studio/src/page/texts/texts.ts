import { effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ScreenTexts } from '../../wire/screen.ts';
import { request } from '../connection/connection.ts';
import { screen } from '../connection/state.ts';
import { FreshTexts } from './fresh-texts.ts';

/** The texts that a model would get of the shown screen. */
export const texts = signal<ScreenTexts | undefined>(undefined);

const fresh = new FreshTexts({
  screen: () => screen.peek(),
  // Without an answer the connection or the device is gone, which is shown elsewhere.
  ask: (device) => request('texts', { device }).catch(() => undefined),
  show: (shown) => (texts.value = shown),
});

/** Refreshes the texts with the screen while a component is shown. */
export function useTexts(): void {
  useEffect(
    () =>
      effect(() => {
        if (screen.value) void fresh.refresh();
        else texts.value = undefined;
      }),
    [],
  );
}
