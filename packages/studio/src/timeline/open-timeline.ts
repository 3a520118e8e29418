import type { Clock } from '@handeye/core/call/clock';
import type { Registry } from '@handeye/core/device/registry';
import type { Log } from '@handeye/core/server/log';
import type { Pictures } from '../pictures.ts';
import { DEFAULT_MAX_TOKENS } from '@handeye/core/tools/frame/defaults';
import type { IdEvent } from '../wire/screen.ts';
import type { Events } from '../wire/messages.ts';
import type { RecordingState } from '../wire/timeline.ts';
import { Recording } from './recording.ts';
import { SeenScreens } from './seen-screens.ts';
import { Shots } from './shots.ts';
import { Timeline, type WatchedFrame } from './timeline.ts';

export interface OpenTimelineOptions {
  readonly registry: Registry;
  readonly clock: Clock;
  readonly log: Log;
  readonly mask?: (text: string) => string;
  /** The folder of --record. */
  readonly record?: string | undefined;
  /** The token limit of a model's lean screen. */
  readonly maxTokens?: number | undefined;
  /** The history of an id while the device was watched. */
  readonly idHistory: (device: string, id: string) => readonly IdEvent[];
  readonly pictures: Pictures;
  readonly frames: () => readonly WatchedFrame[];
  readonly isWanted: () => boolean;
  /** Sends an event to every page. */
  readonly tell: <Name extends 'call' | 'totals' | 'recording'>(event: Name, is: Events[Name]) => void;
}

export interface OpenTimeline {
  readonly timeline: Timeline;
  readonly recording: Recording | undefined;
}

/** The timeline of a server with its sources: looks at every device, and a recording if configured. */
export function openTimeline(options: OpenTimelineOptions): OpenTimeline {
  const { registry, clock, mask = (text) => text, maxTokens = DEFAULT_MAX_TOKENS, tell } = options;
  const { idHistory, pictures, frames, isWanted } = options;
  const screens = new SeenScreens();
  registry.onLook((session, snapshot) => {
    screens.saw(session, snapshot);
  });
  const recording = openRecording(options);
  const timeline = new Timeline({
    ...{ clock, mask, screens, maxTokens, idHistory, pictures, frames, isWanted },
    recording: recording && { to: recording, shots: new Shots({ registry, clock }) },
    onCall: (entry) => {
      tell('call', entry);
    },
    onTotals: (totals) => {
      tell('totals', totals);
    },
  });
  return { timeline, recording };
}

function openRecording({ record: folder, log, tell }: OpenTimelineOptions): Recording | undefined {
  if (folder === undefined) return undefined;
  const onChange = (state: RecordingState) => {
    if (state.problem === undefined) log('info', 'recording goes on', { folder: state.folder });
    else log('error', 'recording_stopped', { folder: state.folder, problem: state.problem });
    tell('recording', state);
  };
  return new Recording({ folder, onChange });
}
