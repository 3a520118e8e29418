import type { FileError, FileErrorCode } from '../kernel/file-system.ts';

const TEXTS: Readonly<Record<FileErrorCode, string>> = {
  ENOENT: 'No such file or directory',
  EACCES: 'Permission denied',
  EPERM: 'Operation not permitted',
  EISDIR: 'Is a directory',
  ENOTDIR: 'Not a directory',
  EEXIST: 'File exists',
  ENOTEMPTY: 'Directory not empty',
  EROFS: 'Read-only file system',
  ELOOP: 'Too many symbolic links encountered',
  EINVAL: 'Invalid argument',
  EFBIG: 'File too large',
  ENOSPC: 'No space left on device',
  ENXIO: 'No such device or address',
};

/** A file error in strerror's words (bionic's). */
export function errorText(error: FileError): string {
  return TEXTS[error.code];
}
