import { activity, defineApp, type Activity, type Intent } from '../system/app.ts';
import type { Component } from '../system/activity-record.ts';
import { RESOLVER, schemeOf } from '../system/intent-filters.ts';
import type { View } from '../views/view.ts';
import { avatar, button, column, row, stack, text } from '../widgets/kit.ts';
import { theme } from '../widgets/theme.ts';

interface State {
  /** The tapped app; the buttons apply to it. */
  readonly chosen: number | undefined;
}

type Resolver = Activity<State, undefined>;

/**
 * The system's package with its dialog "Open with" (ResolverActivity): a tap selects an app; a second tap or "Just once" opens
 * it; "Always" also makes it the default.
 */
export const androidSystem = defineApp({
  package: RESOLVER.package,
  label: 'Android System',
  icon: { glyph: 'A', color: '#3ddc84' },
  main: RESOLVER.full,
  hidden: true,
  data: () => undefined,
  activities: {
    [RESOLVER.full]: activity<State>({
      initial: () => ({ chosen: undefined }),
      render: (state, self) => ({
        background: '#5f5f66',
        content: stack([panel(state, self)], { width: 'fill', height: 'fill' }),
      }),
    }),
  },
});

function panel({ chosen }: State, self: Resolver): View {
  const found = self.phone.intentFilters.answering(self.intent);
  const picked = chosen === undefined ? undefined : found[chosen];
  const decide = (label: string, id: string, always: boolean) =>
    button(
      label,
      () => {
        if (picked !== undefined) open(self, picked, always);
      },
      {
        id: `android:id/${id}`,
        tone: 'plain',
        enabled: picked !== undefined,
      },
    );
  return column(
    [
      text(title(self), { id: 'android:id/title', size: 18, padding: [16, 24] }),
      column(
        found.map((component, index) => choice(component, index, self)),
        { id: 'android:id/resolver_list', class: 'android.widget.ListView', width: 'fill' },
      ),
      row([decide('Just once', 'button_once', false), decide('Always', 'button_always', true)], {
        id: 'android:id/button_bar',
        justify: 'end',
        width: 'fill',
        padding: [8, 16],
        gap: 8,
      }),
    ],
    {
      id: 'android:id/contentPanel',
      width: 'fill',
      background: theme.surface,
      align: ['start', 'end'],
    },
  );
}

function choice(component: Component, index: number, self: Resolver): View {
  const label = self.phone.appLabel(component.package);
  return row([avatar(label, { size: 40 }), text(label, { id: 'android:id/text1', size: 16 })], {
    key: component.full,
    width: 'fill',
    gap: 16,
    padding: [8, 24],
    selected: self.state.chosen === index,
    onTap: () => {
      if (self.state.chosen === index) open(self, component, false);
      else self.setState({ chosen: index });
    },
  });
}

function open(self: Resolver, component: Component, always: boolean): void {
  if (always) self.phone.intentFilters.prefer(self.intent, component);
  const target: Intent = { ...self.intent, component: `${component.package}/${component.full}` };
  self.finish();
  self.phone.start(target);
}

/** ResolverActivity's ActionTitle: since Android 10 web links have titles of their own. */
function title({ intent, phone }: Resolver): string {
  if (intent.action === 'android.intent.action.VIEW') {
    const isWeb = ['http', 'https'].includes(schemeOf(intent.data));
    return isWeb && phone.shape.sdk >= 29 ? 'Open links with' : 'Open with';
  }
  return intent.action === 'android.intent.action.SEND' ? 'Share with' : 'Complete action using';
}
