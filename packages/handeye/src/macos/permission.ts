/** What a person must do before anything of this Mac can be read. The permission is not Handeye's own: its host has it. */
export const notTrusted =
  'macOS does not let this program use accessibility. Allow it in System Settings > Privacy & Security > Accessibility: ' +
  'switch on the application that started Handeye (Terminal, iTerm, Claude, Visual Studio Code, …), because the ' +
  'permission belongs to that host application. If it is not in the list, add it with +; if it is on already, remove it ' +
  'and add it again. ' +
  'Then restart the host application.';

/** What a person must do before a picture of the screen shows more than the wallpaper. */
export const noScreenRecording =
  'macOS does not let this program record the screen. Allow it in System Settings > Privacy & Security > Screen & ' +
  'System Audio Recording (before macOS 15: Screen Recording): switch on the application that started Handeye ' +
  '(+ adds it to the list), and restart it. Everything but pictures works without.';
