import * as z from 'zod';
import { deviceErrorOf } from '../device/errors.ts';
import type { Toolbox } from '../tools/frame/toolbox.ts';

/**
 * A method of our own, for `handeye policy explain`: what the policy says of a call. Not an option of tools/call, since a
 * server that does not know the option would make the call.
 */
export const EXPLAIN_METHOD = 'handeye/explain';

export const explainParams = z.object({ name: z.string(), arguments: z.unknown().optional() });

interface AskedCall {
  readonly tool: string;
  readonly args: unknown;
  readonly signal: AbortSignal;
}

/** The policy's verdict, or the error that the call would end with before it. */
export async function explained(
  { toolbox }: { readonly toolbox: Toolbox },
  { tool, args = {}, signal }: AskedCall,
): Promise<{ said: string } | { fails: string }> {
  try {
    return { said: (await toolbox.explain?.(tool, args, { signal })) ?? 'this server cannot say' };
  } catch (error) {
    const known = deviceErrorOf(error);
    if (!known) throw error;
    return { fails: known.message };
  }
}
