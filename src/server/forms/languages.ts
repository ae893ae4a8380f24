import type { FastifyInstance, FastifyRequest } from 'fastify';
import own from '../../../schemas/language.json';
import { isRecord, ownMember } from '../../model/answers/paths';
import { mergeTranslations } from '../../model/messages/wording';
import type { SchemaFiles, SubscriberSettings } from '../../model/types';
import { toLanguage } from '../platform/http/parseHeaders';

const LANGUAGE = Symbol('language');

export type Translations = Readonly<Record<string, string>> & { readonly [LANGUAGE]?: string };

/** `translations/es.json` → `{ es: { Save: 'Guardar' } }` */
export function readLanguages(files: SchemaFiles): Record<string, Translations> {
  const names = Object.keys(files).flatMap((file) => /^translations\/(.+)\.json$/.exec(file)?.[1] ?? []);
  return Object.fromEntries(
    names.map((name) => [name, { ...files[`translations/${name}.json`]?.texts, [LANGUAGE]: name }]),
  );
}

export function languageIn(texts: Translations): string {
  return texts[LANGUAGE] ?? own.id;
}

export function mapValues<From, To>(
  record: Record<string, From>,
  change: (value: From, key: string) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));
}

/** Returns the language in `?lang=es` or, without `lang`, in Accept-Language. Otherwise returns ''. */
export function languageOf(request: FastifyRequest): string {
  const lang = isRecord(request.query) ? request.query.lang : undefined;
  const [first = ''] = typeof lang === 'string' ? toLanguage(lang) : request.preferredLanguages;
  return first;
}

export function appLanguageOf(request: FastifyRequest, languages: Readonly<Record<string, Translations>>): string {
  const wanted = languageOf(request);
  return wanted === own.id || Object.hasOwn(languages, wanted) ? wanted : '';
}

export function translateResponses(
  app: FastifyInstance,
  languages: () => Readonly<Record<string, Translations>>,
  getSubscriberSettings: (request: FastifyRequest) => Promise<SubscriberSettings | undefined>,
): void {
  app.addHook('preSerialization', async (request, _reply, payload: unknown) => {
    const language = languageOf(request);
    const translations = languages()[language];
    if (!translations || !isEnvelope(payload)) return payload;
    const settings = payload.errors && (await getSubscriberSettings(request));
    return translateEnvelope(mergeTranslations(translations, settings ?? {}, language), payload);
  });
}

interface MessageEnvelope {
  message: string;
  errors?: { path: string; message: string }[];
}

function translateEnvelope(translations: Translations, { message, errors, ...rest }: MessageEnvelope): MessageEnvelope {
  const translate = (text: string): string => ownMember(translations, text) ?? text;
  return {
    ...rest,
    message: translate(message),
    ...(errors && { errors: errors.map((error) => ({ ...error, message: translate(error.message) })) }),
  };
}

function isEnvelope(payload: unknown): payload is MessageEnvelope {
  return typeof payload === 'object' && payload !== null && 'message' in payload && typeof payload.message === 'string';
}
