import type { Rect, Size } from './geometry.ts';
import type { FontWeight } from '../render/font.ts';

/**
 * How an app describes its screen: a tree of plain objects, created again on each rendering. Lengths are dp (text sizes
 * sp); layout converts them to pixels. Build them with the widget kit.
 */
export type View = ViewProps & Content;

export type Length = number | 'fill' | 'wrap';

/** One number for all sides, [vertical, horizontal], or each side by name. */
export type Insets = number | readonly [number, number] | Partial<Rect>;

export type Align = 'start' | 'center' | 'end';

/** Properties that every view can have. */
export interface ViewProps {
  /** Keeps a view's identity (focus, scroll position, text) when its index among its siblings changes. */
  readonly key?: string;
  /** `name` becomes `package:id/name`; `android:id/name` stays as it is. */
  readonly id?: string;
  /** The accessibility class, such as `android.widget.Button`; each kind of content has a default. */
  readonly class?: string;
  readonly description?: string;
  /** Text of the accessibility node, if it differs from the content. */
  readonly label?: string;

  readonly width?: Length;
  readonly height?: Length;
  readonly minWidth?: number;
  readonly minHeight?: number;
  readonly maxWidth?: number;
  /** Share of the remaining space in a row or column. */
  readonly weight?: number;
  readonly padding?: Insets;
  readonly margin?: Insets;
  /** Its own alignment across a row or column, or in a stack as [horizontal, vertical]. */
  readonly align?: Align | readonly [Align, Align];

  readonly background?: string;
  readonly border?: string;
  readonly radius?: number;
  readonly shadow?: boolean;
  readonly opacity?: number;
  /** Clips children that stick out, in the picture and in the tree; scrollers always do. */
  readonly clip?: boolean;

  /** An invisible view keeps its space, a gone one does not; neither is in the accessibility tree. */
  readonly visibility?: 'visible' | 'invisible' | 'gone';
  /** Drawn, but left out of the accessibility tree with everything below it (importantForAccessibility=no). */
  readonly decorative?: boolean;
  readonly enabled?: boolean;
  readonly selected?: boolean;
  /** If set, the view is checkable. */
  readonly checked?: boolean;
  readonly heading?: boolean;
  /** The accessibility announcement when this part of the screen opens (a sheet, a drawer). */
  readonly paneTitle?: string;
  /** The state description, if it differs from the default (`ON`, `50%`). */
  readonly stateDescription?: string;
  /** The id of the view that this view labels. */
  readonly labelFor?: string;
  /** Identifies the view for the lifetime of the app (Android 13 and later). */
  readonly uniqueId?: string;
  /** A value between two ends: sliders and progress bars. */
  readonly range?: Range;
  /** Accessibility actions besides the standard ones. */
  readonly customActions?: readonly CustomAction[];
  /** The user can swipe the view away, and accessibility services can dismiss it. */
  readonly onDismiss?: () => void;
  /** Flags that otherwise follow from the handlers. */
  readonly clickable?: boolean;
  readonly focusable?: boolean;
  readonly longClickable?: boolean;

  readonly onTap?: (at: PlaceInView) => void;
  readonly onLongPress?: (at: PlaceInView) => void;
  readonly onDoubleTap?: (at: PlaceInView) => void;
  /** One finger dragged over the view, from the first touch to the end (for sliders). */
  readonly onDrag?: (drag: Drag) => void;
  /** Two fingers: scale and movement since the last call. */
  readonly onTransform?: (transform: Transform) => void;
  /** All raw events of all fingers; other touch handling is then off. */
  readonly onPointer?: (event: ViewPointer) => void;
  /** A list that drops down when the view is tapped, for spinners and menus. */
  readonly dropdown?: Dropdown;
}

/** A position inside a view, in dp from its top left corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A position inside a view, with the view's size, in dp. */
export interface PlaceInView extends Point {
  readonly size: Size;
}

export interface Drag extends PlaceInView {
  readonly phase: 'start' | 'move' | 'end';
  /** Movement since the start, dp. */
  readonly dx: number;
  readonly dy: number;
}

export interface Transform {
  /** Factor since the last call. */
  readonly scale: number;
  readonly dx: number;
  readonly dy: number;
  readonly center: PlaceInView;
  readonly fingers: number;
}

export interface ViewPointer extends PlaceInView {
  readonly action: 'down' | 'move' | 'up' | 'cancel';
  readonly id: number;
  readonly time: number;
  /** The same position in screen pixels, like MotionEvent.getRawX and getRawY. */
  readonly raw: Point;
}

export interface Dropdown {
  readonly items: readonly string[];
  readonly onSelect: (index: number) => void;
}

/** Whole numbers, as SeekBar and ProgressBar count. */
export interface Range {
  readonly min: number;
  readonly max: number;
  readonly value: number;
  /** Called by a service that sets the value; a progress bar has none. */
  readonly onSet?: (value: number) => void;
}

export interface CustomAction {
  readonly label: string;
  readonly run: () => void;
}

export type Content = Box | Grid | Scroll | List | Pager | TextContent | Field | Icon | Drawing;

/** Children in a column, a row, or on top of each other. */
export interface Box {
  readonly type: 'column' | 'row' | 'stack';
  readonly children: readonly View[];
  readonly gap?: number;
  /** Alignment of the children across (start by default), and along if space is left. */
  readonly alignChildren?: Align;
  readonly justify?: Align | 'between';
}

/** Cells of equal width, row by row. */
export interface Grid {
  readonly type: 'grid';
  readonly columns: number;
  readonly gap?: number;
  readonly children: readonly View[];
  /** Rows share the given height instead of taking their own. */
  readonly stretch?: boolean;
}

/** One child that may be larger than the visible part. */
export interface Scroll {
  readonly type: 'scroll';
  readonly axis?: 'vertical' | 'horizontal';
  readonly child: View;
}

/**
 * Many rows of which only the visible ones exist. Without `rowHeight` (dp) every row is measured, which suits short
 * lists.
 */
export interface List {
  readonly type: 'list';
  readonly count: number;
  readonly row: (index: number) => View;
  readonly rowHeight?: number;
  /** Starts at its end and stays there when rows are added, like a chat. */
  readonly fromEnd?: boolean;
}

/** Pages side by side, swiped one at a time. */
export interface Pager {
  readonly type: 'pager';
  readonly page: number;
  readonly pages: readonly View[];
  readonly onPage: (page: number) => void;
}

export interface TextContent extends Font {
  readonly type: 'text';
  readonly text: string;
  readonly maxLines?: number;
  readonly textAlign?: Align;
  /** Small picture (SVG path of a 24x24 icon) before the text. */
  readonly icon?: string;
}

export interface Font {
  /** sp */
  readonly size?: number;
  readonly fontWeight?: FontWeight;
  readonly color?: string;
}

export type ImeAction = 'none' | 'done' | 'next' | 'search' | 'send' | 'go';

/** An editable text. `value` is set by the app; without it the field keeps its own text. */
export interface Field extends Font {
  readonly type: 'field';
  readonly value?: string;
  readonly hint?: string;
  /** The error that the app reports to accessibility. */
  readonly error?: string | undefined;
  readonly input?: 'text' | 'number' | 'email' | 'phone' | 'url' | 'password';
  readonly multiLine?: boolean;
  readonly maxLength?: number;
  readonly imeAction?: ImeAction;
  readonly onChange?: (value: string) => void;
  readonly onSubmit?: (value: string) => void;
}

/** A picture that is one SVG path in a 24x24 box. */
export interface Icon {
  readonly type: 'icon';
  readonly icon: string;
  readonly color?: string;
  /** dp */
  readonly size?: number;
}

/** Anything else: SVG elements for a box of the given size in dp. */
export interface Drawing {
  readonly type: 'drawing';
  readonly draw: (size: Size) => string;
}
