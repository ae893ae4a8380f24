import { describe, expect, it } from 'vitest';
import { isRecord } from '../../src/model/answers/paths';
import { piiPaths } from '../../src/model/answers/pii';
import { resolveSection } from '../../src/model/section/resolveSection';
import type { SchemaNode, UiNode } from '../../src/model/types';
import { compileSection } from '../../src/schema-tools/compile';
import { TODAY } from '../support/checkAnswers';
import { realCatalog } from '../support/schemaFiles';

const CHOICES = [
  'Select',
  'Radio',
  'Tabs',
  'YesNo',
  'Checkbox',
  'Checkboxes',
  'Upload',
  'Signature',
  'SignatureStyle',
  'hidden',
];
const PERSONAL = /name$|e-?mail|phone|mobile|number$|password|address|city|zip|ssn|dob|plate|unitno|appartment/i;
const NOT_PERSONAL = /pet_name|company|college|make/i;
/** Fields about a consumer reporting agency, which aren't personal data. */
const ABOUT_COMPANIES = /^reports\//;

interface Field {
  path: string;
  node: SchemaNode;
  ui: UiNode;
}

const catalog = realCatalog();

/** Lists fields with one value or a list of values, with their paths. */
function fieldsOf(node: SchemaNode, ui: UiNode, path = ''): Field[] {
  const members = Object.entries(node.properties ?? {});
  // A group's only member without a title answers the group's question.
  const groupTitle = path && members.filter(([, child]) => !child.title).length === 1 ? node.title : undefined;
  const below = members.flatMap(([name, child]) =>
    fieldsOf({ title: groupTitle, ...child }, branch(ui, name), path ? `${path}/${name}` : name),
  );
  if (node.type === 'object') return below;
  if (node.items?.type === 'object' && !ui['ui:widget']) return fieldsOf(node.items, branch(ui, 'items'), `${path}/[]`);
  return [{ path, node, ui }];
}

function branch(ui: UiNode, name: string): UiNode {
  return isRecord(ui[name]) ? (ui[name] as UiNode) : {};
}

function arraysOf(node: SchemaNode, path = ''): { path: string; node: SchemaNode }[] {
  const own = node.type === 'array' ? [{ path, node }] : [];
  const below = Object.entries(node.properties ?? {}).flatMap(([name, child]) => arraysOf(child, `${path}/${name}`));
  return [...own, ...below, ...(node.items ? arraysOf(node.items, `${path}/[]`) : [])];
}

const paths = (fields: { path: string }[]) => fields.map(({ path }) => path);

describe.each(catalog.sectionNames)('%s', (name) => {
  const { schema, ui } = catalog.section(name);
  const fields = fieldsOf(schema, ui);
  const drawn = fields.filter((field) => field.ui['ui:widget'] !== 'hidden');

  it('limits every text', () => {
    const free = fields.filter(
      ({ node }) => node.type === 'string' && !node.oneOf && !node.maxLength && node.format !== 'date',
    );
    expect(paths(free)).toEqual([]);
  });

  it('limits every list', () => {
    expect(paths(arraysOf(schema).filter(({ node }) => node.maxItems === undefined))).toEqual([]);
  });

  it('has a label for every field', () => {
    expect(paths(drawn.filter(({ node }) => !node.title))).toEqual([]);
  });

  it('has an autocomplete token on every typed field', () => {
    const typed = drawn.filter((field) => !CHOICES.includes(String(field.ui['ui:widget'])));
    expect(paths(typed.filter((field) => !field.ui['ui:autocomplete']))).toEqual([]);
  });

  it('marks every personal field', () => {
    const marked = piiPaths(schema).map(({ pattern }) => pattern);
    const personal = fields.filter(({ path, node }) => {
      const last = path.split('/').at(-1) ?? '';
      return (
        node.type !== 'boolean' &&
        !node.oneOf &&
        PERSONAL.test(last) &&
        !NOT_PERSONAL.test(last) &&
        !ABOUT_COMPANIES.test(path)
      );
    });
    expect(paths(personal).filter((path) => !marked.some((at) => at.startsWith(path)))).toEqual([]);
  });

  it('rejects answers to unknown fields', () => {
    const checker = compileSection(resolveSection(catalog.section(name), { settings: {} }, catalog.messages));
    const { errors } = checker.check({ nobody_asked: 1 }, { today: TODAY });
    expect(errors.find(({ path }) => path[0] === 'nobody_asked')?.keyword).toBe('additionalProperties');
  });
});

describe('secrets', () => {
  it.each([
    ['ssn', 'SSNNumber', 'ssn'],
    ['personal-details', 'DOB', 'dob'],
    ['applicant-details', 'co_occupants/fields/[]/dob', 'dob'],
  ])('in the section %s, %s is marked as %s', (section, pattern, kind) => {
    expect(piiPaths(catalog.section(section).schema)).toContainEqual({ pattern, kind });
  });
});

describe('the entry flow', () => {
  const { steps } = catalog.flow('entry');
  const registration = steps.find(({ id }) => id === 'registration');

  it('has the steps of the account, the household and the registration', () => {
    expect(steps.map(({ id }) => id)).toEqual([
      'login',
      'forgot-password',
      'reset-password',
      'change-password',
      'household-person',
      'household-replacement',
      'household-invitation',
      'registration-changes',
      'registration',
    ]);
  });

  it.each([
    ['registration-plan', ['Property', 'Floor', 'Unit']],
    ['registration-agent', ['Office', 'Agent']],
  ])('shows %s only for %j', (section, types) => {
    const { when } = registration?.sections.find((part) => part.section === section) ?? {};
    expect(when).toEqual({ properties: { applicationType: { enum: types } }, required: ['applicationType'] });
  });

  it.each(['registration-personal', 'registration-login'])('shows %s to everyone', (section) => {
    expect(registration?.sections.find((part) => part.section === section)).not.toHaveProperty('when');
  });
});
