import { isDeepStrictEqual } from 'node:util';
import { stepMembers } from '../../../contract/steps';
import { messages } from '../../../messages/serverMessages';
import { isRecord, ownMember } from '../../../model/answers/paths';
import { findUnknownIds } from '../../../model/answers/payload';
import type { StepAnswers } from '../../../model/answers/stepBody';
import type { Answers, Path, SchemaNode } from '../../../model/types';
import { acceptKnown } from '../../../model/validation/acceptKnown';
import { clip } from '../../../model/validation/bounds';
import type { ApplicationDeps } from '../applicationDeps';
import { validateBody } from '../checkBody';
import { documentReferences, isDocument } from '../documents/documentReferences';
import { findSsns, unmaskAnswers } from '../sealedAnswers';
import type { OpenStep } from './openStep';

const STEP_MEMBERS = Object.keys(stepMembers);
/** Members that the server adds to questions. Clients may send them back (docs/spec/003.md). */
const SERVER_MEMBERS = ['display', 'required', 'labelIndex', 'Question', 'ProfileTabFieldID'];

/** Returns unmasked answers. Error paths are relative to the body. */
export function validateStep(
  deps: Pick<ApplicationDeps, 'forms'>,
  open: OpenStep,
  sent: Record<string, unknown>,
  extraMembers: string[] = [],
) {
  const body = open.step.encode === 'questions' ? withoutServerMembers(sent) : sent;
  const known = findKnownSsns(deps, open);
  const { answers, errors } = validateBody(open.step, body, {
    also: [...STEP_MEMBERS, ...extraMembers],
    documents: open.documents,
    forms: deps.forms,
    settings: open.settings,
    check: (section, input) => validateSection(deps, open, section, clip(open.schemaOf(section), input), known),
  });
  const newSsn = ssnsIn(deps, answers).some((ssn) => !known.includes(ssn));
  return { answers, errors, newSsn };
}

function validateSection(
  deps: Pick<ApplicationDeps, 'forms'>,
  open: OpenStep,
  section: string,
  input: Answers,
  known: string[],
) {
  const texts = messages('server-application');
  const schema = open.schemaOf(section);
  const stored = ownMember(open.answers, section);
  const restored = restoreReadOnly(schema, unmaskAnswers(schema, input, known), stored);
  const { keeps = [] } = open.step.sections.find((one) => one.section === section) ?? {};
  const checker = acceptKnown(deps.forms.getChecker(section, open.settings), keeps, stored ?? {});
  const { answers, errors } = checker.check(restored, open.context);
  const unknownDocuments = documentReferences(schema, answers).filter(
    (reference) => !isDocument(reference, open.documents),
  );
  const lost = [...unknownDocuments.map(({ path }) => path), ...findUnknownIds(schema, answers)];
  const changed = changedFixedRows(schema, answers, stored);
  return {
    answers,
    errors: [
      ...errors,
      ...lost.map((path) => ({ path, message: texts.notYourDocument })),
      ...changed.map((path) => ({ path, message: texts.fixedRow })),
    ],
  };
}

/** SSNs in drafts come first. */
export function findKnownSsns(deps: Pick<ApplicationDeps, 'forms'>, { drafts, answers }: OpenStep): string[] {
  return [...ssnsIn(deps, drafts()), ...ssnsIn(deps, answers)];
}

const ssnsIn = (deps: Pick<ApplicationDeps, 'forms'>, all: StepAnswers): string[] =>
  Object.entries(all).flatMap(([section, answers]) => findSsns(deps.forms.catalog.section(section).schema, answers));

function withoutServerMembers(body: Record<string, unknown>): Record<string, unknown> {
  if (!Array.isArray(body.questions)) return body;
  const strip = (question: unknown) =>
    isRecord(question)
      ? Object.fromEntries(Object.entries(question).filter(([name]) => !SERVER_MEMBERS.includes(name)))
      : question;
  return { ...body, questions: body.questions.map(strip) };
}

/** Returns the paths of lists that lost or changed a fixed row (docs/spec/001.md, is_fixed). */
function changedFixedRows(schema: SchemaNode, input: unknown, stored: unknown, at: Path = []): Path[] {
  const name = schema['x-fixed'];
  if (typeof name === 'string') return keepsFixedRows(toRows(input), toRows(stored), name) ? [] : [at];
  return Object.entries(schema.properties ?? {}).flatMap(([member, node]) =>
    changedFixedRows(node, getMember(input, member), getMember(stored, member), [...at, member]),
  );
}

function keepsFixedRows(given: unknown[], stored: unknown[], name: string): boolean {
  const fixed = stored.filter((row) => isRecord(row) && ownMember(row, name) === true);
  return fixed.every((row) => given.some((one) => isDeepStrictEqual(one, row)));
}

const toRows = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const getMember = (value: unknown, name: string): unknown => (isRecord(value) ? ownMember(value, name) : undefined);

/** Restores `readOnly` fields. Matches rows by `id`. Rows without an id match by editable fields, then by index. */
export function restoreReadOnly(schema: SchemaNode, given: Answers, stored: unknown): Answers;
export function restoreReadOnly(schema: SchemaNode, given: unknown, stored: unknown): unknown;
export function restoreReadOnly(schema: SchemaNode, given: unknown, stored: unknown): unknown {
  if (schema.readOnly) return stored;
  if (Array.isArray(given))
    return given.map((row, n) => restoreReadOnly(schema.items ?? {}, row, findStoredRow(schema, given, n, stored)));
  if (!isRecord(given)) return given;
  const kept = Object.entries(schema.properties ?? {}).map(([name, node]) => [
    name,
    restoreReadOnly(node, ownMember(given, name), getMember(stored, name)),
  ]);
  const all = Object.entries({ ...given, ...Object.fromEntries(kept) });
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

function findStoredRow({ items = {} }: SchemaNode, given: unknown[], place: number, stored: unknown): unknown {
  if (!Array.isArray(stored)) return undefined;
  const row = given[place];
  if (isRecord(row) && row.id !== undefined) return stored.find((one) => isRecord(one) && one.id === row.id);
  const isSame = (one: unknown, other: unknown) =>
    isDeepStrictEqual(withoutReadOnly(items, one), withoutReadOnly(items, other));
  const same = stored.find((one) => isSame(one, row));
  if (same !== undefined) return same;
  // The row stored at this index may have moved to another index.
  return given.some((one) => isSame(one, stored[place])) ? undefined : stored[place];
}

function withoutReadOnly({ properties = {} }: SchemaNode, row: unknown): unknown {
  if (!isRecord(row)) return row;
  return Object.fromEntries(Object.entries(row).filter(([name]) => !ownMember(properties, name)?.readOnly));
}
