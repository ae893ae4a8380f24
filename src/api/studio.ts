import useSWR, { type SWRResponse } from 'swr';
import type { Records } from '../contract/contract';
import type {
  EditorWish,
  FieldEditor,
  Judged,
  ListedVersion,
  Preview,
  PreviewWish,
  PublishBody,
  Sources,
  StudioChoices,
  StudioSession,
  Version,
} from '../contract/studio';
import { isRecord, recordsIn } from '../model/paths';
import type { ApiError } from './apiError';
import { request } from './client';

/** The choices; refused without the operator's token outside development. */
export function getStudio(token: string): Promise<StudioChoices> {
  return request('GET /studio', asOperator(token));
}

export function useStudio(token: string): SWRResponse<StudioChoices, ApiError> {
  return useSWR<StudioChoices, ApiError>(['studio', token], () => getStudio(token));
}

/** One section under any settings. */
export function previewSection(token: string, wish: PreviewWish): Promise<Preview> {
  return request('POST /studio/section', { body: wish, ...asOperator(token) });
}

/** The last preview stays until the next is there. */
export function usePreview(token: string, wish: PreviewWish, version: string): SWRResponse<Preview, ApiError> {
  return useSWR<Preview, ApiError>(['studio', token, wish, version], () => previewSection(token, wish), {
    keepPreviousData: true,
  });
}

const own = { session: 'none' } as const;

export function askForStudioLink(email: string): Promise<null> {
  return request('POST /studio/login', { body: { email }, ...own });
}

export function enterStudio(token: string): Promise<StudioSession> {
  return request('POST /studio/enter', { body: { token }, ...own });
}

export function leaveStudio(): Promise<null> {
  return request('POST /studio/logout', own);
}

export function useStudioSession(): SWRResponse<StudioSession, ApiError> {
  return useSWR<StudioSession, ApiError>('studio/session', () => request('GET /studio/session', own), {
    shouldRetryOnError: false,
  });
}

/** The live texts of a section. */
export function useSources(section: string, version: string): SWRResponse<Sources, ApiError> {
  return useSWR<Sources, ApiError>(['studio/sources', section, version], () =>
    request('GET /studio/sources/:section', { params: { section }, ...own }),
  );
}

export function useSettings(subscriber: string | undefined): SWRResponse<Sources, ApiError> {
  return useSWR<Sources, ApiError>(subscriber && ['studio/settings', subscriber], () =>
    request('GET /studio/settings/:subscriber', { params: { subscriber: subscriber ?? '' }, ...own }),
  );
}

/** The form of a field; asked for anew with another `turn` only, since what is typed into it changes the files that it is made from. */
export function useFieldEditor(wish: EditorWish, turn: string): SWRResponse<FieldEditor, ApiError> {
  return useSWR<FieldEditor, ApiError>(
    ['studio/editor', wish.section, ...wish.path, turn],
    () => request('POST /studio/editor', { body: wish, ...own }),
    { revalidateOnFocus: false, revalidateOnReconnect: false, revalidateIfStale: false },
  );
}

/** What would hold a change back; the last findings stay until the next are there. */
export function useJudged(wanted: Wanted | undefined): SWRResponse<Judged, ApiError> {
  return useSWR<Judged, ApiError>(
    wanted && ['studio/judge', wanted],
    wanted ? () => request('POST /studio/judge', { body: wanted, ...own }) : null,
    { keepPreviousData: true, revalidateOnFocus: false },
  );
}

/** What the findings of a refused change say is to be done. */
export function mendsOf(cause: unknown): string[] {
  const records = isRecord(cause) && isRecord(cause.records) ? cause.records : {};
  return recordsIn(records.findings).map(({ mend }) => String(mend));
}

type Wanted = Pick<PublishBody, 'subscriber' | 'changes'>;

export function saveVersion(body: PublishBody): Promise<ListedVersion> {
  return request('POST /studio/versions', { body, ...own });
}

export function useVersions(): SWRResponse<Records<'GET /studio/versions'>, ApiError> {
  return useSWR<Records<'GET /studio/versions'>, ApiError>('studio/versions', () =>
    request('GET /studio/versions', own),
  );
}

export function useVersion(id: string | undefined): SWRResponse<Version, ApiError> {
  return useSWR<Version, ApiError>(id && ['studio/version', id], () =>
    request('GET /studio/versions/:id', { params: { id: id ?? '' }, ...own }),
  );
}

export function undoVersion(id: string): Promise<ListedVersion> {
  return request('POST /studio/versions/:id/undo', { params: { id }, ...own });
}

export function withdrawVersion(id: string): Promise<ListedVersion> {
  return request('POST /studio/versions/:id/withdraw', { params: { id }, ...own });
}

export function useStudioActs(mayRead: boolean): SWRResponse<Records<'GET /studio/acts'>, ApiError> {
  return useSWR<Records<'GET /studio/acts'>, ApiError>(mayRead && 'studio/acts', () =>
    request('GET /studio/acts', own),
  );
}

function asOperator(token: string): { session: 'none'; headers: Record<string, string> } {
  return { session: 'none', headers: token ? { operator: token } : {} };
}
