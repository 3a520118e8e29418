import type { Tool } from '../frame/define.ts';
import { listFiles, listStorageLocations, readFile } from './reading.ts';
import { pullFile, pushFile } from './transfer.ts';
import { appendFile, deleteFile, fileReplace, writeFile } from './writing.ts';

/** The toolset `files`. */
export const fileTools: readonly Tool[] = [
  listStorageLocations,
  listFiles,
  readFile,
  writeFile,
  appendFile,
  fileReplace,
  deleteFile,
  pushFile,
  pullFile,
];
