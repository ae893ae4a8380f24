import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';

/** Method and path below /api: `GET /scan/:id`. */
export type CallName = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;

/** Describes one call. Routes, client, OpenAPI and types are derived from it. */
export interface Call {
  summary: string;
  query?: TSchema;
  body?: TSchema;
  /** Set if the body has a step's answers. `also` has the schemas of other members. */
  form?: { flow: string; step: string; also?: Readonly<Record<string, object>> };
  /** Schema of `records`. If undefined, `records` is null. */
  answer?: TSchema;
  open?: true;
  /** Set if the call accepts an `Idempotency-Key`. */
  once?: true;
  hide?: true;
  /** `upload`: multipart/form-data. `download`: a file. `written`: the handler writes its own JSON. */
  content?: 'upload' | 'download' | 'written';
}

export type Calls = Record<CallName, Call>;

export type ApiPart = 'applicant' | 'office' | 'studio';

/** A way to authenticate. A call accepts any of its resource's proofs. */
export type Proof = 'session' | 'apiKey' | 'officeCookie' | 'studioCookie';

interface Access {
  part: ApiPart;
  /** If undefined, a session is required except for `open` calls. */
  proofs?: readonly Proof[];
}

export interface Resource<C extends Calls = Calls> extends Access {
  tag: string;
  calls: C;
}

/** Access to office calls that integrations can also make, with an API key. */
export const OFFICE_ACCESS = { part: 'office', proofs: ['apiKey', 'officeCookie'] } as const satisfies Access;

/** Keeps the literal types of `calls`. A resource with only a tag belongs to the applicant's API. */
export function describeResource<const C extends Calls>(
  named: string | (Access & { tag: string }),
  calls: C,
): Resource<C> {
  return typeof named === 'string' ? { tag: named, part: 'applicant', calls } : { ...named, calls };
}

/** `'GET /drafts/:trn/:section'` → `{ trn: string; section: string }` */
export type ParamsOf<Name extends string> = { [Param in ParamNames<Name>]: string };

type ParamNames<Name extends string> = Name extends `${string}/:${infer Param}/${infer Rest}`
  ? Param | ParamNames<`/${Rest}`>
  : Name extends `${string}/:${infer Param}`
    ? Param
    : Name extends `${string}/*`
      ? '*'
      : never;

export type QueryOf<C> = C extends { query: infer S extends TSchema } ? Static<S> : unknown;
export type BodyOf<C> = C extends { body: infer S extends TSchema } ? Static<S> : unknown;
export type AnswerOf<C extends Call> = C extends { answer: infer S extends TSchema } ? Static<S> : null;

export const Tokens = Type.Object({ token: Type.String(), refreshToken: Type.String() });
export type Tokens = Static<typeof Tokens>;

export interface Envelope<T> {
  status: number;
  success: boolean;
  message: string;
  records: T;
  /** Set if the call refreshed the session. */
  tokendata?: Tokens;
}

export const BodyError = Type.Object({
  /** JSON pointer into the body. With `parameter`, into the query, path parameters or headers. */
  path: Type.String(),
  /** Section and JSON pointer into its answers, if the error is about an answer. */
  section: Type.Optional(Type.String()),
  field: Type.Optional(Type.String()),
  /** The URL parameter or header with the error. */
  parameter: Type.Optional(Type.String()),
  message: Type.String(),
});
export type BodyError = Static<typeof BodyError>;

export const Refused = Type.Object({
  /** RFC 9457, only in the office's API: `/problems/{code}`. */
  type: Type.Optional(Type.String()),
  /** RFC 9457. The same as `message`. */
  title: Type.Optional(Type.String()),
  status: Type.Integer(),
  success: Type.Literal(false),
  code: Type.String(),
  message: Type.String(),
  records: Type.Unknown(),
  errors: Type.Optional(Type.Array(BodyError)),
});
export type Refused = Static<typeof Refused>;

export function envelopeSchema({ answer }: Call): TSchema {
  return Type.Object({
    status: Type.Integer(),
    success: Type.Boolean(),
    message: Type.String(),
    records: answer ?? Type.Null(),
    tokendata: Type.Optional(Tokens),
  });
}

export const Members = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true });

export function withMembers<P extends TProperties>(members: P) {
  return Type.Unsafe<Static<TObject<P>> & Record<string, unknown>>(
    Type.Object(members, { additionalProperties: true }),
  );
}

/** Returns a schema of type `T` that accepts anything. */
export function described<T>(): ReturnType<typeof Type.Unsafe<T>> {
  return Type.Unsafe<T>({});
}

export function nullable<S extends TSchema>(schema: S) {
  return Type.Unsafe<Static<S> | null>({
    ...schema,
    ...('type' in schema && { type: [schema.type, 'null'] }),
    ...('enum' in schema && Array.isArray(schema.enum) && { enum: [...schema.enum, null] }),
  });
}

export const oneOf = <T extends string>(names: readonly T[]) => Type.Unsafe<T>({ type: 'string', enum: [...names] });

export const Moment = Type.String({ format: 'date-time' });

export const IdempotencyKey = Type.String({ minLength: 8, maxLength: 200 });

export const NumberOrDigits = Type.Union([Type.Integer(), Type.String({ pattern: '^[0-9]{1,9}$' })]);
