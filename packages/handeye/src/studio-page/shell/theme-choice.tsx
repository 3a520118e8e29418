import { signal } from '@preact/signals';

const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

const STORED = 'handeye-theme';

const theme = signal<Theme>(themes.find((one) => one === localStorage.getItem(STORED)) ?? 'system');

/** Applies the theme that the person chose before. */
export function applyTheme(): void {
  theme.subscribe((chosen) => {
    document.documentElement.dataset.theme = chosen;
    localStorage.setItem(STORED, chosen);
  });
}

export function ThemeChoice() {
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
