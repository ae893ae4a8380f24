import type { StoredDocument } from '../formContext';
import type { Answers, FlowSection, Path, PlainSection, SchemaNode, Step } from '../types';
import { isRecord, ownMember } from './paths';
import { fromPayload, toPayload } from './payload';

export type StepAnswers = Record<string, Answers>;

export type SchemaOf = (section: string) => SchemaNode;

interface PayloadForm {
  sectionOf(section: string): Pick<PlainSection, 'schema' | 'ui'> | undefined;
  documents: readonly StoredDocument[];
}

/**
 * Converts answers to a body: `{ address: { address: [] }, ssn: {…} }` → `{ address: [], ssn_data: {…} }`. Without
 * `form`, values stay unchanged.
 */
export function toBody(step: Step, answers: StepAnswers, form?: PayloadForm): Record<string, unknown> {
  const given = step.sections.flatMap(({ section, body }) => {
    const known = form?.sectionOf(section);
    const own = ownMember(answers, section);
    if (!own) return [];
    if (!form || !known) return [{ body, own }];
    const shaped = toPayload(known, own, form.documents);
    return [{ body, own: body === '.' ? { ...emptyLists(known.schema), ...shaped } : shaped }];
  });
  if (step.encode === 'questions') {
    const groups = Object.assign({}, ...given.map(({ own }) => own));
    return { questions: toQuestions(groups, step.order ?? Object.keys(groups)) };
  }
  return Object.assign({}, ...given.map(({ body, own }) => (body === '.' ? own : { [body]: own })));
}

/** Returns `[]` for each list, because empty lists are sent too. */
function emptyLists({ properties = {} }: SchemaNode): Answers {
  const lists = Object.entries(properties).filter(([, { type }]) => type === 'array');
  return Object.fromEntries(lists.map(([name]) => [name, []]));
}

/** Converts a body to answers and lists its unknown members. `also` names members that aren't answers (`trn_id`). */
export function fromBody(
  step: Step,
  body: unknown,
  schemaOf: SchemaOf,
  also: readonly string[] = [],
  documents: readonly StoredDocument[] = [],
): { answers: StepAnswers; unknown: string[] } {
  const members = isRecord(body) ? body : {};
  const plain = ({ section }: FlowSection, own: Answers) =>
    [section, fromPayload(schemaOf(section), own, documents)] as const;
  if (step.encode === 'questions') return fromQuestionBody(step, members, schemaOf, also, plain);
  const answers = Object.fromEntries(step.sections.map((part) => plain(part, sectionAnswers(part, members, schemaOf))));
  const known = new Set([
    ...also,
    ...step.sections.flatMap((part) => (part.body === '.' ? names(schemaOf(part.section)) : [part.body])),
  ]);
  return { answers, unknown: Object.keys(members).filter((name) => !known.has(name)) };
}

function sectionAnswers(
  { section, body, beside = [] }: FlowSection,
  members: Record<string, unknown>,
  schemaOf: SchemaOf,
): Answers {
  if (body === '.') return pick(members, names(schemaOf(section)));
  const value = ownMember(members, body);
  if (!isRecord(value)) return {};
  return Object.fromEntries(Object.entries(value).filter(([name]) => !beside.includes(name)));
}

function fromQuestionBody(
  step: Step,
  members: Record<string, unknown>,
  schemaOf: SchemaOf,
  also: readonly string[],
  plain: (part: FlowSection, own: Answers) => readonly [string, Answers],
) {
  const groups = fromQuestions(members.questions);
  const answers = Object.fromEntries(
    step.sections.map((part) => plain(part, pick(groups, names(schemaOf(part.section))))),
  );
  const known = step.sections.flatMap(({ section }) => names(schemaOf(section)));
  const unknownGroups = Object.keys(groups).filter((name) => !known.includes(name));
  const extra = Object.keys(members).filter((name) => name !== 'questions' && !also.includes(name));
  return { answers, unknown: [...extra, ...unknownGroups.map((name) => `questions/${name}`)] };
}

/** Returns an answer's path in the body: `(step 1, 'ssn', ['SSNNumber'])` → `['ssn_data', 'SSNNumber']`. */
export function bodyPath(step: Step, section: string, path: Path, body?: unknown): (string | number)[] {
  if (step.encode === 'questions') {
    const list = isRecord(body) && Array.isArray(body.questions) ? body.questions : [];
    const index = list.findIndex((item) => isRecord(item) && item.name === path[0]);
    return ['questions', index < 0 ? String(path[0]) : index, ...path.slice(1)];
  }
  const part = step.sections.find((item) => item.section === section);
  return part && part.body !== '.' ? [part.body, ...path] : [...path];
}

/** Returns the section and path for a path in the body. Reverses `bodyPath`. */
export function sectionPath(
  step: Step,
  path: Path,
  schemaOf: SchemaOf,
  body?: unknown,
): { section: string; path: (string | number)[] } | undefined {
  const inner = step.encode === 'questions' ? questionPath(path, body) : [...path];
  const direct = step.sections.find(
    (part) => part.body !== '.' && step.encode !== 'questions' && part.body === inner[0],
  );
  if (direct) return { section: direct.section, path: inner.slice(1) };
  const open = step.sections.find(
    (part) =>
      (part.body === '.' || step.encode === 'questions') && names(schemaOf(part.section)).includes(String(inner[0])),
  );
  return open && { section: open.section, path: inner };
}

function questionPath(path: Path, body: unknown): (string | number)[] {
  const list = isRecord(body) && Array.isArray(body.questions) ? body.questions : [];
  const item: unknown = typeof path[1] === 'number' ? list[path[1]] : undefined;
  return [isRecord(item) ? String(item.name) : String(path[1]), ...path.slice(2)];
}

function names(schema: SchemaNode): string[] {
  return Object.keys(schema.properties ?? {});
}

function pick(members: Record<string, unknown>, wanted: string[]): Answers {
  return Object.fromEntries(wanted.filter((name) => Object.hasOwn(members, name)).map((name) => [name, members[name]]));
}

/** Returns a body's JSON schema for the API description. */
export function bodySchema(step: Step, schemaOf: SchemaOf, also: Record<string, object> = {}): object {
  const sections = step.sections.map(({ section, body }) => ({ body, schema: describeNode(schemaOf(section)) }));
  const open = sections.filter(({ body }) => body === '.' || step.encode === 'questions');
  const asked = Object.assign({}, ...open.map(({ schema }) => schema.properties));
  if (step.encode === 'questions')
    return closed({ ...also, questions: { type: 'array', items: questionSchema(asked) } });
  const parts = sections.filter(({ body }) => body !== '.').map(({ body, schema }) => [body, schema] as const);
  const required = open.flatMap(({ schema }) => schema.required ?? []);
  return closed({ ...also, ...asked, ...Object.fromEntries(parts) }, required);
}

const closed = (properties: Record<string, object>, required: string[] = []) => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
  additionalProperties: false,
});

function questionSchema(groups: Record<string, SchemaNode>): object {
  const each = Object.entries(groups).map(([name, { properties, ...group }]) => ({
    ...group,
    properties: { name: { const: name }, ...properties },
  }));
  return { oneOf: each };
}

function describeNode({ properties, items, ...node }: SchemaNode): SchemaNode {
  const own = Object.entries(node).filter(([key]) => DESCRIBING.has(key));
  const described: SchemaNode = {
    ...Object.fromEntries(own),
    ...(properties && { properties: mapNodes(properties) }),
    ...(items && { items: describeNode(items) }),
  };
  return node['x-wire'] === undefined
    ? described
    : { title: node.title, anyOf: [described, SHAPED[node['x-wire'] === 'files' ? 'files' : 'choice']] };
}

const mapNodes = (nodes: Record<string, SchemaNode>) =>
  Object.fromEntries(Object.entries(nodes).map(([name, node]) => [name, describeNode(node)]));

const SHAPED = {
  choice: { type: 'object', required: ['value'] },
  files: { type: 'array', items: { type: 'object', required: ['application_document_id'] } },
};

const DESCRIBING = new Set(
  'title description type enum const oneOf format pattern required minLength maxLength minItems maxItems minimum maximum'.split(
    ' ',
  ),
);

/** A contextual question group (docs/spec/001.md, §3). */
type Question = Record<string, unknown> & { name: string };

function toQuestions(groups: Answers, order: readonly string[]): Question[] {
  return order.flatMap((name) => {
    const group = ownMember(groups, name);
    return isRecord(group) ? [{ ...group, name }] : [];
  });
}

function fromQuestions(list: unknown): Answers {
  const questions = Array.isArray(list) ? list.filter((item) => isRecord(item) && typeof item.name === 'string') : [];
  return Object.fromEntries(questions.map(({ name, ...group }) => [name, group]));
}

export function mapSections(all: StepAnswers, change: (answers: Answers, section: string) => Answers): StepAnswers {
  return Object.fromEntries(Object.entries(all).map(([section, answers]) => [section, change(answers, section)]));
}

/** `3` → `'saved-3'` */
export const revisionOfSaved = (version: number): string => `saved-${version}`;

/** `{ page: 'a', at: 7 }` → `'a.7'` */
export const draftRevision = ({ page, at }: { page: string; at: number }): string => `${page}.${at}`;
