import { mdiLock } from '@mdi/js';
import { JavaException } from '../framework/crashes/java-exception.ts';
import { NativeCrash } from '../framework/crashes/tombstone.ts';
import { activity, defineApp, type Activity } from '../framework/system/app.ts';
import type { View } from '../framework/views/view.ts';
import { button, checkbox, column, field, scroll, spinner, text } from '../framework/widgets/kit.ts';
import { alert, screen } from '../framework/widgets/screen.ts';
import { theme } from '../framework/widgets/theme.ts';

const regions = ['Europe', 'North America', 'South America', 'Asia', 'Africa', 'Oceania'];

interface State {
  readonly user: string;
  readonly password: string;
  readonly region: number;
  readonly remember: boolean;
  readonly errors: { readonly user?: string | undefined; readonly password?: string | undefined };
  readonly forgot: boolean;
  readonly busy: boolean;
}

type LoginActivity = Activity<State, undefined>;

/** A typical form: it validates, hides a password, has a spinner, and waits for a slow server. */
export const login = defineApp({
  package: 'com.example.login',
  label: 'Login',
  icon: { glyph: mdiLock, color: '#00796b' },
  main: '.LoginActivity',
  data: () => undefined,
  activities: {
    '.LoginActivity': activity<State>({
      initial: () => ({
        user: '',
        password: '',
        region: 0,
        remember: false,
        errors: {},
        forgot: false,
        busy: false,
      }),
      render: (state, self) =>
        screen('Sign in', [scroll(form(state, self))], {
          dialog: state.forgot ? forgotDialog(self) : undefined,
        }),
    }),
    '.WelcomeActivity': activity({
      initial: (intent) => ({ user: String(intent.extras?.user ?? '') }),
      render: (state, self) =>
        screen('Account', [
          column(
            [
              text(`Welcome, ${state.user}!`, { id: 'welcome', size: 28 }),
              text('You are signed in.', { color: theme.textSecondary }),
              button(
                'Sign out',
                () => {
                  self.finish();
                },
                { id: 'sign_out', tone: 'tonal' },
              ),
            ],
            { padding: 24, gap: 16 },
          ),
        ]),
    }),
  },
});

function form(state: State, self: LoginActivity): View {
  return column(
    [
      text('Use the name demo and the password secret123 to get in.', { color: theme.textSecondary }),
      field({
        id: 'username',
        hint: 'User name',
        error: state.errors.user,
        value: state.user,
        input: 'email',
        imeAction: 'next',
        maxLength: 40,
        onChange: (user) => {
          self.setState({ user, errors: { ...self.state.errors, user: undefined } });
        },
      }),
      errorText('username_error', state.errors.user),
      field({
        id: 'password',
        hint: 'Password',
        error: state.errors.password,
        value: state.password,
        input: 'password',
        imeAction: 'done',
        onChange: (password) => {
          self.setState({ password, errors: { ...self.state.errors, password: undefined } });
        },
        onSubmit: () => {
          signIn(self);
        },
      }),
      errorText('password_error', state.errors.password),
      spinner(
        regions[state.region] ?? '',
        {
          items: regions,
          onSelect: (region) => {
            self.setState({ region });
          },
        },
        { id: 'region' },
      ),
      checkbox(
        'Remember me',
        state.remember,
        (remember) => {
          self.setState({ remember });
        },
        { id: 'remember' },
      ),
      button(
        state.busy ? 'Signing in…' : 'Sign in',
        () => {
          signIn(self);
        },
        { id: 'sign_in', width: 'fill', enabled: !state.busy },
      ),
      button(
        'Forgot password?',
        () => {
          self.setState({ forgot: true });
        },
        { id: 'forgot', tone: 'plain', align: 'center' },
      ),
      button('Sign in with a passkey', () => undefined, {
        id: 'passkey',
        tone: 'tonal',
        width: 'fill',
        enabled: false,
      }),
    ],
    { padding: [16, 24], gap: 12 },
  );
}

function errorText(id: string, message: string | undefined): View {
  return text(message ?? '', {
    id,
    size: 12,
    color: theme.error,
    visibility: message === undefined ? 'gone' : 'visible',
  });
}

function forgotDialog(self: LoginActivity) {
  const close = () => {
    self.setState({ forgot: false });
  };
  return alert({
    title: 'Reset password?',
    message: 'A message with a link goes to the address of this account.',
    buttons: [
      { label: 'Cancel', onTap: close },
      {
        label: 'Send',
        onTap: () => {
          close();
          self.toast('Message sent');
        },
      },
    ],
    onDismiss: close,
  });
}

function signIn(self: LoginActivity): void {
  const { user, password } = self.state;
  const errors = {
    ...(user === '' && { user: 'Enter a user name' }),
    ...(password.length < 8 && { password: 'At least 8 characters' }),
  };
  self.setState({ errors });
  if (Object.keys(errors).length > 0) return;
  self.hideKeyboard();
  self.setState({ busy: true });
  self.log(`asking the server about ${user}`, 'D');
  self.after(600, () => {
    self.setState({ busy: false });
    fail(user, self);
    if (user === 'demo' && password === 'secret123') {
      self.start({ component: 'com.example.login/.WelcomeActivity', extras: { user } });
    } else self.setState({ errors: { password: 'Wrong user name or password' } });
  });
}

const PACKAGE = 'com.example.login';
/** The failing frame: the activity's handler of the server's answer. */
const ANSWER = `${PACKAGE}.LoginActivity.onAnswer(LoginActivity.java:118)`;

/** Three faults on demand: sign in under one of these names. */
function fail(user: string, { phone }: LoginActivity): void {
  switch (user) {
    case 'crash':
      throw new JavaException('java.lang.IllegalStateException', 'The server sent no session for crash', [
        `${PACKAGE}.Session.of(Session.java:31)`,
        ANSWER,
      ]);
    case 'hang':
      phone.crashReports.hangs(PACKAGE, [`${PACKAGE}.Session.waitForKey(Session.java:52)`, ANSWER]);
      return;
    case 'native-crash':
      throw new NativeCrash();
  }
}
