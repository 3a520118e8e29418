import { readBinaryXml, type Element } from './binary-xml.ts';
import { readZipEntry } from './zip.ts';

/** The manifest of an APK. */
export interface Manifest {
  readonly package: string;
  readonly versionCode: number;
  readonly versionName: string;
  readonly minSdk: number;
  readonly targetSdk: number;
  readonly label: string | undefined;
  readonly isTestOnly: boolean;
  /** Names as written: `.Main` or in full. */
  readonly activities: readonly string[];
  /** The activity with MAIN and LAUNCHER. */
  readonly launcher: string | undefined;
  readonly isDebuggable: boolean;
  /** Permissions it requests on this version of Android. */
  readonly permissions: readonly RequestedPermission[];
  readonly declaredPermissions: readonly DeclaredPermission[];
  readonly services: readonly DeclaredComponent[];
  readonly receivers: readonly DeclaredComponent[];
  /** The name of a split of an app; undefined for a whole app or its base. */
  readonly split: string | undefined;
}

export interface RequestedPermission {
  readonly name: string;
  readonly maxSdk: number;
}

export interface DeclaredPermission {
  readonly name: string;
  /** PermissionInfo.protectionLevel: 0 normal, 1 dangerous, 2 signature. */
  readonly level: number;
}

/** A service or receiver. */
export interface DeclaredComponent {
  /** As written: `.Main` or in full. */
  readonly name: string;
  readonly actions: readonly string[];
  /** The permission that a caller needs. */
  readonly permission: string | undefined;
}

/** Reads the manifest of an APK; undefined if the bytes are not an APK. */
export function readManifest(apk: Buffer): Manifest | undefined {
  const file = readZipEntry(apk, 'AndroidManifest.xml');
  const root = file && readBinaryXml(file);
  const name = text(root, 'package');
  if (root === undefined || name === undefined || root.name !== 'manifest') return undefined;
  const application = root.children.find((child) => child.name === 'application');
  const sdk = root.children.find((child) => child.name === 'uses-sdk');
  const activities = (application?.children ?? []).filter(({ name: kind }) =>
    /^activity(-alias)?$/.test(kind),
  );
  const launcher = activities.find(isLauncher);
  return {
    package: name,
    versionCode: number(root, 'versionCode') ?? 0,
    versionName: text(root, 'versionName') ?? '',
    minSdk: number(sdk, 'minSdkVersion') ?? 1,
    targetSdk: number(sdk, 'targetSdkVersion') ?? number(sdk, 'minSdkVersion') ?? 1,
    label: text(application, 'label'),
    isTestOnly: application?.attributes.get('testOnly') === true,
    activities: activities.flatMap((one) => text(one, 'name') ?? []),
    launcher: text(launcher, 'name'),
    isDebuggable: application?.attributes.get('debuggable') === true,
    permissions: requestedPermissions(root),
    declaredPermissions: root.children
      .filter((child) => child.name === 'permission')
      .map((one) => ({ name: text(one, 'name') ?? '', level: number(one, 'protectionLevel') ?? 0 })),
    services: components(application, 'service'),
    receivers: components(application, 'receiver'),
    split: text(root, 'split'),
  };
}

function requestedPermissions(root: Element): readonly RequestedPermission[] {
  return root.children
    .filter(({ name }) => name === 'uses-permission' || name === 'uses-permission-sdk-23')
    .map((one) => ({ name: text(one, 'name') ?? '', maxSdk: number(one, 'maxSdkVersion') ?? Infinity }));
}

function components(application: Element | undefined, kind: string): readonly DeclaredComponent[] {
  return (application?.children ?? [])
    .filter(({ name }) => name === kind)
    .map((one) => ({
      name: text(one, 'name') ?? '',
      actions: one.children.flatMap((filter) =>
        filter.children
          .filter(({ name }) => name === 'action')
          .flatMap((action) => text(action, 'name') ?? []),
      ),
      permission: text(one, 'permission'),
    }));
}

function isLauncher(activity: Element): boolean {
  return activity.children.some((filter) => {
    const names = filter.children.map((child) => text(child, 'name'));
    return names.includes('android.intent.action.MAIN') && names.includes('android.intent.category.LAUNCHER');
  });
}

function text(element: Element | undefined, name: string): string | undefined {
  const value = element?.attributes.get(name);
  return typeof value === 'string' ? value : undefined;
}

function number(element: Element | undefined, name: string): number | undefined {
  const value = element?.attributes.get(name);
  return typeof value === 'number' ? value : undefined;
}
