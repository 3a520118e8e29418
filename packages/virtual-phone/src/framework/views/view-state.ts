/**
 * The state that a window keeps for its views between renderings, by the path of keys to each view: scroll positions, edited
 * texts and the focus. The views themselves are created again each time.
 */

export interface Scroller {
  /** Pixels from the start of the content. */
  offset: number;
  /** The largest offset; layout keeps it up to date. */
  max: number;
  readonly axis: 'vertical' | 'horizontal';
  /** For a pager: the page that it last showed, and the width of a page then. */
  page?: { readonly number: number; readonly width: number };
}

export interface Editing {
  text: string;
  /** The last value from the app: a new value replaces the text, the same value does not. */
  wished: string | undefined;
  /** The selection; the cursor if both are equal. */
  start: number;
  end: number;
}

export class ViewStates {
  focus: string | undefined;
  /** The view whose drop-down is open. */
  openDropdown: string | undefined;
  private readonly scrollers = new Map<string, Scroller>();
  private readonly editings = new Map<string, Editing>();

  /** Forgets everything, as if the window were new. */
  forget(): void {
    this.focus = this.openDropdown = undefined;
    this.scrollers.clear();
    this.editings.clear();
  }

  /** The scroll position of a container, created on first use. */
  scroller(path: string, axis: Scroller['axis']): Scroller {
    let scroller = this.scrollers.get(path);
    if (scroller?.axis !== axis) {
      scroller = { offset: 0, max: 0, axis };
      this.scrollers.set(path, scroller);
    }
    return scroller;
  }

  /** The edited text of a field; it takes over a new value from the app. */
  editing(path: string, wish: string | undefined): Editing {
    const editing = this.editings.get(path);
    if (editing === undefined) {
      const text = wish ?? '';
      const made = { text, wished: wish, start: text.length, end: text.length };
      this.editings.set(path, made);
      return made;
    }
    if (wish !== editing.wished) {
      editing.wished = wish;
      if (wish !== undefined && wish !== editing.text) {
        editing.text = wish;
        editing.start = editing.end = wish.length;
      }
    }
    return editing;
  }
}
