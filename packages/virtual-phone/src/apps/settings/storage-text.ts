/** Bytes as Settings shows them, in the units of disk makers: 12 MB, 9.4 GB. */
export function storageText(bytes: number): string {
  const gigabytes = bytes / 1e9;
  return gigabytes < 1 ? `${Math.round(bytes / 1e6)} MB` : `${Number(gigabytes.toFixed(1))} GB`;
}
