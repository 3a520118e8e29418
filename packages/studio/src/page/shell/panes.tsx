import { screen } from '../connection/state.ts';
import { Devices } from '../devices/devices.tsx';
import { Flows } from '../flows/flows.tsx';
import { Levers } from '../levers/levers.tsx';
import { Boundary } from '../parts/boundary.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { Questions } from '../questions/questions.tsx';
import { LiveScreen } from '../screen/live-screen.tsx';
import { ModelText } from '../texts/model-text.tsx';
import { Timeline } from '../timeline/timeline.tsx';
import { TryTool } from '../try/try-tool.tsx';
import { isNarrow, isSplit, narrowView, showView, sideView, type View } from './views.ts';

const sideTabs = [
  { id: 'timeline', title: 'Timeline' },
  { id: 'flows', title: 'Flows' },
  { id: 'try', title: 'Try a tool' },
  { id: 'devices', title: 'Devices' },
  { id: 'phone', title: 'Phone' },
] as const;

const splitTabs = [
  { id: 'text', title: 'Text' },
  { id: 'timeline', title: 'Timeline' },
  { id: 'flows', title: 'Flows' },
  { id: 'try', title: 'Try' },
  { id: 'devices', title: 'Devices' },
  { id: 'phone', title: 'Phone' },
] as const;

const narrowTabs = [{ id: 'screen', title: 'Screen' }, ...splitTabs] as const;

/** The views: three side by side on a wide page, two on a narrow one that is wider than high, else one at a time. */
export function Panes() {
  const { width = 0, height = 1 } = screen.value ?? {};
  const shape = width > height ? ' has-wide-screen' : '';
  if (isSplit.value) {
    const beside = narrowView.value === 'screen' ? 'text' : narrowView.value;
    return (
      <main class={`panes is-narrow is-split${shape}`}>
        <Boundary>
          <LiveScreen />
        </Boundary>
        <Tabs label="Views" tabs={splitTabs} chosen={beside} onChoose={showView}>
          <Boundary key={beside}>{componentOf(beside)}</Boundary>
        </Tabs>
        <Boundary>
          <Questions />
        </Boundary>
      </main>
    );
  }
  if (isNarrow.value) {
    return (
      <main class="panes is-narrow">
        <Tabs label="Views" tabs={narrowTabs} chosen={narrowView.value} onChoose={showView} place="bottom">
          <Boundary key={narrowView.value}>{componentOf(narrowView.value)}</Boundary>
        </Tabs>
        <Boundary>
          <Questions />
        </Boundary>
      </main>
    );
  }
  return (
    <main class={`panes${shape}`}>
      <Boundary>
        <LiveScreen />
      </Boundary>
      <Boundary>
        <ModelText />
      </Boundary>
      <section class="pane side" aria-label="Agents, tools and devices">
        <Tabs label="Views" tabs={sideTabs} chosen={sideView.value} onChoose={showView}>
          <Boundary key={sideView.value}>{componentOf(sideView.value)}</Boundary>
        </Tabs>
      </section>
      <Boundary>
        <Questions />
      </Boundary>
    </main>
  );
}

function componentOf(view: View) {
  switch (view) {
    case 'screen':
      return <LiveScreen />;
    case 'text':
      return <ModelText />;
    case 'timeline':
      return <Timeline />;
    case 'flows':
      return <Flows />;
    case 'try':
      return <TryTool />;
    case 'devices':
      return <Devices />;
    case 'phone':
      return <Levers />;
  }
}
