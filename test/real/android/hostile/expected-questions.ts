const SEND = 'It may send something in the name of the user.';
const DELETE = 'It may delete something.';
const INSTALL = 'It may install something.';
const SIGN_IN = 'It signs in, or gives away a password or a code.';

/**
 * The questions of `careful` in everyday work, by task: the tool and the reason. All other tasks are done without a question.
 */
export const expectedQuestions: Readonly<Record<string, readonly string[]>> = {
  message: [`click_element: ${SEND}`],
  delete: [`click_element: ${DELETE}`],
  login: [`set_text: ${SIGN_IN}`, `click_element: ${SIGN_IN}`],
  'Open an app and read its notifications': [`click_element: ${SEND}`, `notification_reply: ${SEND}`],
  'Install a build, try it, fetch the crash': [
    `install_app: ${INSTALL}`,
    `set_text: ${SIGN_IN}`,
    `click_element: ${SIGN_IN}`,
  ],
};
