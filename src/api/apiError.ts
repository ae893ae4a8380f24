import { isAxiosError } from 'axios';
import texts from '../../schemas/texts/shell.json';
import type { BodyError, Refused } from '../contract/call';
import { isRecord } from '../model/paths';

/** Every way a call can fail. `status` 0 means that no answer came; `message` is meant for the applicant. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly code?: string;
  readonly fieldErrors?: BodyError[];
  /** What the server sent along: at a 409 the stored answers. */
  readonly records?: unknown;
  /** Seconds to wait, sent with a 429. */
  readonly retryAfter?: number;

  constructor(status: number, message: string, parts: Partial<ApiErrorParts> = {}) {
    super(message, { cause: parts.cause });
    this.status = status;
    this.code = parts.code;
    this.fieldErrors = parts.fieldErrors;
    this.records = parts.records;
    this.retryAfter = parts.retryAfter;
  }
}

interface ApiErrorParts {
  code: string;
  fieldErrors: BodyError[];
  records: unknown;
  retryAfter: number;
  cause: unknown;
}

/**
 * Turns whatever a call failed with into an ApiError; an ApiError stays itself.
 * A body that is not ours (a proxy's HTML page, an empty answer) gets a message of ours.
 */
export function toApiError(cause: unknown): ApiError {
  if (cause instanceof ApiError) return cause;
  if (!isAxiosError(cause)) return new ApiError(0, texts.api.failed, { cause });
  if (!cause.response)
    return new ApiError(0, cause.code === 'ECONNABORTED' ? texts.api.slow : texts.api.offline, { cause });
  const { status, data, headers } = cause.response;
  const body = readBody(data);
  return new ApiError(status, body.message || texts.api.failed, {
    code: body.code,
    fieldErrors: body.errors,
    records: body.records,
    retryAfter: Number(headers['retry-after']) || undefined,
    cause,
  });
}

/** True when the server has given its verdict; otherwise the same call may have taken effect, or still be at work. */
export function isAnswered({ status, code }: ApiError): boolean {
  return status >= 400 && status < 500 && status !== 408 && code !== 'inProgress';
}

/** Takes 'not found' for success: what was to be deleted is gone, perhaps from another tab. */
export async function unlessGone<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (cause) {
    if (toApiError(cause).status === 404) return undefined;
    throw cause;
  }
}

/** What can be made out of an answer that may not be ours. */
function readBody(data: unknown): Partial<Pick<Refused, 'message' | 'code' | 'errors' | 'records'>> {
  if (!isRecord(data)) return {};
  const { message, code, errors, records } = data;
  return {
    message: typeof message === 'string' ? message : undefined,
    code: typeof code === 'string' ? code : undefined,
    errors: Array.isArray(errors) ? errors.filter(isBodyError) : undefined,
    records,
  };
}

function isBodyError(error: unknown): error is BodyError {
  return isRecord(error) && typeof error.path === 'string' && typeof error.message === 'string';
}
