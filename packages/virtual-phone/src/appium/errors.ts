/** The server's exceptions: their W3C names, HTTP status and Java class. */
const kinds = {
  elementNotFound: {
    error: 'no such element',
    status: 404,
    class: 'ElementNotFoundException',
    message: 'An element could not be located on the page using the given search parameters',
  },
  staleElement: {
    error: 'stale element reference',
    status: 404,
    class: 'StaleElementReferenceException',
    message: 'The referenced element is no longer attached to the DOM',
  },
  noSuchDriver: {
    error: 'invalid session id',
    status: 404,
    class: 'NoSuchDriverException',
    message: 'A session is either terminated or not started',
  },
  noAlert: {
    error: 'no such alert',
    status: 404,
    class: 'NoAlertOpenException',
    message: 'No alert is present on the screen',
  },
  unknownCommand: {
    error: 'unknown command',
    status: 404,
    class: 'UnknownCommandException',
    message:
      'The requested resource could not be found, or a request was received using an HTTP method that is not supported by the mapped resource',
  },
  invalidArgument: {
    error: 'invalid argument',
    status: 400,
    class: 'InvalidArgumentException',
    message: 'The arguments passed to the command are either invalid or malformed',
  },
  invalidSelector: {
    error: 'invalid selector',
    status: 400,
    class: 'InvalidSelectorException',
    message: 'The selector is invalid',
  },
  invalidElementState: {
    error: 'invalid element state',
    status: 400,
    class: 'InvalidElementStateException',
    message: 'The element cannot do this',
  },
  screenshot: {
    error: 'unable to capture screen',
    status: 500,
    class: 'TakeScreenshotException',
    message: "Failed to capture a screenshot. Does the current view have 'secure' flag set?",
  },
  unknown: {
    error: 'unknown error',
    status: 500,
    class: 'UiAutomator2Exception',
    message: 'An unknown server-side error occurred while processing the command',
  },
} as const;

export type ErrorKind = keyof typeof kinds;

/** An error that a handler throws and the client receives. */
export class ServerError extends Error {
  override readonly name = 'ServerError';

  readonly #kind: ErrorKind;

  constructor(kind: ErrorKind, message: string = kinds[kind].message) {
    super(message);
    this.#kind = kind;
  }

  get status(): number {
    return kinds[this.#kind].status;
  }

  toJSON(): { error: string; message: string; stacktrace: string } {
    const { error, class: name } = kinds[this.#kind];
    const stacktrace = `io.appium.uiautomator2.common.exceptions.${name}: ${this.message}\n\tat io.appium.uiautomator2.handler.request.SafeRequestHandler.handle(SafeRequestHandler.java:62)\n`;
    return { error, message: this.message, stacktrace };
  }
}

/** The selector has a syntax error. */
export function badSelector(selector: string, why: string): ServerError {
  return new ServerError('invalidSelector', `Could not parse selector expression \`${selector}\`: ${why}`);
}
