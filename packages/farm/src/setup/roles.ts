import { type BucketName, bucketNames } from '../protocol/records.ts';

/** The roles of a tenant's users. */
export const roles = ['host', 'server', 'observer'] as const;
export type Role = (typeof roles)[number];

/** Subjects that a user may publish to and subscribe to; it may also answer requests. */
export interface Permissions {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

/**
 * The permissions of a role. A host announces devices, keeps leases and answers calls; `host` limits it to one name. A server
 * lists, leases, waits and calls. An observer reads the buckets. All within the account of one tenant.
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
          // Changes the number of copies, which grows with the cluster. A user who may change a bucket can make it store
          // messages for others.
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

/** Reads and watches a bucket. */
function reading(name: BucketName): string[] {
  return [
    `$JS.API.STREAM.INFO.KV_${name}`,
    `$JS.API.STREAM.MSG.GET.KV_${name}`,
    `$JS.API.CONSUMER.CREATE.KV_${name}`,
    `$JS.FC.KV_${name}.>`,
  ];
}
