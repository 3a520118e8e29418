import { mdiArrowLeft, mdiContentCopy, mdiContentCut, mdiContentPaste, mdiSelectAll } from '@mdi/js';
import { LINE_HEIGHT } from '../render/font.ts';
import { heightOf, rect, widthOf } from '../views/geometry.ts';
import { edges, type Node } from '../views/layout.ts';
import type { View } from '../views/view.ts';
import { row, text } from '../widgets/kit.ts';
import { theme } from '../widgets/theme.ts';
import type { TextInput, ToolbarChoice } from '../input/text-input.ts';
import type { Display } from './display.ts';
import { nodeAt, type Surface, type SurfaceSpec } from './surface.ts';

/** Android 6 made the selection's choices a floating toolbar; before, they were an action bar at the top of the window. */
const FIRST_SDK_THAT_FLOATS = 23;

const labels: Readonly<Record<ToolbarChoice, string>> = {
  cut: 'Cut',
  copy: 'Copy',
  paste: 'Paste',
  selectAll: 'Select all',
};

/** The choices for a selection, as Android's text fields show them. */
export class SelectionToolbar {
  private shown: { over: Surface; path: string; choices: string; surface: Surface } | undefined;

  readonly #make: (spec: SurfaceSpec) => Surface;
  readonly #display: Display;
  readonly #textInput: TextInput;

  constructor(make: (spec: SurfaceSpec) => Surface, display: Display, textInput: TextInput) {
    this.#make = make;
    this.#display = display;
    this.#textInput = textInput;
  }

  /** The floating toolbar above the window that has the focus. */
  over(focused: Surface | undefined): Surface | undefined {
    if (this.#display.shape.sdk < FIRST_SDK_THAT_FLOATS) return undefined;
    const open = this.#textInput.toolbarOver(focused);
    if (open === undefined || focused === undefined) {
      this.shown = undefined;
      return undefined;
    }
    const { path } = open;
    const choices = open.choices.join();
    if (this.shown?.over !== focused || this.shown.path !== path)
      this.shown = { over: focused, path, choices, surface: this.#create(focused) };
    else if (this.shown.choices !== choices) {
      this.shown.choices = choices;
      this.shown.surface.invalidate();
    }
    return this.shown.surface;
  }

  /** FloatingToolbar's popup window: it takes touches and no keys. */
  #create(over: Surface): Surface {
    const { package: packageName, user, owner } = over.spec;
    return this.#make({
      kind: 'popup',
      title: `PopupWindow:${(0x3bb17700 + over.id).toString(16)}`,
      package: packageName,
      user,
      ...(owner !== undefined && { owner }),
      focusable: false,
      touchable: true,
      view: () => this.#floating(this.#textInput.toolbarOver(over)?.choices ?? []),
      frame: (fit) => {
        const { safeArea } = this.#display;
        const size = fit({ width: widthOf(safeArea), height: heightOf(safeArea) });
        const path = this.#textInput.toolbarOver(over)?.path;
        return this.#placeFor(nodeAt(over.root(), path) ?? over.root(), size);
      },
    });
  }

  /** Above the selection's first line, or below it where there is no room. */
  #placeFor(node: Node, { width, height }: { width: number; height: number }) {
    const { safeArea } = this.#display;
    const margin = this.#display.px(8);
    const { top, bottom } = lineAt(node, this.#display);
    const middle = (node.bounds.left + node.bounds.right) / 2;
    const left = Math.max(safeArea.left, Math.min(Math.round(middle - width / 2), safeArea.right - width));
    const above = top - margin - height;
    return rect(left, above >= safeArea.top ? above : bottom + margin, width, height);
  }

  #floating(choices: readonly ToolbarChoice[]): View {
    return row(
      choices.map((choice) =>
        row([text(labels[choice], { id: 'android:id/floating_toolbar_menu_item_text', size: 14 })], {
          key: choice,
          description: labels[choice],
          padding: [0, 16],
          height: 48,
          onTap: () => {
            this.#textInput.choose(choice);
          },
        }),
      ),
      {
        id: 'android:id/floating_popup_container',
        background: theme.surfaceVariant,
        radius: 24,
        shadow: true,
      },
    );
  }
}

/** The first line of the selection: a field may fill the screen. */
function lineAt(node: Node, display: Display): { top: number; bottom: number } {
  const { view, editing, lines = [], bounds } = node;
  if (view.type !== 'field' || editing === undefined || lines.length < 2) return bounds;
  const height = (view.size ?? 14) * display.textScale * LINE_HEIGHT;
  const ends = lines.map((_, at) => lines.slice(0, at + 1).join(' ').length);
  const place = ends.findIndex((end) => editing.start <= end);
  const top = bounds.top + edges(view.padding, display.scale).top + Math.max(0, place) * height;
  return { top: Math.round(top), bottom: Math.round(top + height) };
}

const icons: Readonly<Record<ToolbarChoice, string>> = {
  cut: mdiContentCut,
  copy: mdiContentCopy,
  paste: mdiContentPaste,
  selectAll: mdiSelectAll,
};

/** Android 5's action bar for a selection: pictures, in an order of its own. It pushes the window's content down. */
export function actionModeBar(over: Surface, display: Display, textInput: TextInput): View | undefined {
  const choices = textInput.toolbarOver(over)?.choices;
  if (choices === undefined || display.shape.sdk >= FIRST_SDK_THAT_FLOATS) return undefined;
  const items = (['selectAll', 'cut', 'copy', 'paste'] as const).filter((choice) => choices.includes(choice));
  const item = (id: string, label: string, icon: string, onTap: () => void): View => ({
    type: 'icon',
    class: 'android.widget.TextView',
    id: `android:id/${id}`,
    description: label,
    icon,
    color: theme.textSecondary,
    width: 48,
    height: 48,
    onTap,
  });
  return row(
    [
      {
        ...item('action_mode_close_button', 'Done', mdiArrowLeft, () => void textInput.closeToolbar()),
        class: 'android.widget.ImageView',
      },
      text('Text selection', { id: 'android:id/action_bar_title', size: 20, maxLines: 1, weight: 1 }),
      ...items.map((choice) =>
        item(choice, labels[choice], icons[choice], () => {
          textInput.choose(choice);
        }),
      ),
    ],
    {
      key: 'action mode',
      id: 'android:id/action_mode_bar',
      class: 'android.view.ViewGroup',
      width: 'fill',
      height: 56,
      background: theme.surfaceVariant,
    },
  );
}
