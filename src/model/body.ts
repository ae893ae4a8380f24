import type { StoredDocument } from './formContext';
import { isRecord } from './paths';
import type { Answers, FlowSection, Path, PlainSection, SchemaNode, Step } from './types';
import { fromWire, toWire } from './wire';

/** Answers by section name. */
export type StepAnswers = Record<string, Answers>;

/** What `fromBody` needs to know of a section: the names of its questions. */
export type SchemaOf = (section: string) => SchemaNode;

/** What is needed to give answers the shape that the specification has for them (`x-wire`, `x-idOf`). */
interface WireForm {
  sectionOf(section: string): Pick<PlainSection, 'schema' | 'ui'> | undefined;
  documents: readonly StoredDocument[];
}

/**
 * A step's answers as the members of a request body, by each section's `body` in the flow file:
 * `{ address: { address: [] }, ssn: {…} }` → `{ address: [], ssn_data: {…} }`. Without `form` the answers stay as they are,
 * which a save takes as well.
 */
export function toBody(step: Step, answers: StepAnswers, form?: WireForm): Record<string, unknown> {
  const given = step.sections.flatMap(({ section, body }) => {
    const known = form?.sectionOf(section);
    const own = answers[section];
    return own ? [{ body, own: form && known ? toWire(known, own, form.documents) : own }] : [];
  });
  if (step.encode === 'questions') {
    const groups = Object.assign({}, ...given.map(({ own }) => own));
    return { questions: toQuestions(groups, step.order ?? Object.keys(groups)) };
  }
  return Object.assign({}, ...given.map(({ body, own }) => (body === '.' ? own : { [body]: own })));
}

/**
 * The sections' answers out of a request body. Sections whose member is missing come back as `{}`.
 * `unknown` names members that belong to no section; `also` are the members a call has next to them (`trn_id`, `version`);
 * `documents` are the files that an id may name.
 */
export function fromBody(
  step: Step,
  body: unknown,
  schemaOf: SchemaOf,
  also: readonly string[] = [],
  documents: readonly StoredDocument[] = [],
): { answers: StepAnswers; unknown: string[] } {
  const members = isRecord(body) ? body : {};
  const plain = ({ section }: FlowSection, own: Answers) =>
    [section, fromWire(schemaOf(section), own, documents)] as const;
  if (step.encode === 'questions') return fromQuestionBody(step, members, schemaOf, also, plain);
  const answers = Object.fromEntries(step.sections.map((part) => plain(part, sectionAnswers(part, members, schemaOf))));
  const known = new Set([
    ...also,
    ...step.sections.flatMap((part) => (part.body === '.' ? names(schemaOf(part.section)) : [part.body])),
  ]);
  return { answers, unknown: Object.keys(members).filter((name) => !known.has(name)) };
}

function sectionAnswers({ section, body }: FlowSection, members: Record<string, unknown>, schemaOf: SchemaOf): Answers {
  if (body === '.') return pick(members, names(schemaOf(section)));
  const value = members[body];
  return isRecord(value) ? value : {};
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
  const strangers = Object.keys(groups).filter((name) => !known.includes(name));
  const extra = Object.keys(members).filter((name) => name !== 'questions' && !also.includes(name));
  return { answers, unknown: [...extra, ...strangers.map((name) => `questions/${name}`)] };
}

/**
 * Where a section's field lies in the request body: `(step 1, 'ssn', ['SSNNumber'])` → `['ssn_data', 'SSNNumber']`. For questions,
 * `body` is the body that was sent, in which the group is looked up: `['questions', 3, 'response']`.
 */
export function bodyPath(step: Step, section: string, path: Path, body?: unknown): (string | number)[] {
  if (step.encode === 'questions') {
    const list = isRecord(body) && Array.isArray(body.questions) ? body.questions : [];
    const index = list.findIndex((item) => isRecord(item) && item.name === path[0]);
    return ['questions', index < 0 ? String(path[0]) : index, ...path.slice(1)];
  }
  const part = step.sections.find((item) => item.section === section);
  return part && part.body !== '.' ? [part.body, ...path] : [...path];
}

/** The way back: which section and field a place in the body speaks of, or undefined for none. */
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
  return Object.fromEntries(wanted.filter((name) => name in members).map((name) => [name, members[name]]));
}

/**
 * The request body of a step as a JSON Schema, of its sections as they are asked; `also` are its members next to the answers. It says
 * which members there are and of what kind; what is wrong with an answer is said by the section's own rules.
 */
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

/** A node in the words of JSON Schema, without ours; a choice and a file may come in the shape that a read gives them, too. */
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

/** One contextual question on the wire: its name next to its answers (spec 001 §3, contextual question group). */
type Question = Record<string, unknown> & { name: string };

/** Groups of answers as the ordered list of a save: `{ have_pet: { response: 'No' } }` → `[{ name: 'have_pet', response: 'No' }]`. */
function toQuestions(groups: Answers, order: readonly string[]): Question[] {
  return order.flatMap((name) => {
    const group = groups[name];
    return isRecord(group) ? [{ ...group, name }] : [];
  });
}

/** The list back as groups by name; entries without a name are left out. */
function fromQuestions(list: unknown): Answers {
  const questions = Array.isArray(list) ? list.filter((item) => isRecord(item) && typeof item.name === 'string') : [];
  return Object.fromEntries(questions.map(({ name, ...group }) => [name, group]));
}

/** The same sections with their answers changed. */
export function mapSections(all: StepAnswers, change: (answers: Answers, section: string) => Answers): StepAnswers {
  return Object.fromEntries(Object.entries(all).map(([section, answers]) => [section, change(answers, section)]));
}

/** The revision of a section without a draft, that of the version saved with its step: `revisionOfSaved(3)` → 'saved-3'. */
export const revisionOfSaved = (version: number): string => `saved-${version}`;
