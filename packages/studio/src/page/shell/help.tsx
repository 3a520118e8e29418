import { signal } from '@preact/signals';
import { hello } from '../connection/state.ts';
import { allKeys, keyGroups } from '../keys/keys.ts';
import { Dialog } from '../parts/dialog.tsx';
import { helpIsOpen } from './views.ts';
import './help.css';

/** All keys, also those of hidden views, and the address for agents. */
export function Help() {
  const { version = '', mcp } = hello.value ?? {};
  return (
    <Dialog title="Help and keys" onClose={() => (helpIsOpen.value = false)}>
      <div class="help-groups">
        {keyGroups.map((group) => {
          const own = allKeys.filter((key) => key.group === group);
          return (
            <section key={group}>
              <h3>{group}</h3>
              <dl class="help-keys">
                {own.map(({ key, about }) => (
                  <div key={key + about}>
                    <dt>
                      <kbd>{key === ' ' ? 'Space' : key}</kbd>
                    </dt>
                    <dd>{about}</dd>
                  </div>
                ))}
              </dl>
            </section>
          );
        })}
      </div>
      <ThemeChoice />
      <p class="help-foot">
        Handeye {version}.{' '}
        {mcp !== undefined && (
          <>
            Agents connect to <code>{mcp}</code>.
          </>
        )}
      </p>
    </Dialog>
  );
}

const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

const STORED = 'handeye-theme';

const theme = signal<Theme>(themes.find((one) => one === localStorage.getItem(STORED)) ?? 'system');

/** Applies the stored theme. */
export function applyTheme(): void {
  theme.subscribe((chosen) => {
    document.documentElement.dataset.theme = chosen;
    localStorage.setItem(STORED, chosen);
  });
}

function ThemeChoice() {
  return (
    <fieldset class="theme-choice">
      <legend>Theme</legend>
      {themes.map((one) => (
        <label key={one}>
          <input
            type="radio"
            name="theme"
            checked={theme.value === one}
            onChange={() => (theme.value = one)}
          />
          {one}
        </label>
      ))}
    </fieldset>
  );
}
