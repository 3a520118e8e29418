/** The numbers and names of Android's fixed users and groups (android_filesystem_config.h). */

const NAMES = new Map([
  [0, 'root'],
  [1000, 'system'],
  [1001, 'radio'],
  [1004, 'input'],
  [1007, 'log'],
  [1011, 'adb'],
  [1013, 'media'],
  [1015, 'sdcard_rw'],
  [1023, 'media_rw'],
  [1028, 'sdcard_r'],
  [1078, 'ext_data_rw'],
  [1079, 'ext_obb_rw'],
  [2000, 'shell'],
  [3001, 'net_bt_admin'],
  [3002, 'net_bt'],
  [3003, 'inet'],
  [3006, 'net_bw_stats'],
  [3009, 'readproc'],
  [3011, 'uhid'],
  [3012, 'readtracefs'],
  [9997, 'everybody'],
]);

const FIRST_APP = 10_000;

/** The user that runs a command, and the groups it is in. */
export interface User {
  readonly uid: number;
  readonly gid: number;
  readonly groups: readonly number[];
}

export const ROOT: User = {
  uid: 0,
  gid: 0,
  groups: [1004, 1007, 1011, 1015, 1028, 3001, 3002, 3003, 3006],
};

/** The package manager and the other services of the system. */
export const SYSTEM_USER: User = { uid: 1000, gid: 1000, groups: [1015, 1023, 1028] };

/** The user of `adb shell`; newer releases add groups (uhid allows it to make an input device with uinput). */
export function shellUser(release: number): User {
  const newer = release >= 9 ? [3009, 3011] : [];
  const newest = release >= 12 ? [1078, 1079, 3012] : [];
  const groups = [1004, 1007, 1011, 1015, 1028, 3001, 3002, 3003, 3006, ...newer, ...newest];
  return { uid: 2000, gid: 2000, groups: groups.sort((a, b) => a - b) };
}

/** A user's or group's name as `ls -l` and `id` show it; apps are u0_a0, u0_a1, … */
export function userName(id: number): string {
  return NAMES.get(id) ?? (id >= FIRST_APP ? `u0_a${id - FIRST_APP}` : String(id));
}
