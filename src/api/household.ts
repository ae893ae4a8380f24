import { preload, type SWRResponse } from 'swr';
import type { LoginRecords } from '../contract/account';
import type { Household, InviteBody, MemberAction, NewPerson, ReplaceBody } from '../contract/household';
import type { ApiError } from './apiError';
import { callAddress, request } from './client';
import { usePolled } from './usePolled';

const POLL_EVERY = 10_000;

export function useHousehold(trn: string): SWRResponse<Household, ApiError> {
  return usePolled(householdKey(trn), () => getHousehold(trn), POLL_EVERY);
}

export function startHousehold(trn: string): void {
  // `useHousehold` returns the error.
  preload(householdKey(trn), () => getHousehold(trn)).catch(() => {});
}

const householdKey = (trn: string) => callAddress('GET /household/:trn', { trn });

const getHousehold = (trn: string) => request('GET /household/:trn', { params: { trn } });

export const addPerson = (body: NewPerson, key: string): Promise<Household> =>
  request('POST /household/add', { body, key });

export const invite = (body: InviteBody, key: string): Promise<Household> =>
  request('POST /household/invite', { body, key });

export const replacePerson = (body: ReplaceBody, key: string): Promise<Household> =>
  request('POST /household/replace', { body, key });

export type PlainAction = Exclude<MemberAction, 'invite' | 'replace'>;

const PLAIN_CALLS = {
  remind: 'POST /household/remind',
  revoke: 'POST /household/revoke',
  remove: 'POST /household/remove',
  lead: 'POST /household/lead',
} as const satisfies Record<PlainAction, string>;

export const changeMember = (
  action: PlainAction,
  body: { member: string; revision: number },
  key: string,
): Promise<Household> => request(PLAIN_CALLS[action], { body, key });

export const leaveHousehold = (revision: number, key: string): Promise<Household> =>
  request('POST /household/leave', { body: { revision }, key });

export const joinHousehold = (token: string, key: string): Promise<LoginRecords> =>
  request('POST /household/join', { body: { token }, key });

export const declineInvitation = (token: string): Promise<null> =>
  request('POST /household/decline', { body: { token }, session: 'none' });
