import { activity, column, defineApp, text, type App } from '@handeye/virtual-phone';

export const PROBE = 'test.probe';

/** An app that records its intents, and how often its data was made anew. */
export class ProbeApp {
  readonly app: App;
  /** Actions of broadcasts and of service starts, in order. */
  readonly heard: string[] = [];
  /** How often its data began afresh: at installation, and when they were cleared. */
  beginnings = 0;

  constructor() {
    this.app = defineApp({
      package: PROBE,
      label: 'Probe',
      icon: { glyph: 'P', color: '#004400' },
      main: '.Main',
      data: () => {
        this.beginnings += 1;
        return undefined;
      },
      activities: {
        '.Main': activity({
          initial: () => ({}),
          render: () => ({ content: column([text('Probe', { id: 'title' })]) }),
        }),
      },
      receivers: [
        {
          name: '.Receiver',
          actions: [],
          receive: ({ action = '' }) => {
            this.heard.push(`broadcast ${action}`);
            return { code: 7, data: 'heard' };
          },
        },
      ],
      services: {
        '.Service': {
          onStart: ({ action = '' }) => {
            this.heard.push(`service ${action}`);
            return true;
          },
        },
      },
    });
  }
}
