import { mdiCheckCircle, mdiClose, mdiDownload, mdiFileDocumentOutline, mdiPause, mdiPlay } from '@mdi/js';
import { activity, defineApp, type Activity } from '../../framework/system/app.ts';
import type { Cancel } from '../../framework/system/clock.ts';
import type { View } from '../../framework/views/view.ts';
import { column, icon, iconButton, progressBar, row, scroll, text } from '../../framework/widgets/kit.ts';
import { alert, screen } from '../../framework/widgets/screen.ts';
import { theme } from '../../framework/widgets/theme.ts';
import {
  cancelled,
  firstTransfers,
  paused,
  received,
  remainingMs,
  running,
  settled,
  status,
  type Transfer,
} from './transfer.ts';

interface Data {
  readonly transfers: readonly Transfer[];
}

interface State {
  /** The file for which a dialog asks whether to cancel it. */
  readonly cancelling: string | undefined;
  /** Stops the progress updates; set while the screen is visible. */
  readonly stopCounting: Cancel | undefined;
}

type DownloadsActivity = Activity<State, Data>;

const COUNT_EVERY_MS = 200;

/**
 * Files that download slowly. While one does and the list is visible, each update of its progress is an accessibility
 * event: the screen is never idle, as with a real download.
 */
export const downloads = defineApp<Data>({
  package: 'com.example.downloads',
  label: 'Downloads',
  icon: { glyph: mdiDownload, color: '#00838f' },
  main: '.DownloadsActivity',
  data: () => ({ transfers: firstTransfers }),
  activities: {
    '.DownloadsActivity': activity<State, Data>({
      initial: () => ({ cancelling: undefined, stopCounting: undefined }),
      render: (state, self) =>
        screen('Downloads', [list(self)], {
          dialog: state.cancelling === undefined ? undefined : cancelDialog(state.cancelling, self),
          menu: {
            items: ['Clear list', 'Restore list'],
            onSelect: (item) => {
              const active = self.data.transfers.filter(({ state }) => state === 'running');
              self.setData({ transfers: item === 0 ? active : firstTransfers });
            },
          },
        }),
      onResume: count,
      onPause: (self) => {
        self.state.stopCounting?.();
      },
    }),
  },
});

/** Updates the progress while the screen is visible. */
function count(self: DownloadsActivity): void {
  settleAll(self);
  const stopCounting = self.after(COUNT_EVERY_MS, () => {
    count(self);
  });
  const silent = !self.data.transfers.some(({ state }) => state === 'running');
  self.setState({ stopCounting }, { silent });
}

/** Finishes complete downloads and announces each once, whether the list is visible or not. */
function settleAll(self: DownloadsActivity): void {
  const before = self.data.transfers;
  const after = before.map((transfer) => settled(transfer, self.phone.clock.now()));
  const done = after.filter((transfer, index) => transfer !== before[index]);
  if (done.length === 0) return;
  self.setData({ transfers: after });
  for (const { name } of done) {
    self.notify({
      id: 1 + after.findIndex((one) => one.name === name),
      title: name,
      text: 'Download complete',
      intent: { component: 'com.example.downloads/.DownloadsActivity' },
    });
    self.log(`download of ${name} complete`);
  }
}

function change(self: DownloadsActivity, changed: Transfer): void {
  self.setData({ transfers: self.data.transfers.map((one) => (one.name === changed.name ? changed : one)) });
}

function start(self: DownloadsActivity, transfer: Transfer): void {
  const started = running(transfer, self.phone.clock.now());
  change(self, started);
  self.after(remainingMs(started, self.phone.clock.now()), () => {
    settleAll(self);
  });
}

function list(self: DownloadsActivity): View {
  const { transfers } = self.data;
  return transfers.length === 0
    ? text('No downloads', { id: 'empty', width: 'fill', textAlign: 'center', padding: 48 })
    : scroll(column(transfers.map((transfer) => transferRow(transfer, self))), { id: 'download_list' });
}

function transferRow(transfer: Transfer, self: DownloadsActivity): View {
  const now = self.phone.clock.now();
  const isFinished = transfer.state === 'finished';
  const lines = [
    text(transfer.name, { id: 'download_name', size: 16, maxLines: 1 }),
    text(status(transfer, now), { id: 'download_status', size: 13, color: theme.textSecondary }),
  ];
  if (transfer.state === 'running' || transfer.state === 'paused') {
    lines.push(
      progressBar(received(transfer, now) / transfer.size, { id: 'download_progress', margin: { top: 6 } }),
    );
  }
  return row(
    [
      icon(isFinished ? mdiCheckCircle : mdiFileDocumentOutline, {
        color: isFinished ? theme.success : theme.textSecondary,
        decorative: true,
      }),
      column(lines, { weight: 1, gap: 2 }),
      ...controls(transfer, self),
    ],
    { key: transfer.name, width: 'fill', minHeight: 72, padding: [8, 16], gap: 12 },
  );
}

function controls(transfer: Transfer, self: DownloadsActivity): readonly View[] {
  const { name } = transfer;
  const startButton = (verb: string) =>
    iconButton(
      verb === 'Start' ? mdiDownload : mdiPlay,
      () => {
        start(self, transfer);
      },
      { id: 'start', description: `${verb} ${name}` },
    );
  const pauseButton = iconButton(
    mdiPause,
    () => {
      change(self, paused(transfer, self.phone.clock.now()));
    },
    { id: 'pause', description: `Pause ${name}` },
  );
  const cancelButton = iconButton(
    mdiClose,
    () => {
      self.setState({ cancelling: name });
    },
    { id: 'cancel', description: `Cancel ${name}` },
  );
  switch (transfer.state) {
    case 'idle':
    case 'cancelled':
      return [startButton('Start')];
    case 'running':
      return [pauseButton, cancelButton];
    case 'paused':
      return [startButton('Resume'), cancelButton];
    case 'finished':
      return [];
  }
}

function cancelDialog(name: string, self: DownloadsActivity) {
  const close = () => {
    self.setState({ cancelling: undefined });
  };
  return alert({
    title: 'Cancel download?',
    message: `What has come of ${name} so far will be deleted.`,
    buttons: [
      { label: 'Keep', onTap: close },
      {
        label: 'Cancel download',
        onTap: () => {
          close();
          const transfer = self.data.transfers.find((one) => one.name === name);
          if (transfer !== undefined) change(self, cancelled(transfer));
        },
      },
    ],
    onDismiss: close,
  });
}
