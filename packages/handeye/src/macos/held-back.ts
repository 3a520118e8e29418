/**
 * Applications that an agent may read and nobody lets it write to by accident, by their bundle ids: whoever can use
 * these can do anything on this Mac.
 */
export const heldBack: readonly string[] = [
  // Passwords and keys.
  'com.apple.keychainaccess',
  'com.apple.Passwords',
  // System Settings; before macOS 13 System Preferences, by the same id.
  'com.apple.systempreferences',
  // What asks for a password, a fingerprint or a permission.
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
