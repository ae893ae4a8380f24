import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';

/** Method and address below /api: `GET /scan/:id`. */
export type CallName = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;

/** Describes one call. Routes, client, OpenAPI and types are derived from it. */
export interface Call {
  /** One line in OpenAPI. */
  summary: string;
  query?: TSchema;
  body?: TSchema;
  /** The body holds a step's answers, validated by the active forms. `also` are further members. */
  form?: { flow: string; step: string; also?: Readonly<Record<string, object>> };
  /** Schema of the records; null without it. */
  answer?: TSchema;
  /** Needs no session. */
  open?: true;
  /** Needs an `Idempotency-Key`. */
  once?: true;
  /** Not in OpenAPI: a page's file or a tool's call. */
  hide?: true;
  /** `upload` takes multipart/form-data, `download` returns a file, `written` handlers write JSON themselves. */
  content?: 'upload' | 'download' | 'written';
}

export type Calls = Record<CallName, Call>;

/** The parts of the API, each with an OpenAPI document of its own. */
export type ApiPart = 'applicant' | 'office' | 'studio';

/** Ways to prove who calls. Any one of a resource's is enough. */
export type Proof = 'session' | 'apiKey' | 'officeCookie' | 'studioCookie';

interface Access {
  part: ApiPart;
  /** Without it: a session, but for calls that are `open`. */
  proofs?: readonly Proof[];
}

/** `tag` is the heading in OpenAPI. */
export interface Resource<C extends Calls = Calls> extends Access {
  tag: string;
  calls: C;
}

/** Keeps the literal types of `calls`. A resource that is named by its tag alone is the applicant's. */
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

/** A successful answer. `status` equals the HTTP status. */
export interface Envelope<T> {
  status: number;
  success: boolean;
  message: string;
  records: T;
  /** Only from calls that refresh the session. */
  tokendata?: Tokens;
}

/** A validation error. */
export const BodyError = Type.Object({
  /** JSON pointer into the body. */
  path: Type.String(),
  /** The section and the JSON pointer into its answers, if the error is about one. */
  section: Type.Optional(Type.String()),
  field: Type.Optional(Type.String()),
  /** The parameter of the address, if the error is about one. */
  parameter: Type.Optional(Type.String()),
  message: Type.String(),
});
export type BodyError = Static<typeof BodyError>;

/** A refused call's answer. */
export const Refused = Type.Object({
  /** RFC 9457, in the office's API: `/problems/{code}`. */
  type: Type.Optional(Type.String()),
  /** RFC 9457: the same as `message`. */
  title: Type.Optional(Type.String()),
  status: Type.Integer(),
  success: Type.Literal(false),
  code: Type.String(),
  message: Type.String(),
  records: Type.Unknown(),
  errors: Type.Optional(Type.Array(BodyError)),
});
export type Refused = Static<typeof Refused>;

export function envelopeOf({ answer }: Call): TSchema {
  return Type.Object({
    status: Type.Integer(),
    success: Type.Boolean(),
    message: Type.String(),
    records: answer ?? Type.Null(),
    tokendata: Type.Optional(Tokens),
  });
}

/** An object whose members the form definitions decide. */
export const Members = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true });

/** These members, and others that the form definitions decide. */
export function withMembers<P extends TProperties>(members: P) {
  return Type.Unsafe<Static<TObject<P>> & Record<string, unknown>>(
    Type.Object(members, { additionalProperties: true }),
  );
}

/** A `T` that is validated elsewhere, by form definitions or types of src/model. */
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

export const NumberOrDigits = Type.Union([Type.Integer(), Type.String({ pattern: '^[0-9]{1,9}$' })]);
