import { activity, defineApp, type App, type ViewPointer } from '@handeye/virtual-phone';

/** An app of the phone that is one area to touch, and reports every finger on it; positions are in dp. */
export function canvas(onPointer: (event: ViewPointer) => void): App {
  return defineApp({
    package: 'com.example.canvas',
    label: 'Canvas',
    icon: { glyph: 'C', color: '#000000' },
    main: '.Main',
    data: () => undefined,
    activities: {
      '.Main': activity({
        initial: () => ({}),
        render: () => ({
          content: { type: 'drawing', width: 'fill', height: 'fill', draw: () => '', onPointer },
        }),
      }),
    },
  });
}
