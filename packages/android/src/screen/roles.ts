import type { UiNode } from '@handeye/screen/node';
import type { Role } from '@handeye/screen/desktop/roles';

/** The roles of Android's own widgets in the vocabulary of the desktop tools, by the last part of their class name. */
const roles: Readonly<Record<string, Role>> = {
  Button: 'button',
  ImageButton: 'button',
  FloatingActionButton: 'button',
  EditText: 'textfield',
  AutoCompleteTextView: 'textfield',
  MultiAutoCompleteTextView: 'textfield',
  TextView: 'text',
  CheckedTextView: 'text',
  ImageView: 'image',
  Image: 'image',
  CheckBox: 'checkbox',
  RadioButton: 'radiobutton',
  RadioGroup: 'group',
  Switch: 'switch',
  ToggleButton: 'togglebutton',
  SeekBar: 'slider',
  RatingBar: 'slider',
  ProgressBar: 'progressbar',
  Spinner: 'combobox',
  NumberPicker: 'spinbutton',
  ListView: 'list',
  RecyclerView: 'list',
  ExpandableListView: 'list',
  GridView: 'list',
  ScrollView: 'scrollarea',
  HorizontalScrollView: 'scrollarea',
  NestedScrollView: 'scrollarea',
  ViewPager: 'scrollarea',
  TabWidget: 'tablist',
  Toolbar: 'toolbar',
  WebView: 'webarea',
  Dialog: 'dialog',
  AlertDialog: 'dialog',
};

/** The role of a node of class `android.widget.Button` or an application's own. An unknown class is a container. */
export function roleOf(node: Pick<UiNode, 'className' | 'editable' | 'password'>): Role {
  const { className, editable, password } = node;
  if (editable) return password ? 'passwordfield' : 'textfield';
  // Libraries subclass widgets under longer names: AppCompatButton, MaterialCheckBox, SwitchCompat.
  const name =
    className
      ?.split('.')
      .at(-1)
      ?.replace(/^(AppCompat|Material)|Compat$/g, '') ?? '';
  return Object.hasOwn(roles, name) ? (roles[name] ?? 'group') : 'group';
}
