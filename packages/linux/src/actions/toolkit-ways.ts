import { toolkits } from '../atspi/accessible.ts';

/** How acting depends on the toolkit, as found with the versions named here. */
export interface ToolkitWays {
  /**
   * Selection.SelectChild on a combo box chooses as a person does, so that the program gets an event. Firefox 153 changes the
   * selection without an event for the page; Chromium 150 refuses; Qt 6.4 does not offer it.
   */
  readonly selectsInCombos: boolean;
  /**
   * Where the open list of a combo box is. Firefox draws it in its own process, as another combo box below the frame;
   * the items in the page stay as they are.
   */
  readonly comboPopup: 'in the combo box' | 'below the frame';
  /**
   * The name of a combo box is its chosen item. The selection of its list proves nothing then: Qt 6.4 selects an item that is
   * only pointed at, and may close the list without taking it.
   */
  readonly namesCombosByItem: boolean;
  /**
   * Component.GetAccessibleAtPoint returns the accessible at a point of the screen. Java's wrapper (0.40) stops at the root
   * pane, Chromium 150 returns the frame where its title bar's buttons are. GTK 4.8 has its own check, because it knows no
   * screen (gtk4-rows.ts).
   */
  readonly hitTests: boolean;
  /**
   * Choosing an item of a menu or combo box through accessibility leaves it open: Swing of Java 17 and Qt 6.4 (menus) close
   * them only for the mouse and keys. The next click would only close it.
   */
  readonly leavesListsOpen: boolean;
}

const usual: ToolkitWays = {
  selectsInCombos: false,
  comboPopup: 'in the combo box',
  namesCombosByItem: false,
  hitTests: true,
  leavesListsOpen: false,
};

const exceptions: Readonly<Record<string, Partial<ToolkitWays>>> = {
  [toolkits.gtk3]: { selectsInCombos: true },
  [toolkits.gtk4]: { hitTests: false },
  [toolkits.chromium]: { hitTests: false },
  [toolkits.qt]: { leavesListsOpen: true, namesCombosByItem: true },
  [toolkits.java]: { selectsInCombos: true, hitTests: false, leavesListsOpen: true },
  [toolkits.gecko]: { comboPopup: 'below the frame' },
};

export function waysOf(toolkit: string): ToolkitWays {
  return { ...usual, ...exceptions[toolkit] };
}
