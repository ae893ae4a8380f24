import { isAxiosError } from 'axios';
import type { BodyError, Refused } from '../contract/call';
import { pageMessages } from '../messages/useMessages';
import { isRecord } from '../model/answers/paths';

/** A failed API call. `status` is 0 without a response. Pages show `message` to the user. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly code?: string;
  readonly fieldErrors?: BodyError[];
  /** Data in the error response, such as the stored answers in a 409. */
  readonly records?: unknown;
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

/** Converts any failure to an ApiError. Uses a default message if the response has none. */
export function toApiError(cause: unknown): ApiError {
  const messages = pageMessages('shell').api;
  if (cause instanceof ApiError) return cause;
  if (!isAxiosError(cause)) return new ApiError(0, messages.failed, { cause });
  if (!cause.response)
    return new ApiError(0, cause.code === 'ECONNABORTED' ? messages.slow : messages.offline, { cause });
  const { status, data, headers } = cause.response;
  const body = readBody(data);
  return new ApiError(status, body.message || messages.failed, {
    code: body.code,
    fieldErrors: body.errors,
    records: body.records,
    retryAfter: Number(headers['retry-after']) || undefined,
    cause,
  });
}

/** True if the server definitely refused the call. False if the call may have taken effect or may still be running. */
export function isDefinite({ status, code }: ApiError): boolean {
  return status >= 400 && status < 500 && status !== 408 && code !== 'inProgress';
}

/** True if the server may accept the same call later. */
export function canRetry({ status }: ApiError): boolean {
  return status < 400 || status >= 500 || [401, 406, 408, 429].includes(status);
}

export async function ignoreNotFound<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (cause) {
    if (toApiError(cause).status === 404) return undefined;
    throw cause;
  }
}

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
