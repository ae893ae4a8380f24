import { parentPort } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import type { Rehearsal } from '../../contract/studio';
import { messages } from '../../messages/serverMessages';
import { migrationsBetween } from '../../model/answers/migrations';
import { translate } from '../../model/messages/translate';
import { applyWording, mergeTranslations } from '../../model/messages/wording';
import { CatalogError } from '../../model/section/catalogError';
import { resolveSection, sectionMessages } from '../../model/section/resolveSection';
import { applySettingsToSchema } from '../../model/section/subscriberSettings';
import { readWidgetList } from '../../model/section/widgetList';
import { fieldEditor, readWording, wordingEditor } from '../../model/studio/fieldEditor';
import { nodeAt } from '../../model/studio/sectionFile';
import { hasOtherCondition, readField } from '../../model/studio/writeField';
import type { Context, PlainSection, SchemaFiles, SubscriberSettings } from '../../model/types';
import { type BreakingChange, breakingChanges } from '../../schema-tools/impact/breakingChanges';
import { type LintIssue, lintSchemas } from '../../schema-tools/lint/lintSchemas';
import { completeSection } from '../../schema-tools/prove/completeSection';
import type { Finished } from '../../schema-tools/restructure/finish';
import { type Restructuring, restructure } from '../../schema-tools/restructure/restructure';
import { RestructureError, type RestructureFault } from '../../schema-tools/restructure/structure';
import { compileForBoth, hashText } from './compiledSections';
import { type Candidate, findBlockers } from './findBlockers';
import { createFormsVersion, type FormsVersion } from './formsVersion';
import type { Translations } from './languages';
import { parseAll } from './readSchemas';
import { rehearseForms } from './rehearseForms';

const schemaWork = { validate, compare, drawSection, drawEditor, rehearse, restructureDraft };
export type SchemaWork = typeof schemaWork;

parentPort?.on('message', ({ kind, input }: { kind: keyof SchemaWork; input: never }) => {
  parentPort?.postMessage(runTask(kind, input));
});

function runTask(kind: keyof SchemaWork, input: never): { answer: unknown } | { error: unknown } {
  try {
    return { answer: schemaWork[kind](input) };
  } catch (error) {
    return { error };
  }
}

type Texts = Record<string, string>;

interface ValidationInput extends Omit<Candidate, 'before'> {
  before: Texts;
}

function validate({ before, ...candidate }: ValidationInput) {
  return findBlockers({ ...candidate, before: getSchemas(before) });
}

function compare({ before, texts }: { before: Texts; texts: Texts }): BreakingChange[] | null {
  try {
    const [was, now] = [getSchemas(before), getSchemas(texts)];
    return breakingChanges(was.catalog, now.catalog, migrationsBetween(was.migrations, now.migrations));
  } catch {
    // Lint reports the reason.
    return null;
  }
}

interface ChangedFiles {
  texts: Texts;
  changed: string[];
  today: string;
}

interface Draft extends ChangedFiles {
  section: string;
}

interface SectionInput extends Draft {
  settings: SubscriberSettings;
  language?: string;
  context: Context;
}

/** Prepares a section. Returns lint issues if it can't be rendered. */
function drawSection({ settings, language, context, ...draft }: SectionInput) {
  return drawIfValid(draft, ({ catalog, files }) => {
    const translations: Translations = files[`translations/${language}.json`]?.texts ?? {};
    const own = resolveSection(catalog.section(draft.section), settings, catalog.messages);
    const plain = language ? translate(own, mergeTranslations(translations, settings, language)) : own;
    const { checker, module } = compileForBoth(plain);
    const completion = completeSection(plain, checker, context);
    return {
      ...toServed(plain, module()),
      files: { schema: files[`${draft.section}.schema.json`], ui: files[`${draft.section}.ui.json`] },
      merged: plain.strict,
      personas: listPersonas(files, draft.section),
      messages: sectionMessages(plain.strict),
      ...('answers' in completion && { example: completion.answers }),
    };
  });
}

interface RehearsalInput extends ChangedFiles {
  live: { texts: Texts; settings: SubscriberSettings };
  settings: SubscriberSettings;
  context: Context;
}

function rehearse({ live, settings, context, ...draft }: RehearsalInput): Rehearsal | { findings: LintIssue[] } {
  const schemas = changedSchemas(draft);
  if ('findings' in schemas) return schemas;
  return rehearseForms({ schemas: getSchemas(live.texts), settings: live.settings }, { schemas, settings }, context);
}

interface RestructureInput extends Omit<ChangedFiles, 'changed'> {
  live: Texts;
  wanted: Restructuring;
}

function restructureDraft({ live, wanted, texts, today }: RestructureInput): Finished | { fault: RestructureFault } {
  const files = parseAll(texts);
  const widgets = readWidgetList(files);
  try {
    const finished = restructure(wanted, { texts, files, live: parseAll(live), widgets, today });
    return finished ?? { fault: 'unknownName' };
  } catch (error) {
    if (!(error instanceof RestructureError)) throw error;
    return { fault: error.fault };
  }
}

interface EditorDraft extends Draft {
  path: string[];
  language?: string;
  own?: Pick<SubscriberSettings, 'texts' | 'wording'>;
}

/** Prepares a field's editor, a section generated from schemas/meta. */
function drawEditor({ path, own, language, ...draft }: EditorDraft) {
  return drawIfValid(draft, ({ catalog, files }) => {
    const section = catalog.section(draft.section);
    const whole = own
      ? applySettingsToSchema(section.schema, { settings: {}, texts: own.texts }).schema
      : section.schema;
    if (!nodeAt(whole, path)) return undefined;
    const translations: Translations = files[`translations/${language}.json`]?.texts ?? {};
    const editor = (own ? wordingEditor : fieldEditor)(messages('studio').editor, files, whole, path);
    const plain = translate(resolveSection(editor, { settings: {} }, catalog.messages), translations);
    const worded = applyWording(whole, section.ui, own?.wording?.[draft.section]);
    return {
      ...toServed(plain, compileForBoth(plain).module()),
      answers: own ? readWording(worded.schema, worded.ui, path) : readField(whole, section.ui, path),
      base: own ? readWording(whole, section.ui, path) : {},
      isComplex: !own && hasOtherCondition(whole, path),
    };
  });
}

function drawIfValid<Made>(
  draft: Draft,
  draw: (schemas: FormsVersion) => Made,
): Made | { findings: LintIssue[] } | undefined {
  const schemas = changedSchemas(draft);
  if ('findings' in schemas) return schemas;
  return schemas.catalog.sectionNames.includes(draft.section) ? draw(schemas) : undefined;
}

const DRAWING_BLOCKED = /^(not-json|meta|bad-pattern|slow-pattern)$/;

function changedSchemas({
  texts,
  changed,
  section,
  today,
}: ChangedFiles & { section?: string }): FormsVersion | { findings: LintIssue[] } {
  const isNeeded = (file: string) =>
    changed.includes(file) || (section && file.startsWith(`${section}.`)) || /^(definitions|meta)\//.test(file);
  const some = Object.fromEntries(Object.entries(texts).filter(([file]) => isNeeded(file)));
  const meta: unknown = JSON.parse(texts['meta/ui.schema.json'] ?? '{}');
  const widgets = readWidgetList({ 'meta/ui.schema.json': meta });
  const stops = changed.length ? lintSchemas({ texts: some, widgets, today }) : [];
  const findings = stops.filter(({ code, file }) => DRAWING_BLOCKED.test(code) && changed.includes(file));
  if (findings.length) return { findings };
  try {
    return getSchemas(texts);
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    return { findings: error.problems.map((problem) => ({ ...problem, line: 1 })) };
  }
}

const cached = new LRUCache<string, FormsVersion>({ max: 4 });

function getSchemas(texts: Texts): FormsVersion {
  const key = hashText(JSON.stringify(texts));
  const found = cached.get(key) ?? createFormsVersion(texts);
  cached.set(key, found);
  return found;
}

function toServed(plain: PlainSection, { hash, code }: { hash: string; code: string }) {
  const { name, schema, ui, rules, removed } = plain;
  return { section: { name, schema, ui, rules, removed }, hash, code };
}

function listPersonas(files: SchemaFiles, section: string): { name: string; answers: Record<string, unknown> }[] {
  const names = Object.keys(files).filter((file) => file.startsWith('personas/'));
  return names.flatMap((file) => {
    const { name, flows }: Persona = files[file] ?? {};
    const steps = Object.values(flows ?? {}).flatMap((flow) => Object.values(flow));
    const answers = steps.find((step) => section in step)?.[section];
    return name && answers ? [{ name, answers }] : [];
  });
}

interface Persona {
  name?: string;
  flows?: Record<string, Record<string, Record<string, Record<string, unknown>>>>;
}
