import { type DumpedScreen, dumpOf, type DumpView } from './dump.ts';
import { Choices } from './random.ts';
import { composeScreen } from './screens/compose.ts';
import { flutterScreen } from './screens/flutter.ts';
import { reactNativeScreen } from './screens/react-native.ts';
import { makes, settingsPage } from './screens/settings.ts';
import { webPage } from './screens/web-view.ts';

const OF_EACH = 40;

interface Kind {
  readonly group: string;
  readonly app: string;
  readonly make: (choices: Choices) => DumpView;
}

const kinds: readonly Kind[] = [
  ...makes.map((make) => ({
    group: make.group,
    app: make.app,
    make: (choices: Choices) => settingsPage(choices, make),
  })),
  { group: 'compose', app: 'com.example.compose', make: composeScreen },
  { group: 'flutter', app: 'com.example.flutter', make: flutterScreen },
  { group: 'react native', app: 'com.example.reactnative', make: reactNativeScreen },
  { group: 'web view', app: 'com.android.chrome', make: webPage },
];

/** Several hundred made-up screens, the same in every run, as the frameworks and makers of real phones draw them. */
export function generatedScreens(): readonly DumpedScreen[] {
  return kinds.flatMap(({ group, app, make }, kind) =>
    Array.from({ length: OF_EACH }, (_, number) => {
      const choices = new Choices(kind * 1000 + number);
      const root = make(choices);
      // Android 16 writes the hint of every node.
      const withHints = choices.percent(25);
      return {
        group,
        name: `${group} ${number + 1}`,
        app,
        size: { width: 1080, height: 2400 },
        xml: dumpOf(root, app, { withHints }),
      };
    }),
  );
}
