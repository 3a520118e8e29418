/** How to allow accessibility. The permission belongs to the host application, not to Handeye. */
export const ACCESSIBILITY_NOT_ALLOWED =
  'macOS does not let this program use accessibility. Allow it in System Settings > Privacy & Security > Accessibility: ' +
  'switch on the application that started Handeye (Terminal, iTerm, Claude, Visual Studio Code, …), because the ' +
  'permission belongs to that host application. If it is not in the list, add it with +; if it is on already, remove it ' +
  'and add it again. ' +
  'Then restart the host application.';

/** How to allow screen recording. Without it, screenshots show only the wallpaper. */
export const SCREEN_RECORDING_NOT_ALLOWED =
  'macOS does not let this program record the screen. Allow it in System Settings > Privacy & Security > Screen & ' +
  'System Audio Recording (before macOS 15: Screen Recording): switch on the application that started Handeye ' +
  '(+ adds it to the list), and restart it. Everything except pictures works without it.';
