/**
 * `dumpsys power`: whether somebody could see the screen. Asleep, Dozing (a dimmed clock) and Dreaming (a screen
 * saver) are not awake: what the tree shows then is not what is on the display. Undefined if the output does not say.
 */
export function parseAwake(output: string): boolean | undefined {
  const wakefulness = /^\s*mWakefulness=(\w+)/m.exec(output)?.[1];
  if (wakefulness !== undefined) return wakefulness === 'Awake';
  const power = /Display Power: state=(\w+)/.exec(output)?.[1];
  return power === undefined ? undefined : power === 'ON';
}
