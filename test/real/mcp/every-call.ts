/** A call of every tool of the contract that succeeds on the scripted form; ELEMENT stands for an id of its rows. */
export function everyCall(ids: {
  readonly button: string;
  readonly field: string;
}): Readonly<Record<string, object>> {
  const path = [
    { x: 100, y: 100, time: 0 },
    { x: 200, y: 200, time: 20 },
  ];
  return {
    get_screen_state: { include_screenshot: true },
    press_back: {},
    press_home: {},
    press_recents: {},
    open_notifications: {},
    open_quick_settings: {},
    get_device_logs: { last_lines: 5, level: 'I' },
    tap: { x: 100, y: 100 },
    long_press: { x: 100, y: 100, duration: 600 },
    double_tap: { x: 100, y: 100 },
    swipe: { x1: 100, y1: 500, x2: 100, y2: 100 },
    scroll: { direction: 'down', amount: 'small' },
    pinch: { center_x: 540, center_y: 1200, scale: 1.5 },
    custom_gesture: { paths: [path] },
    find_elements: { by: 'text', value: 'send' },
    click_element: { element_id: ids.button },
    long_click_element: { element_id: ids.button },
    set_text: { element_id: ids.field, text: 'Ada 😀' },
    scroll_to_element: { element_id: ids.button },
    input_text: { text: ' and Bob' },
    clear_text: {},
    press_key: { key: 'ENTER' },
    get_clipboard: {},
    set_clipboard: { text: 'clip' },
    wait_for_element: { by: 'text', value: 'Sign in', timeout: 2000 },
    wait_for_idle: { timeout: 3000 },
    get_element_details: { ids: [ids.field] },
  };
}

/** The ids that a screen state shows for the form's button and field. */
export function idsIn(state: string): { button: string; field: string } {
  const id = (mark: string) =>
    state
      .split('\n')
      .find((row) => row.includes(mark))
      ?.split('\t')[0] ?? '';
  return { button: id('id/send'), field: id('id/name') };
}
