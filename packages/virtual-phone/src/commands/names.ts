import type { Component } from '../framework/system/activity-record.ts';

/** Names of windows, activities and tasks in dumpsys and logs. */

/** Looks like a Java object's identity hash; an object keeps its hash while the phone runs. */
export function hashOf(thing: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(thing)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  // Hashes of Dalvik and ART have at most 30 bits.
  return (hash >>> 2).toString(16);
}

interface NamedActivity {
  readonly id: number;
  readonly component: Component;
}

/** `ActivityRecord{h u0 pkg/.Main t7}`; Android 12 closes the brace before the task (seen in 12 and 13). */
export function activityName({ id, component }: NamedActivity, taskId: number, release: number): string {
  const name = `ActivityRecord{${hashOf(`activity ${id}`)} u${component.user ?? 0} ${component.package}/${component.short}`;
  return release === 12 ? `${name}} t${taskId}}` : `${name} t${taskId}}`;
}

/** Up to Android 9 the window manager names the token that represents the activity. */
export function appToken(activity: NamedActivity, taskId: number, release: number): string {
  const name = activityName(activity, taskId, release);
  return release <= 9
    ? `AppWindowToken{${hashOf(`app token ${activity.id}`)} token=${token(activity, name)}}`
    : name;
}

function token({ id }: NamedActivity, name: string): string {
  return `Token{${hashOf(`token ${id}`)} ${name}}`;
}

export function windowName({
  id,
  title,
  user,
}: {
  id: number;
  title: string;
  user?: number | undefined;
}): string {
  return `Window{${hashOf(`window ${id}`)} u${user ?? 0} ${title}}`;
}
