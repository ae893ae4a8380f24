import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';

/** A call by its method and address below /api: `GET /scan/:id`. */
export type CallName = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;

/** The description of one call, from which the route, the client, OpenAPI and the types of both sides follow. */
export interface Call {
  /** One line for the API's own page. */
  summary: string;
  query?: TSchema;
  body?: TSchema;
  /** The body is the answers of a step's sections, judged by the forms in force; `also` are its members next to them. */
  form?: { flow: string; step: string; also?: Readonly<Record<string, object>> };
  /** The records of its answer; without it they are null. */
  answer?: TSchema;
  /** Needs no session. */
  open?: true;
  /** Takes effect once under an `Idempotency-Key`. */
  once?: true;
  /** Not part of the published API: a file of the pages, or a tool's call. */
  hide?: true;
  /** `upload`: the body is multipart/form-data. `download`: the answer is a file. `written`: the handler writes the answer's JSON. */
  content?: 'upload' | 'download' | 'written';
}

export type Calls = Record<CallName, Call>;

/** The calls of one resource; `tag` is its heading in OpenAPI. */
export interface Resource<C extends Calls = Calls> {
  tag: string;
  calls: C;
}

/** Describes a resource; what it gives back is what it was given, with its types as narrow as written. */
export function describeResource<const C extends Calls>(tag: string, calls: C): Resource<C> {
  return { tag, calls };
}

/** `'GET /drafts/:trn/:section'` → `{ trn: string; section: string }`. */
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

/** The pair of tokens that a session lives by. */
export const Tokens = Type.Object({ token: Type.String(), refreshToken: Type.String() });
export type Tokens = Static<typeof Tokens>;

/** What every call answers that went well (shared conventions of the API); `status` equals the HTTP status. */
export interface Envelope<T> {
  status: number;
  success: boolean;
  message: string;
  records: T;
  /** Only of the calls that renew a session. */
  tokendata?: Tokens;
}

/** A rule that the body breaks. */
export const BodyError = Type.Object({
  /** JSON pointer into the request's body. */
  path: Type.String(),
  /** The section that it speaks of, and the JSON pointer into that section's answers; missing where it speaks of neither. */
  section: Type.Optional(Type.String()),
  field: Type.Optional(Type.String()),
  message: Type.String(),
});
export type BodyError = Static<typeof BodyError>;

/** What every call answers that was refused. */
export const Refused = Type.Object({
  status: Type.Integer(),
  success: Type.Literal(false),
  code: Type.String(),
  message: Type.String(),
  records: Type.Unknown(),
  errors: Type.Optional(Type.Array(BodyError)),
});
export type Refused = Static<typeof Refused>;

/** The JSON Schema of a call's whole answer. */
export function envelopeOf({ answer }: Call): TSchema {
  return Type.Object({
    status: Type.Integer(),
    success: Type.Boolean(),
    message: Type.String(),
    records: answer ?? Type.Null(),
    tokendata: Type.Optional(Tokens),
  });
}

/** Members whose names and shapes the form definitions decide. */
export const Members = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true });

/** These members, and others whose names and shapes the form definitions decide. */
export function withMembers<P extends TProperties>(members: P) {
  return Type.Unsafe<Static<TObject<P>> & Record<string, unknown>>(
    Type.Object(members, { additionalProperties: true }),
  );
}

/** A value of `T` that is judged and described elsewhere (by the form definitions, or by src/model's own types). */
export function described<T>(): ReturnType<typeof Type.Unsafe<T>> {
  return Type.Unsafe<T>({});
}

/** A value that may be null. */
export function nullable<S extends TSchema>(schema: S) {
  return Type.Unsafe<Static<S> | null>({
    ...schema,
    ...('type' in schema && { type: [schema.type, 'null'] }),
    ...('enum' in schema && Array.isArray(schema.enum) && { enum: [...schema.enum, null] }),
  });
}

/** A whole number, or its digits. */
export const NumberOrDigits = Type.Union([Type.Integer(), Type.String({ pattern: '^[0-9]{1,9}$' })]);
