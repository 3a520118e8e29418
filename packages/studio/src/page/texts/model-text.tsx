import { signal } from '@preact/signals';
import type { CountedText, ScreenTexts } from '../../wire/screen.ts';
import { screen } from '../connection/state.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { chosen, pinned } from '../screen/pointed.ts';
import { ElementDetails } from './element-details.tsx';
import { Lines } from './lines.tsx';
import './model-text.css';
import { texts, useTexts } from './texts.ts';

const forms = [
  { id: 'lean', title: 'Lean', from: 'get_screen_state {"format":"lean"}' },
  { id: 'compact', title: 'Compact', from: 'get_screen_state {"format":"compact"}' },
  { id: 'changes', title: 'Changes', from: 'get_screen_state {"since": the screen before}' },
] as const;

type Form = (typeof forms)[number];

export type TextTab = Form['id'] | 'all' | 'element';

export const textTab = signal<TextTab>('lean');

/** The texts that a model would get of the shown screen, with their costs. */
export function ModelText() {
  useTexts();
  const tab = textTab.value;
  return (
    <section class="pane texts" aria-label="What the model gets">
      <Tabs
        label="What the model gets"
        tabs={tabs()}
        chosen={tab}
        onChoose={(next) => (textTab.value = next)}
      >
        {panelOf(tab)}
      </Tabs>
      {tab !== 'element' && pinned.value && (
        <section class="pinned-details" aria-label="The pinned element">
          <ElementDetails id={pinned.value.id} />
        </section>
      )}
    </section>
  );
}

function tabs() {
  return [
    ...forms.map(({ id, title }) => ({
      id,
      title: (
        <>
          {title} <span class="tokens">{tokensOf(id)}</span>
        </>
      ),
    })),
    { id: 'all' as const, title: 'Compare' },
    { id: 'element' as const, title: 'Element' },
  ];
}

/** The tokens of a text, beside its name so that the forms can be compared. */
function tokensOf(form: Form['id']): string {
  const tokens = texts.value?.[form]?.tokens;
  return tokens === undefined ? '–' : `≈${tokens}`;
}

function panelOf(tab: TextTab) {
  if (tab === 'element') {
    const id = chosen.value?.id;
    return id === undefined ? <NoElement /> : <ElementDetails id={id} />;
  }
  const told = texts.value;
  if (!told || !screen.value) {
    return (
      <EmptyState title="Nothing to show yet">
        <p>As soon as a screen is seen, its text is here as a model gets it.</p>
      </EmptyState>
    );
  }
  if (tab !== 'all') return <Text form={formOf(tab)} told={told} />;
  return (
    <div class="side-by-side">
      {forms.map((form) => (
        <section key={form.id} aria-label={form.title}>
          <h2>
            {form.title} <span class="tokens">{tokensOf(form.id)} tokens</span>
          </h2>
          <Text form={form} told={told} />
        </section>
      ))}
    </div>
  );
}

function formOf(id: Form['id']): Form {
  return forms.find((form) => form.id === id) ?? forms[0];
}

function Text({ form, told }: { readonly form: Form; readonly told: ScreenTexts }) {
  const text: CountedText | undefined = told[form.id];
  if (!text) {
    return (
      <EmptyState title="No changes yet">
        <p>As soon as another screen is seen, what changed since this one is here.</p>
      </EmptyState>
    );
  }
  return (
    <>
      <div class="toolbar text-head">
        <code class="text-from">{form.from}</code>
        <span class="tokens">{text.tokens} tokens, estimated</span>
        <CopyButton text={text.lines.map((line) => line.text).join('\n')} />
      </div>
      <Lines label={`${form.title} text`} lines={text.lines} tabbed={form.id === 'compact'} />
    </>
  );
}

function NoElement() {
  return (
    <EmptyState title="No element is chosen">
      <p>Point at an element in the picture or at a line of a text; a click pins it.</p>
    </EmptyState>
  );
}
