import type { FastifyInstance, FastifyRequest } from 'fastify';
import own from '../../../schemas/language.json';
import { isRecord } from '../../model/paths';
import type { Overlay, SchemaFiles } from '../../model/types';
import { wordsUnder } from '../../model/wording';

export type Words = Readonly<Record<string, string>>;

/** The words of each file in translations/: `translations/es.json` → `{ es: { Save: 'Guardar' } }`. */
export function readLanguages(files: SchemaFiles): Record<string, Words> {
  const names = Object.keys(files).flatMap((file) => /^translations\/(.+)\.json$/.exec(file)?.[1] ?? []);
  return Object.fromEntries(names.map((name) => [name, files[`translations/${name}.json`]?.texts ?? {}]));
}

export function mapValues<From, To>(record: Record<string, From>, change: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}

/** The language a request asks for: `?lang=es`, else the first of its Accept-Language. Empty where it asks for none. */
export function languageOf(request: FastifyRequest): string {
  const lang = isRecord(request.query) ? request.query.lang : undefined;
  const wanted = typeof lang === 'string' ? lang : (request.headers['accept-language'] ?? '');
  return /^\s*([a-z]{2,3})\b/i.exec(wanted)?.[1]?.toLowerCase() ?? '';
}

/** The same where the app speaks it; empty for another. */
export function spokenLanguageOf(request: FastifyRequest, languages: Readonly<Record<string, Words>>): string {
  const wanted = languageOf(request);
  return wanted === own.id || Object.hasOwn(languages, wanted) ? wanted : '';
}

/**
 * Says the messages of every answer in the language its request asks for; those that no catalogue has stay as they are. `overlayOf` finds
 * the applicant's subscriber, who may have words of their own for what is wrong with an answer.
 */
export function addLanguages(
  app: FastifyInstance,
  languages: () => Readonly<Record<string, Words>>,
  overlayOf: (request: FastifyRequest) => Promise<Overlay | undefined>,
): void {
  app.addHook('preSerialization', async (request, _reply, payload: unknown) => {
    const language = languageOf(request);
    const words = languages()[language];
    if (!words || !isEnvelope(payload)) return payload;
    const overlay = payload.errors && (await overlayOf(request));
    return sayIn(wordsUnder(words, overlay ?? {}, language), payload);
  });
}

interface Spoken {
  message: string;
  errors?: { path: string; message: string }[];
}

function sayIn(words: Words, { message, errors, ...rest }: Spoken): Spoken {
  const say = (text: string): string => words[text] ?? text;
  return {
    ...rest,
    message: say(message),
    ...(errors && { errors: errors.map((error) => ({ ...error, message: say(error.message) })) }),
  };
}

function isEnvelope(payload: unknown): payload is Spoken {
  return typeof payload === 'object' && payload !== null && 'message' in payload && typeof payload.message === 'string';
}
