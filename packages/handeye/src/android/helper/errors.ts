/** The helper does not answer: it was never there, it was stopped, or it died. */
export class HelperGone extends Error {
  override readonly name = 'HelperGone';

  /** `reached`: the helper received the request, so it may have had its effect. */
  constructor(
    message: string,
    readonly reached: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Continues after a first change. If the helper is gone by then, it counts as reached: nothing may be repeated. */
export async function afterChange<T>(rest: () => Promise<T>): Promise<T> {
  try {
    return await rest();
  } catch (error) {
    if (!(error instanceof HelperGone) || error.reached) throw error;
    throw new HelperGone(error.message, true, { cause: error });
  }
}

/** The helper answered that it cannot do what was requested. */
export class HelperRefused extends Error {
  override readonly name = 'HelperRefused';

  /** `code` is WebDriver's error code: `no such element`, `invalid element state`, … */
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}
