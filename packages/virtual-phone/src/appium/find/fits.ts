import type { PatientPattern } from '../../programs/text/patient-pattern.ts';
import { ToolError } from '../../programs/tool.ts';
import type { ServerError } from '../errors.ts';

/** Whether a text matches a client's pattern; a pattern that takes too long is refused with the server's own error. */
export function fits(pattern: PatientPattern, text: string, refusal: () => ServerError): boolean {
  try {
    return pattern.test(text);
  } catch (error) {
    throw error instanceof ToolError ? refusal() : error;
  }
}
