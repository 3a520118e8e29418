/** How the storage of the phone is divided, in bytes. df, Settings and the disk itself go by these. */

const GB = 1_000_000_000;

/** What is printed on the box. */
export const TOTAL_BYTES = 32 * GB;
/** Android itself, which the user cannot touch. */
export const SYSTEM_BYTES = 7.8 * GB;
/** What apps and their data take on a new phone. */
export const FACTORY_BYTES = 1.6 * GB;
/** /data, where everything else is: the user's files, apps, the emulated SD card. */
export const DATA_BYTES = TOTAL_BYTES - SYSTEM_BYTES;
/** What a new phone has left. */
export const FREE_BYTES = DATA_BYTES - FACTORY_BYTES;
