import { questionText } from '../guard/question-text.ts';
import { type Answer, answers, type Asker, type Question, type Unanswered } from '../guard/questions.ts';
import { isObject } from './json.ts';

/** Sends a request to the client and resolves with its result; rejects if that is an error, or when the signal fires. */
export type ClientRequest = (
  method: string,
  params: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
) => Promise<unknown>;

/** The one field of the form. */
const FIELD = 'allow';

/** A question as a form that every version of the protocol knows: a text, and one field with a list to choose from. */
export function formOf(question: Question) {
  const inApp = question.app === undefined ? '' : ' in this application';
  const lasting = `do not ask this again${inApp} until Handeye ends`;
  return {
    message: questionText(question),
    requestedSchema: {
      type: 'object' as const,
      properties: {
        [FIELD]: {
          type: 'string' as const,
          title: 'Allow this?',
          description: 'Whether the agent may do this.',
          enum: [...answers],
          enumNames: ['Yes, this once', `Yes, and ${lasting}`, 'No', `No, and ${lasting}`],
        },
      },
      required: [FIELD],
    },
  };
}

/** A client's answer to such a form; undefined if it is none. */
export function answerIn(result: unknown): Answer | Unanswered | undefined {
  if (!isObject(result)) return undefined;
  const { action, content } = result;
  if (action === 'accept') {
    const given = isObject(content) ? content[FIELD] : undefined;
    return answers.find((answer) => answer === given) ?? notAllowed('sent a form without an answer');
  }
  if (action === 'decline') return notAllowed('declined');
  return action === 'cancel' ? notAllowed('dismissed the question') : undefined;
}

/** It is not known whether a person did this, or the client by itself. */
function notAllowed(did: string): Unanswered {
  return { unanswered: `The user was asked through this client, which ${did}.` };
}

/** Asks the user of a client that takes requests. */
export function elicitingAsker(request: ClientRequest): Asker {
  return {
    way: 'the MCP client',
    async ask(question, signal) {
      try {
        return answerIn(await request('elicitation/create', formOf(question), signal));
      } catch (error) {
        if (signal.aborted) throw error;
        // It said that it can, but it cannot: the next way may work.
        return undefined;
      }
    },
  };
}
