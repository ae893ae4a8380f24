import { messages } from '../../../messages/serverMessages';
import type { Refusal } from '../../platform/http/errors';

/** A text of the messages with its values, to be said in the applicant's language. */
export interface Reason {
  text: string;
  values: Record<string, string | number>;
}

/** Why a reply by email isn't in the thread, or which of its files aren't. Files have numbers, since a name may be personal. */
export type ReplyProblem = { trn: string } & ({ reason: Reason } | { refused: { n: number; reason: Reason }[] });

export function readReason({ code, message, extra }: Refusal): Reason {
  const all: Record<string, string> = {
    ...messages('server-application').refusals,
    ...messages('server-messages').refusals,
  };
  return { text: extra.errors?.[0]?.message ?? all[code] ?? message, values: extra.values ?? {} };
}
