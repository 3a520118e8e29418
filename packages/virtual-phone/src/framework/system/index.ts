/** The phone's insides, as shell commands, the control API and tests use them. */
export type { AccessibilityNode } from '../windows/accessibility.ts';
export type { AccessibilityEvent, AccessibilityEventType } from '../windows/accessibility-events.ts';
export type { StartOutcome, Task } from './activities.ts';
export type { Component } from './activity-record.ts';
export {
  activity,
  defineApp,
  type Activity,
  type App,
  type BroadcastResult,
  type Intent,
  type ReceiverDefinition,
  type Screen,
  type ServiceDefinition,
} from './app.ts';
export { drivenClock, realClock, type Clock, type DrivenClock } from './clock.ts';
export type { Rotation } from '../windows/display.ts';
export type { Faults } from './faults.ts';
export type { Rect, Size } from '../views/geometry.ts';
export type { PointerInput } from '../input/gesture.ts';
export {
  FLAG_LONG_PRESS,
  inputSources,
  isPointer,
  NO_DISPLAY,
  type InputEvent,
  type KeyEvent,
  type MotionEvent,
} from './input-event.ts';
export { inputTypeOf } from './input-type.ts';
export type { KeyOptions } from '../input/key-input.ts';
export { characterOf, keyCodes } from '../input/keys.ts';
export type { LogBufferName, LogEntry, LogLevel } from './log.ts';
export type { Notification } from './notifications.ts';
export { createPhoneSystem, PhoneSystem, type PhoneOptions, type ResumedActivity } from './framework.ts';
export type { RunningProcess } from './processes.ts';
export type { SettingsTable } from './settings.ts';
export type { RunningService, ServiceOutcome } from './services.ts';
export { shapes, type PhoneShape } from './shape.ts';
export type { WindowKind } from '../windows/surface.ts';
export type { PhoneWindow } from '../windows/windows.ts';
