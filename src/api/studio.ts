import useSWR, { type SWRResponse } from 'swr';
import useSWRImmutable from 'swr/immutable';
import type { Records } from '../contract/contract';
import type {
  ChangeReport,
  EditorRequest,
  FieldEditor,
  ListedVersion,
  Newer,
  NewerBody,
  Preview,
  PreviewRequest,
  PublishBody,
  Rehearsal,
  RehearsalRequest,
  RestructuredDraft,
  RestructureRequest,
  SharedFiles,
  Sources,
  StudioChoices,
  StudioSession,
  Version,
} from '../contract/studio';
import type { NewComment, StudioComment } from '../contract/studioComments';
import { isRecord, recordsIn } from '../model/answers/paths';
import type { ApiError } from './apiError';
import { request } from './client';

/** Outside development, this call requires a Studio session or the operator's token. */
export function getStudio(token: string): Promise<StudioChoices> {
  return request('GET /studio', withOperatorToken(token));
}

export function useStudio(token: string): SWRResponse<StudioChoices, ApiError> {
  return useSWR<StudioChoices, ApiError>(['studio', token], () => getStudio(token));
}

export function previewSection(token: string, wanted: PreviewRequest): Promise<Preview> {
  return request('POST /studio/section', { body: wanted, ...withOperatorToken(token) });
}

export function usePreview(token: string, wanted: PreviewRequest, version: string): SWRResponse<Preview, ApiError> {
  return useSWR<Preview, ApiError>(['studio', token, wanted, version], () => previewSection(token, wanted), {
    keepPreviousData: true,
  });
}

export function useRehearsal(
  token: string,
  wanted: RehearsalRequest,
  version: string,
): SWRResponse<Rehearsal, ApiError> {
  return useSWR<Rehearsal, ApiError>(
    ['studio/rehearsal', token, wanted, version],
    () => request('POST /studio/rehearsal', { body: wanted, ...withOperatorToken(token) }),
    { keepPreviousData: true },
  );
}

const own = { session: 'none' } as const;

export function requestStudioLink(email: string): Promise<null> {
  return request('POST /studio/login', { body: { email }, ...own });
}

export function logInToStudio(token: string): Promise<StudioSession> {
  return request('POST /studio/enter', { body: { token }, ...own });
}

export function logOutOfStudio(): Promise<null> {
  return request('POST /studio/logout', own);
}

export function useStudioSession(): SWRResponse<StudioSession, ApiError> {
  return useSWR<StudioSession, ApiError>('studio/session', () => request('GET /studio/session', own), {
    shouldRetryOnError: false,
  });
}

export type ActiveForms = Pick<StudioChoices, 'version' | 'head'>;

/** Fetches a section's files again for each version. Returns the earlier files while loading, so forms stay open. */
export function useSources(section: string, { version, head }: ActiveForms): Sources | undefined {
  const { data } = useSWR<Sources & { section: string }, ApiError>(
    ['studio/sources', section, version, head],
    async () => ({ section, ...(await request('GET /studio/sources/:section', { params: { section }, ...own })) }),
    { keepPreviousData: true },
  );
  return data?.section === section ? data : undefined;
}

/** Returns undefined if `isNeeded` is false, even if SWR still has earlier data. */
export function useSharedFiles(isNeeded: boolean, { version, head }: ActiveForms): SharedFiles | undefined {
  const { data } = useSWR<SharedFiles, ApiError>(
    isNeeded && ['studio/files', version, head],
    () => request('GET /studio/files', own),
    { keepPreviousData: true },
  );
  return isNeeded ? data : undefined;
}

export function useSettings(subscriber: string | undefined): SWRResponse<Sources, ApiError> {
  return useSWR<Sources, ApiError>(subscriber && ['studio/settings', subscriber], () =>
    request('GET /studio/settings/:subscriber', { params: { subscriber: subscriber ?? '' }, ...own }),
  );
}

export function useFieldEditor(wanted: EditorRequest, version: string): SWRResponse<FieldEditor, ApiError> {
  return useSWRImmutable<FieldEditor, ApiError>(['studio/editor', wanted.section, ...wanted.path, version], () =>
    request('POST /studio/editor', { body: wanted, ...own }),
  );
}

export function useChangeReport(wanted: Wanted | undefined): SWRResponse<ChangeReport, ApiError> {
  return useSWR<ChangeReport, ApiError>(
    wanted && ['studio/check', wanted],
    wanted ? () => request('POST /studio/check', { body: wanted, ...own }) : null,
    { keepPreviousData: true },
  );
}

export function suggestedFixes(cause: unknown): string[] {
  const records = isRecord(cause) && isRecord(cause.records) ? cause.records : {};
  return recordsIn(records.findings).map(({ fix }) => String(fix));
}

/** Fetches a draft as it would be after moving, renaming or retiring a part. */
export function useRestructuring(wanted: RestructureRequest | undefined): SWRResponse<RestructuredDraft, ApiError> {
  return useSWRImmutable<RestructuredDraft, ApiError>(
    wanted && ['studio/restructure', wanted],
    wanted ? () => request('POST /studio/restructure', { body: wanted, ...own }) : null,
    { shouldRetryOnError: false },
  );
}

/** Fetches newer published changes to a draft's files. `newest` is the active version. */
export function useNewerChanges(wanted: NewerBody | undefined, newest: number): SWRResponse<Newer, ApiError> {
  return useSWR<Newer, ApiError>(
    wanted && ['studio/newer', wanted, newest],
    wanted ? () => request('POST /studio/newer', { body: wanted, ...own }) : null,
  );
}

export function isActiveFilesKey(key: unknown): boolean {
  return Array.isArray(key) && ['studio/sources', 'studio/settings', 'studio/files'].includes(key[0]);
}

export function useComments(section: string, subscriber: string | null): SWRResponse<Comments, ApiError> {
  const query = subscriber === null ? {} : { subscriber };
  return useSWR<Comments, ApiError>(['studio/comments', section, subscriber], () =>
    request('GET /studio/comments/:section', { params: { section }, query, ...own }),
  );
}

type Comments = Records<'GET /studio/comments/:section'>;

export function addComment(body: NewComment): Promise<StudioComment> {
  return request('POST /studio/comments', { body, ...own });
}

export function resolveComment(id: string): Promise<StudioComment> {
  return request('POST /studio/comments/:id/resolve', { params: { id }, ...own });
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

/** Undoes a version. With `isAnyway`, undoes it even if stored answers don't fit the earlier forms. */
export function undoVersion(id: string, isAnyway = false): Promise<ListedVersion> {
  const query = isAnyway ? ({ anyway: 'true' } as const) : {};
  return request('POST /studio/versions/:id/undo', { params: { id }, query, ...own });
}

export function withdrawVersion(id: string): Promise<ListedVersion> {
  return request('POST /studio/versions/:id/withdraw', { params: { id }, ...own });
}

export function useAuditLog(mayRead: boolean): SWRResponse<Records<'GET /studio/acts'>, ApiError> {
  return useSWR<Records<'GET /studio/acts'>, ApiError>(mayRead && 'studio/acts', () =>
    request('GET /studio/acts', own),
  );
}

function withOperatorToken(token: string): { session: 'none'; headers: Record<string, string> } {
  return { session: 'none', headers: token ? { operator: token } : {} };
}
