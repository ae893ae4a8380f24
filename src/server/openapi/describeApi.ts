import type { ApiPart, CallName, Proof, Resource } from '../../contract/call';
import { resources } from '../../contract/contract';
import { examples } from '../../contract/examples';
import { isRecord } from '../../model/answers/paths';
import { bodySchema, type StepAnswers, toBody } from '../../model/answers/stepBody';
import type { Step } from '../../model/types';
import { type Forms, noSettings } from '../forms/forms';
import { mapValues } from '../forms/languages';
import { describeWebhooks } from './describeWebhooks';
import { nameOperation } from './nameOperation';

interface Operation {
  operationId?: string;
  summary?: string;
  tags?: string[];
  parameters?: { name: string; in: string }[];
  requestBody?: Body;
  responses?: Record<string, { content?: Record<string, { schema?: object; example?: unknown }> }>;
  security?: object[];
  'x-form'?: NonNullable<Resource['calls'][CallName]['form']>;
}

interface Body {
  required?: boolean;
  content: Record<string, { schema?: object; example?: unknown }>;
}

type Paths = Record<string, Record<string, Operation>>;

export interface ApiDescription {
  openapi: string;
  info: { title: string; version: string; description?: string };
  servers?: { url: string }[];
  tags?: { name: string }[];
  components?: object;
  paths: Paths;
  webhooks?: object;
}

const PARTS: Record<ApiPart, { title: string; description: string }> = {
  applicant: {
    title: 'Applicant API',
    description: 'The calls that applicants’ pages make, before and after submission.',
  },
  office: {
    title: 'Office API',
    description: 'Submitted applications for the landlord’s people and systems, and the events sent to webhooks.',
  },
  studio: { title: 'Studio API', description: 'Drafts and published versions of the form definitions.' },
};

export const apiParts = Object.keys(PARTS) as ApiPart[];

export const apiTitle = (part: ApiPart): string => PARTS[part].title;

const PROOFS: Record<Proof, object> = {
  session: { type: 'http', scheme: 'bearer', description: 'The token that a login or registration returns' },
  apiKey: { type: 'http', scheme: 'bearer', description: 'A key from `portal apikey add`. It starts with `rak_`' },
  officeCookie: { type: 'apiKey', in: 'cookie', name: 'office', description: 'Set by POST /api/office/enter' },
  studioCookie: { type: 'apiKey', in: 'cookie', name: 'studio', description: 'Set by POST /api/studio/enter' },
};

/** Returns an OpenAPI 3.1 document. `generated` comes from @fastify/swagger. */
export function describeApi(
  generated: ApiDescription,
  { forms, appUrl }: { forms: Forms; appUrl: string },
  part?: ApiPart,
): ApiDescription {
  const described = resources.filter((resource) => !part || resource.part === part);
  const tags = new Set(described.map(({ tag }) => tag));
  const { title, description } = part ? PARTS[part] : { title: 'Rental application API', description: ALL };
  const hasWebhooks = !part || part === 'office';
  return {
    openapi: '3.1.0',
    info: { title, version: generated.info.version, description },
    servers: [{ url: appUrl }],
    tags: [...tags].map((name) => ({ name })),
    components: { securitySchemes: pickProofs(described) },
    paths: describePaths(generated.paths, tags, forms),
    ...(hasWebhooks && { webhooks: describeWebhooks() }),
  };
}

const SESSION: readonly Proof[] = ['session'];

const ALL =
  'All calls. `/api/openapi/applicant.json`, `office.json` and `studio.json` each describe one part of the API.';

function pickProofs(described: readonly Resource[]): object {
  const used = new Set(described.flatMap(({ proofs = SESSION }) => proofs));
  return Object.fromEntries(Object.entries(PROOFS).filter(([name]) => used.has(name as Proof)));
}

function describePaths(paths: Paths, tags: ReadonlySet<string>, forms: Forms): Paths {
  const entries = Object.entries(paths).flatMap(([path, operations]) => {
    const kept = Object.entries(operations).filter(([, { tags: own = [] }]) => own.some((tag) => tags.has(tag)));
    const address = path.replace('{*}', '{path}');
    const described = kept.map(([method, one]) => [method, describeOperation(method, address, one, forms)] as const);
    return described.length > 0 ? [[address, Object.fromEntries(described)] as const] : [];
  });
  return Object.fromEntries(entries);
}

function describeOperation(method: string, path: string, operation: Operation, forms: Forms): Operation {
  const { 'x-form': form, ...rest } = operation;
  const name = `${method.toUpperCase()} ${path.slice('/api'.length).replace(/\{(\w+)\}/g, ':$1')}` as CallName;
  const example = (examples as Record<string, { body?: unknown; records?: unknown }>)[name];
  return {
    ...rest,
    operationId: nameByPath(method, path),
    security: describeSecurity(name, rest.tags),
    ...(rest.parameters && {
      parameters: rest.parameters.map((one) => ({ ...one, name: one.name.replace('*', 'path') })),
    }),
    ...describeBody(form, rest.requestBody, example?.body, forms),
    ...(rest.responses && { responses: withExample(rest.responses, example?.records) }),
  };
}

function nameByPath(method: string, path: string): string {
  const parts = path
    .slice('/api'.length)
    .replaceAll('{', 'By-')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
  return nameOperation(method, parts);
}

function describeSecurity(name: CallName, tags: readonly string[] = []): object[] {
  const { proofs, calls } = resources.find(({ tag }) => tags.includes(tag)) ?? {};
  const isOpen = (calls as Resource['calls'] | undefined)?.[name]?.open;
  return (proofs ?? (isOpen ? [] : SESSION)).map((proof) => ({ [proof]: [] }));
}

function describeBody(form: Operation['x-form'], body: Body | undefined, example: unknown, forms: Forms) {
  const step = form && forms.catalog.flow(form.flow).steps.find(({ id }) => id === form.step);
  if (form && step) {
    const schema = bodySchema(step, (section) => forms.getPlainSection(section, noSettings).schema, form.also);
    const shown = findExample(forms, form.flow, step);
    return { requestBody: { required: true, content: { 'application/json': { schema, ...shown } } } };
  }
  if (!body || example === undefined) return {};
  return { requestBody: { ...body, content: mapValues(body.content, (one) => ({ ...one, example })) } };
}

function findExample({ files }: Forms, flow: string, step: Step): { example?: unknown } {
  const personas = Object.entries(files).filter(([name]) => name.startsWith('personas/'));
  for (const [, persona] of personas) {
    const { card, flows } = persona as { card?: object; flows?: Record<string, Record<string, StepAnswers>> };
    const answers = flows?.[flow]?.[step.id];
    // Personas without a payment card have invalid answers.
    if (card && answers) return { example: toBody(step, nameFiles(answers)) };
  }
  return {};
}

/** Replaces a persona's files with an example path. */
function nameFiles(answers: StepAnswers): StepAnswers {
  return JSON.parse(JSON.stringify(answers, (_, one) => (isRecord(one) && 'document' in one ? 'documents/81' : one)));
}

function withExample(responses: NonNullable<Operation['responses']>, records: unknown): Operation['responses'] {
  const good = responses['200'];
  if (records === undefined || !good?.content) return responses;
  const example = { status: 200, success: true, message: '', records };
  return { ...responses, 200: { ...good, content: mapValues(good.content, (one) => ({ ...one, example })) } };
}
