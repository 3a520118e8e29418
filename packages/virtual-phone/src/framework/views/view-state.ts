/**
 * What a window remembers of its views between renderings, by the path of keys that leads to each: scroll positions,
 * edited texts and the focus. The views themselves are created again each time.
 */

export interface Scroller {
  /** Pixels from the start of the content. */
  offset: number;
  /** The largest offset; layout keeps it up to date. */
  max: number;
  readonly axis: 'vertical' | 'horizontal';
  /** For a pager: the page it was last told to show, and the width of a page then. */
  page?: { readonly number: number; readonly width: number };
}

export interface Editing {
  text: string;
  /** What the app last asked the field to show: a new value replaces the text, the same one does not. */
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

  /** As if the window had just been made. */
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

  /** The edited text of a field, following what the app asks for. */
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
