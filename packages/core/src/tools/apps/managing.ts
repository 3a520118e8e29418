import * as z from 'zod';
import type { AppManager, PackageFile, PackageManager } from '../../device/services/app-manager.ts';
import type { InstalledApp } from '../../device/apps.ts';
import { invalidParams, permissionDenied } from '../../device/errors.ts';
import type { Device } from '../../device/port.ts';
import { chosenFolder } from '../files/host-folder.ts';
import {
  Acted,
  defineTool,
  type FilesFolder,
  reading,
  replacing,
  type Tool,
  type ToolContext,
} from '../frame/define.ts';
import type { DoneToApp } from '../frame/policy-check.ts';
import { withRemarks } from '../frame/words.ts';
import { appInfoLines } from './app-info.ts';
import { appsOf, meantApp, titleFor } from './apps.ts';

/** Sending an app over a slow line and optimising it on a slow phone take minutes. */
const INSTALL_LIMIT_MS = 600_000;

const app = z.string().min(1).describe('As in open_app');

const failsOnApp = {
  element_not_found: 'No app fits, or several do; the error names them.',
  permission_denied:
    'The policy of the server or of the device forbids it, or this device has no such thing.',
} as const;

function managerOf({ services }: Device): AppManager {
  const manager = services?.appManager;
  if (!manager) throw permissionDenied('The applications of this device cannot be managed.');
  return manager;
}

function packagesOf(device: Device): PackageManager {
  const { packages } = managerOf(device);
  if (!packages)
    throw permissionDenied(
      'Only the apps of phones can be installed, changed or asked about. Here use open_app, close_app and list_apps.',
    );
  return packages;
}

/** The application that was meant, if the policy allows to do something to it. */
async function allowedApp(
  { device, hands, call }: ToolContext,
  wanted: string,
  done?: DoneToApp,
): Promise<InstalledApp> {
  const found = await meantApp(appsOf(device), wanted, call);
  await hands.mayReach(found, done);
  return found;
}

const closeApp = defineTool({
  name: 'close_app',
  title: 'Close app',
  description: 'End an app with all its processes (force-stop).',
  hints: replacing,
  class: 'apps',
  needs: 'manageApps',
  input: z.strictObject({ app }),
  limit: ({ look, action }) => look + action,
  example: { app: 'Calculator' },
  fails: {
    ...failsOnApp,
    action_failed: 'The app could not be ended, or was started again at once.',
  },
  async handle(context, { app: wanted }) {
    const found = await allowedApp(context, wanted);
    const ran = await context.hands.change((device) => managerOf(device).close(found, context.call));
    const title = titleFor(found, wanted);
    return new Acted(ran ? `Closed ${title}` : `${title} was not running`);
  },
});

const installApp = defineTool({
  name: 'install_app',
  title: 'Install app',
  description: "Install an app from the server's files folder: .apk, .apks, or a folder of splits.",
  hints: replacing,
  class: 'apps',
  needs: 'manageApps',
  input: z.strictObject({
    path: z.string().min(1),
    replace: z.boolean().default(true).describe('Update it, keeping data'),
    downgrade: z.boolean().default(false).describe('Allow an older version'),
    grant_permissions: z.boolean().default(false),
  }),
  limit: () => INSTALL_LIMIT_MS,
  example: { path: 'shop.apk' },
  fails: {
    invalid_params: 'The path leaves the folder for files, or what is there is no app.',
    element_not_found: 'There is no such file.',
    permission_denied: 'The server has no folder for files (--files), or the policy or the phone forbids it.',
    action_failed: 'The phone refused the app, and what would help; or the connection broke on the way.',
  },
  async handle({ device, hands, call, hostFolder, progress }, args) {
    const packages = packagesOf(device);
    const folder = chosenFolder(hostFolder);
    const read = await packages.read(await packageFiles(folder, args.path), call);
    const receivers = () => Promise.resolve([read.id]);
    await hands.mayReachAll(receivers, whatInstalls(args.path, args.grant_permissions));
    const wish = {
      replace: args.replace,
      downgrade: args.downgrade,
      grantPermissions: args.grant_permissions,
      onProgress: progress,
    };
    const { version, replaced, files, remarks } = await hands.change(() => read.install(wish, call));
    const was = replaced ? ` ${inPlaceOf(replaced.version, version)}` : '';
    const parts = files > 1 ? ` (${files} files)` : '';
    return new Acted(`Installed ${read.id} ${version ?? ''}${was}${parts}`.replace(/ {2,}/g, ' ').trim(), {
      remarks,
    });
  },
});

/** An app that gets every permission it asks for is judged as more than an app. */
function whatInstalls(path: string, grants: boolean) {
  const permission = 'every permission it asks for';
  return grants ? { text: `${path}, with ${permission}`, sent: { permission } } : { text: path };
}

/** Builds of one version differ in what its name does not tell. */
function inPlaceOf(before: string | undefined, now: string | undefined): string {
  if (before === undefined) return 'in place of another version';
  return before === now ? 'in place of another build of it' : `in place of ${before}`;
}

const uninstallApp = defineTool({
  name: 'uninstall_app',
  title: 'Uninstall app',
  description: 'Uninstall an app.',
  hints: replacing,
  class: 'apps',
  needs: 'manageApps',
  input: z.strictObject({ app, keep_data: z.boolean().default(false) }),
  limit: ({ look, action }) => look + 3 * action,
  example: { app: 'com.example.notes' },
  fails: { ...failsOnApp, action_failed: 'The device did not remove it, and why.' },
  async handle(context, { app: wanted, keep_data: keepData }) {
    const found = await allowedApp(context, wanted);
    const remark = await context.hands.change((device) =>
      packagesOf(device).uninstall(found, { keepData }, context.call),
    );
    const kept = keepData && remark === undefined ? ', its data kept' : '';
    return new Acted(`Uninstalled ${titleFor(found, wanted)}${kept}`, { remarks: [remark] });
  },
});

const clearAppData = defineTool({
  name: 'clear_app_data',
  title: 'Clear app data',
  description: 'Delete all data of an app, as if freshly installed.',
  hints: replacing,
  class: 'apps',
  needs: 'manageApps',
  input: z.strictObject({ app }),
  limit: ({ look, action }) => look + 2 * action,
  example: { app: 'com.example.notes' },
  fails: { ...failsOnApp, action_failed: 'The device did not clear it, and why.' },
  async handle(context, { app: wanted }) {
    const found = await allowedApp(context, wanted);
    await context.hands.change((device) => packagesOf(device).clearData(found, context.call));
    return new Acted(`Cleared the data of ${titleFor(found, wanted)}`);
  },
});

const getAppInfo = defineTool({
  name: 'get_app_info',
  title: 'Get app info',
  description: 'Version, installer, size, activities and permissions of an app.',
  hints: reading,
  class: 'read',
  needs: 'manageApps',
  input: z.strictObject({ app }),
  limit: ({ look }) => look,
  example: { app: 'com.example.notes' },
  fails: failsOnApp,
  async handle({ device, call }, { app: wanted }) {
    const found = await meantApp(appsOf(device), wanted, call);
    const info = await packagesOf(device).info(found, call);
    return appInfoLines(titleFor(found, wanted), info).join('\n');
  },
});

const setPermission = defineTool({
  name: 'set_permission',
  title: 'Set permission',
  description: 'Grant or revoke a permission of an app.',
  hints: replacing,
  class: 'apps',
  needs: 'manageApps',
  touchesScreen: false,
  input: z.strictObject({
    app,
    // The judged name must be the one that the device uses: without blanks around it.
    permission: z.string().trim().min(1).describe('CAMERA, or in full'),
    granted: z.boolean(),
  }),
  limit: ({ look, action }) => look + action,
  example: { app: 'com.example.notes', permission: 'CAMERA', granted: true },
  fails: {
    ...failsOnApp,
    invalid_params: '`permission` is no name of a permission.',
    element_not_found: 'No app fits, or it does not ask for this permission.',
    permission_denied:
      'The permission comes with the installation, is fixed by a policy, or this Android has no such thing.',
  },
  async handle(context, { app: wanted, permission, granted }) {
    const text = `${granted ? 'grant' : 'revoke'} ${permission}`;
    const found = await allowedApp(context, wanted, { text, done: { permission } });
    const { name, remark } = await context.hands.change((device) =>
      packagesOf(device).setPermission(found, { permission, granted }, context.call),
    );
    const title = titleFor(found, wanted);
    return withRemarks(granted ? `Granted ${name} to ${title}` : `Revoked ${name} from ${title}`, remark);
  },
});

/** Tools that install, change and end applications. */
export const managingTools: readonly Tool[] = [
  closeApp,
  installApp,
  uninstallApp,
  clearAppData,
  getAppInfo,
  setPermission,
];

/** Larger than what goes through the file tools: games have hundreds of megabytes. */
const MOST_APP_BYTES = 1024 * 1024 * 1024;

/** The files of an app in the folder for files: one file, or all packages of a folder. */
async function packageFiles(folder: FilesFolder, path: string): Promise<readonly PackageFile[]> {
  if ((await folder.kindOf(path)) !== 'folder')
    return [{ name: path, bytes: await folder.read(path, MOST_APP_BYTES) }];
  const names = (await folder.list(path)).map(({ name }) => name);
  const packages = names.filter((name) => name.toLowerCase().endsWith('.apk')).sort();
  if (packages.length === 0) throw invalidParams(`The folder '${path}' has no .apk files in it.`);
  const files: PackageFile[] = [];
  let left = MOST_APP_BYTES;
  for (const name of packages) {
    const bytes = await folder.read(`${path}/${name}`, left);
    left -= bytes.length;
    files.push({ name, bytes });
  }
  return files;
}
