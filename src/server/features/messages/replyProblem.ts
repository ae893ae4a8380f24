import { messages } from '../../../messages/serverMessages';
import type { Refusal } from '../../platform/http/errors';

export interface Reason {
  text: string;
  values: Record<string, string | number>;
}

/** Why a reply or its files weren't added. Files are numbered, because their names may be personal. */
export type ReplyProblem = { trn: string } & ({ reason: Reason } | { refused: { n: number; reason: Reason }[] });

export function readReason({ code, message, extra }: Refusal): Reason {
  const all: Record<string, string> = {
    ...messages('server-application').refusals,
    ...messages('server-messages').refusals,
  };
  return { text: extra.errors?.[0]?.message ?? all[code] ?? message, values: extra.values ?? {} };
}
