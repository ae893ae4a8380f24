import { useState } from 'react';
import type { KeyedMutator } from 'swr';
import { toApiError } from '../../api/apiError';
import { createIdempotentCall } from '../../api/idempotentCall';
import type { BodyError } from '../../contract/call';
import type { Household, Member } from '../../contract/household';
import { useMessages } from '../../messages/useMessages';
import { refusalMessage } from '../ui/LoadError';
import { toast } from '../ui/Toaster';

/** Resolves to true if the change was made. */
export type ChangeHousehold = (
  content: object,
  call: (key: string) => Promise<Household>,
  done: string,
  refuse?: (errors: readonly BodyError[]) => void,
) => Promise<boolean>;

export interface MemberProps {
  member: Member;
  revision: number;
  change: ChangeHousehold;
}

/** Error codes that mean the page is outdated. */
const OUTDATED = ['staleHousehold', 'noSuchMember', 'notPossible'];

/** Returns a function that changes the household. If the page is outdated, shows the current household. */
export function useHouseholdChange(mutate: KeyedMutator<Household>): ChangeHousehold {
  const messages = useMessages('household');
  const [changeOnce] = useState(createIdempotentCall);
  return async (content, call, done, refuse) => {
    try {
      const now = await changeOnce(content, call);
      await mutate(now, { revalidate: false });
      toast('success', done);
      return true;
    } catch (cause) {
      const error = toApiError(cause);
      if (error.fieldErrors?.length && refuse) refuse(error.fieldErrors);
      else {
        if (OUTDATED.includes(error.code ?? ''))
          await mutate((error.records as Household | null) ?? undefined, { revalidate: true });
        toast('error', error.code === 'staleHousehold' ? messages.stale : refusalMessage(error, messages.problem));
      }
      return false;
    }
  };
}
