import { parentPort } from 'node:worker_threads';
import { CatalogueError } from '../../model/catalogueError';
import { fieldEditor, readWording, wordingEditor } from '../../model/fieldEditor';
import { overlaySchema } from '../../model/overlay';
import { resolveSection, sectionMessages } from '../../model/resolveSection';
import { nodeAt } from '../../model/sectionFile';
import { translate } from '../../model/translate';
import type { Context, Overlay, PlainSection, SchemaFiles } from '../../model/types';
import { reword, wordsUnder } from '../../model/wording';
import { hasOtherCondition, readField } from '../../model/writeField';
import { type BreakingChange, breakingChanges } from '../../tools/schemas/impact/breakingChanges';
import { type Finding, lintSchemas } from '../../tools/schemas/lint/lintSchemas';
import { completeSection } from '../../tools/schemas/prove/completeSection';
import { compileForBoth, hashText } from './compiledSections';
import { type Candidate, findHindrances } from './intake';
import type { Words } from './languages';
import { makeSchemas } from './schemaFiles';

/** What is done of schema files away from requests, in the thread of `schemaThread.ts`: plain data comes in, plain data goes out. */
const schemaWork = { judge, breaking, drawSection, drawEditor };
export type SchemaWork = typeof schemaWork;

parentPort?.on('message', ({ kind, wish }: { kind: keyof SchemaWork; wish: never }) => {
  parentPort?.postMessage(answerTo(kind, wish));
});

function answerTo(kind: keyof SchemaWork, wish: never): { answer: unknown } | { error: unknown } {
  try {
    return { answer: schemaWork[kind](wish) };
  } catch (error) {
    return { error };
  }
}

type Texts = Record<string, string>;

interface JudgeWish extends Omit<Candidate, 'before'> {
  /** The files that are in force. */
  before: Texts;
}

function judge({ before, ...candidate }: JudgeWish) {
  return findHindrances({ ...candidate, before: schemasOf(before) });
}

/** What one set of files asks otherwise than the other and answers may not survive; null while it cannot be read. */
function breaking({ before, texts }: { before: Texts; texts: Texts }): BreakingChange[] | null {
  try {
    return breakingChanges(schemasOf(before).catalogue, schemasOf(texts).catalogue);
  } catch {
    // No JSON, or no form yet: lint says which.
    return null;
  }
}

interface Draft {
  /** All files, with the changes laid over them. */
  texts: Texts;
  /** Of these, the files that are changed. */
  changed: string[];
  section: string;
  today: string;
}

interface SectionWish extends Draft {
  overlay: Overlay;
  language?: string;
  context: Context;
}

/** A section as it would be served and everything that the Studio shows of it; findings where it cannot be drawn. */
function drawSection({ overlay, language, context, ...draft }: SectionWish) {
  return drawn(draft, ({ catalogue, files }) => {
    const words: Words = files[`translations/${language}.json`]?.texts ?? {};
    const own = resolveSection(catalogue.section(draft.section), overlay, catalogue.messages);
    const plain = language ? translate(own, wordsUnder(words, overlay, language)) : own;
    const { checker, module } = compileForBoth(plain);
    const completion = completeSection(plain, checker, context);
    return {
      ...servedOf(plain, module()),
      files: { schema: files[`${draft.section}.schema.json`], ui: files[`${draft.section}.ui.json`] },
      merged: plain.strict,
      personas: personasOf(files, draft.section),
      messages: sectionMessages(plain.strict),
      ...('answers' in completion && { example: completion.answers }),
    };
  });
}

interface EditorDraft extends Draft {
  path: string[];
  language?: string;
  /** Of whom only words are edited; the texts are what they say already. */
  own?: Pick<Overlay, 'texts' | 'wording'>;
}

/** The editor of a field, or of what one subscriber calls it: a section made from schemas/meta, resolved and compiled as any other. */
function drawEditor({ path, own, language, ...draft }: EditorDraft) {
  return drawn(draft, ({ catalogue, files }) => {
    const section = catalogue.section(draft.section);
    const whole = own ? overlaySchema(section.schema, { settings: {}, texts: own.texts }).schema : section.schema;
    if (!nodeAt(whole, path)) return undefined;
    const words: Words = files[`translations/${language}.json`]?.texts ?? {};
    const editor = own ? wordingEditor(files, whole, path) : fieldEditor(files, whole, path);
    const plain = translate(resolveSection(editor, { settings: {} }, catalogue.messages), words);
    const said = reword(whole, section.ui, own?.wording?.[draft.section]);
    return {
      ...servedOf(plain, compileForBoth(plain).module()),
      answers: own ? readWording(said.schema, said.ui, path) : readField(whole, section.ui, path),
      base: own ? readWording(whole, section.ui, path) : {},
      isComplex: !own && hasOtherCondition(whole, path),
    };
  });
}

type Schemas = ReturnType<typeof makeSchemas>;

/** Undefined for a section that is not there. */
function drawn<Made>(draft: Draft, draw: (schemas: Schemas) => Made): Made | { findings: Finding[] } | undefined {
  const schemas = changedSchemas(draft);
  if ('findings' in schemas) return schemas;
  return schemas.catalogue.sectionNames.includes(draft.section) ? draw(schemas) : undefined;
}

/** Faults by which a section cannot be drawn, or could keep a process busy; what else is wrong with a change, the gate says. */
const STOPS = /^(not-json|meta|bad-pattern|slow-pattern)$/;

function changedSchemas({ texts, changed, section, today }: Draft): Schemas | { findings: Finding[] } {
  const isNeeded = (file: string) =>
    changed.includes(file) || file.startsWith(`${section}.`) || /^(definitions|meta)\//.test(file);
  const some = Object.fromEntries(Object.entries(texts).filter(([file]) => isNeeded(file)));
  const widgets: string[] = JSON.parse(texts['meta/widgets.json'] ?? '[]');
  const stops = changed.length ? lintSchemas({ texts: some, widgets, today }) : [];
  const findings = stops.filter(({ code, file }) => STOPS.test(code) && changed.includes(file));
  if (findings.length) return { findings };
  try {
    return schemasOf(texts);
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    return { findings: error.problems.map((problem) => ({ ...problem, line: 1 })) };
  }
}

/** What is in force is asked for with every change. */
const known = new Map<string, Schemas>();
const MOST_KNOWN = 4;

function schemasOf(texts: Texts): Schemas {
  const key = hashText(JSON.stringify(texts));
  const found = known.get(key) ?? makeSchemas(texts);
  known.delete(key);
  known.set(key, found);
  const [oldest = ''] = known.keys();
  if (known.size > MOST_KNOWN) known.delete(oldest);
  return found;
}

function servedOf(plain: PlainSection, { hash, code }: { hash: string; code: string }) {
  const { name, schema, ui, rules, removed } = plain;
  return { section: { name, schema, ui, rules, removed }, hash, code };
}

/** What each persona answers in a section. */
function personasOf(files: SchemaFiles, section: string): { name: string; answers: Record<string, unknown> }[] {
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
