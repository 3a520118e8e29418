/** The helper does not answer: it was never there, it was stopped, or it died. */
export class HelperGone extends Error {
  override readonly name = 'HelperGone';

  /** `reached`: the helper had the request, so that what was asked for may have been done. */
  constructor(
    message: string,
    readonly reached: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Goes on after a first change. A helper that is gone by then did have the request: nothing of it may be done again. */
export async function afterChange<T>(rest: () => Promise<T>): Promise<T> {
  try {
    return await rest();
  } catch (error) {
    if (!(error instanceof HelperGone) || error.reached) throw error;
    throw new HelperGone(error.message, true, { cause: error });
  }
}

/** The helper answered that it cannot do what was asked. */
export class HelperRefused extends Error {
  override readonly name = 'HelperRefused';

  /** `code` is WebDriver's word for it: `no such element`, `invalid element state`, … */
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}
