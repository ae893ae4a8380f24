import { isDeepStrictEqual } from 'node:util';
import texts from '../../../schemas/texts/server-application.json';
import { stepMembers } from '../../contract/steps';
import type { StepAnswers } from '../../model/body';
import { clip } from '../../model/bounds';
import { isRecord } from '../../model/paths';
import type { Answers, Path, SchemaNode } from '../../model/types';
import { strangeIds } from '../../model/wire';
import { ssnsOf, unmaskAnswers } from '../crypto/sealedAnswers';
import type { Deps } from '../deps';
import { judgeBody } from '../http/checkBody';
import { documentReferences, isDocument } from './documentReferences';
import type { OpenStep } from './openStep';

/** Members of a save next to the answers. */
const ALSO = Object.keys(stepMembers);
/** Members of a contextual question that the server gives and a client may send back (spec 001 §3). */
const GIVEN = ['display', 'required', 'labelIndex', 'Question', 'ProfileTabFieldID'];

/**
 * The verdict on a body against the sections of a step: the answers as they would be saved, in clear, and what is wrong
 * with them, each error pointing into the body that was sent.
 */
export function judgeStep(deps: Deps, open: OpenStep, sent: Record<string, unknown>, also: string[] = []) {
  const body = open.step.encode === 'questions' ? withoutGiven(sent) : sent;
  const known = knownSsns(deps, open);
  const { answers, errors } = judgeBody(open.step, body, {
    also: [...ALSO, ...also],
    documents: open.documents,
    schemaOf: open.schemaOf,
    judge: (section, given) => judgeSection(deps, open, section, clip(open.schemaOf(section), given), known),
  });
  /** Whether an SSN is among them that was not known before. */
  const newSsn = ssnsIn(deps, answers).some((ssn) => !known.includes(ssn));
  return { answers, errors, newSsn };
}

function judgeSection(deps: Deps, open: OpenStep, section: string, given: Answers, known: string[]) {
  const schema = open.schemaOf(section);
  const kept = keepReadOnly(schema, unmaskAnswers(schema, given, known), open.answers[section]);
  const { answers, errors } = deps.forms.checkerFor(section, open.overlay).check(kept, open.context);
  const strange = documentReferences(schema, answers).filter((reference) => !isDocument(reference, open.documents));
  const lost = [...strange.map(({ path }) => path), ...strangeIds(schema, answers)];
  const changed = lostFixedRows(schema, answers, open.answers[section]);
  return {
    answers,
    errors: [
      ...errors,
      ...lost.map((path) => ({ path, message: texts.notYourDocument })),
      ...changed.map((path) => ({ path, message: texts.fixedRow })),
    ],
  };
}

/** The SSNs that the server knows for a step; a draft's is newer than that of the last save. */
export function knownSsns(deps: Deps, { drafts, answers }: OpenStep): string[] {
  return [...ssnsIn(deps, drafts()), ...ssnsIn(deps, answers)];
}

/** The SSNs among these answers. */
const ssnsIn = (deps: Deps, all: StepAnswers): string[] =>
  Object.entries(all).flatMap(([section, answers]) => ssnsOf(deps.forms.catalogue.section(section).schema, answers));

function withoutGiven(body: Record<string, unknown>): Record<string, unknown> {
  if (!Array.isArray(body.questions)) return body;
  const strip = (question: unknown) =>
    isRecord(question)
      ? Object.fromEntries(Object.entries(question).filter(([name]) => !GIVEN.includes(name)))
      : question;
  return { ...body, questions: body.questions.map(strip) };
}

/** The lists from which a fixed row is missing, or in which it is not as it was (`x-fixed`; spec 001 §4, is_fixed). */
function lostFixedRows(schema: SchemaNode, given: unknown, stored: unknown, at: Path = []): Path[] {
  const name = schema['x-fixed'];
  if (typeof name === 'string') return holdsFixed(rowsOf(given), rowsOf(stored), name) ? [] : [at];
  return Object.entries(schema.properties ?? {}).flatMap(([member, node]) =>
    lostFixedRows(node, memberOf(given, member), memberOf(stored, member), [...at, member]),
  );
}

function holdsFixed(given: unknown[], stored: unknown[], name: string): boolean {
  const fixed = stored.filter((row) => isRecord(row) && row[name] === true);
  return fixed.every((row) => given.some((one) => isDeepStrictEqual(one, row)));
}

const rowsOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const memberOf = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined);

/** The given answers with every `readOnly` field as it is stored, whatever was sent; rows are matched by `id`, else by place. */
export function keepReadOnly(schema: SchemaNode, given: Answers, stored: unknown): Answers;
export function keepReadOnly(schema: SchemaNode, given: unknown, stored: unknown): unknown;
export function keepReadOnly(schema: SchemaNode, given: unknown, stored: unknown): unknown {
  if (schema.readOnly) return stored;
  if (Array.isArray(given)) return given.map((row, n) => keepReadOnly(schema.items ?? {}, row, twin(row, n, stored)));
  if (!isRecord(given)) return given;
  const out: Record<string, unknown> = { ...given };
  for (const [name, node] of Object.entries(schema.properties ?? {})) {
    const value = keepReadOnly(node, given[name], isRecord(stored) ? stored[name] : undefined);
    if (value === undefined) delete out[name];
    else out[name] = value;
  }
  return out;
}

function twin(row: unknown, place: number, stored: unknown): unknown {
  if (!Array.isArray(stored)) return undefined;
  if (!isRecord(row) || row.id === undefined) return stored[place];
  return stored.find((one) => isRecord(one) && one.id === row.id);
}
