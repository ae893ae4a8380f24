import { isAxiosError } from 'axios';
import texts from '../../schemas/texts/shell.json';

/** A broken rule as the server tells it; `path` is a JSON pointer ('/employer/0/position'). */
export interface ServerFieldError {
  path: string;
  message: string;
}

/** Every way a call can fail. `status` 0 means that no answer came; `message` is meant for the applicant. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly code?: string;
  readonly fieldErrors?: ServerFieldError[];
  /** What the server sent along: at a 409 the stored answers. */
  readonly records?: unknown;
  /** Seconds to wait, told with a 429. */
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
  fieldErrors: ServerFieldError[];
  records: unknown;
  retryAfter: number;
  cause: unknown;
}

interface ErrorBody {
  message?: string;
  code?: string;
  errors?: ServerFieldError[];
  records?: unknown;
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

function readBody(data: unknown): ErrorBody {
  if (typeof data !== 'object' || data === null) return {};
  const { message, code, errors, records } = data as Record<string, unknown>;
  return {
    message: typeof message === 'string' ? message : undefined,
    code: typeof code === 'string' ? code : undefined,
    errors: Array.isArray(errors) ? errors.filter(isFieldError) : undefined,
    records,
  };
}

function isFieldError(error: unknown): error is ServerFieldError {
  return typeof error === 'object' && error !== null && 'path' in error && 'message' in error;
}
