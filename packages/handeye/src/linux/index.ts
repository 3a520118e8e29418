export { type DesktopDiagnosis, diagnose } from './diagnosis.ts';
export { LinuxSource } from './source.ts';
