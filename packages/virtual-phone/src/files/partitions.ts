/** The division of the phone's storage, in bytes, as used by df, Settings and the disk. */

const GB = 1_000_000_000;

/** The advertised size. */
export const TOTAL_BYTES = 32 * GB;
/** The system partitions. */
export const SYSTEM_BYTES = 7.8 * GB;
/** The size of apps and their data on a new phone. */
export const FACTORY_BYTES = 1.6 * GB;
/** /data: the user's files, apps, the emulated SD card. */
export const DATA_BYTES = TOTAL_BYTES - SYSTEM_BYTES;
/** Free bytes of a new phone. */
export const FREE_BYTES = DATA_BYTES - FACTORY_BYTES;
