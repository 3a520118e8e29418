import { type BucketName, bucketNames } from '../protocol/records.ts';

/** What a user of a tenant is for. */
export const roles = ['host', 'server', 'observer'] as const;
export type Role = (typeof roles)[number];

/** Subjects that a user may send to and listen on; it may also answer whoever asked it. */
export interface Permissions {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

/**
 * What a role may do, and nothing else. A host announces devices, keeps leases and answers calls; `host` limits it to one name.
 * A server lists, leases, waits and calls. An observer reads the buckets. All of it inside the account of one tenant.
 */
export function permissionsOf(role: Role, host = '*'): Permissions {
  const inbox = `_INBOX_${role}.>`;
  switch (role) {
    case 'host':
      return {
        publish: [
          'handeye.answers.*',
          `handeye.frames.${host}.*`,
          ...(host === '*' ? ['$KV.devices.>'] : [`$KV.devices.${host}`, `$KV.devices.${host}.*`]),
          `$KV.leases.${host}.*`,
          '$JS.API.INFO',
          ...bucketNames.map((name) => `$JS.API.STREAM.CREATE.KV_${name}`),
          // For the number of copies, which grows with the cluster. Who may change a bucket can make it store what is sent to others.
          ...(host === '*' ? bucketNames.map((name) => `$JS.API.STREAM.UPDATE.KV_${name}`) : []),
          ...bucketNames.flatMap(reading),
        ],
        subscribe: [inbox, `handeye.host.${host}.*`],
      };
    case 'server':
      return {
        publish: ['handeye.host.*.*', '$KV.leases.*.*', '$KV.queue.*', ...bucketNames.flatMap(reading)],
        subscribe: [inbox, 'handeye.answers.*', 'handeye.frames.*.*'],
      };
    case 'observer':
      return { publish: bucketNames.flatMap(reading), subscribe: [inbox] };
  }
}

/** To read a bucket and to watch it. */
function reading(name: BucketName): string[] {
  return [
    `$JS.API.STREAM.INFO.KV_${name}`,
    `$JS.API.STREAM.MSG.GET.KV_${name}`,
    `$JS.API.CONSUMER.CREATE.KV_${name}`,
    `$JS.FC.KV_${name}.>`,
  ];
}
