/**
 * Bundle ids of applications that an agent may read but not write to unless allowed explicitly: with these, it could
 * do anything on this Mac.
 */
export const protectedApps: readonly string[] = [
  // Passwords and keys.
  'com.apple.keychainaccess',
  'com.apple.Passwords',
  // System Settings; System Preferences before macOS 13 has the same id.
  'com.apple.systempreferences',
  // Prompts for passwords, fingerprints and permissions.
  'com.apple.SecurityAgent',
  'com.apple.LocalAuthentication.UIAgent',
  'com.apple.UserNotificationCenter',
  // Terminals.
  'com.apple.Terminal',
  'com.googlecode.iterm2',
  'com.mitchellh.ghostty',
  'dev.warp.Warp-Stable',
  'net.kovidgoyal.kitty',
  'org.alacritty',
  'io.alacritty',
  'com.github.wez.wezterm',
  'co.zeit.hyper',
  'org.tabby',
];
