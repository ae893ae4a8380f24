import definition from '../../../schemas/definitions/text.json';
import { isRecord, setIn, toPointer } from '../../model/answers/paths';
import type { Path } from '../../model/types';

export interface NewSection {
  files: Record<string, unknown>;
  /** Texts to translate, by file: `{ 'translations/es.json': ['Pets'] }`. */
  untranslated: Record<string, string[]>;
}

interface SectionRequest {
  /** Used for the files and the title: `'pets-and-horses'`. */
  name: string;
  isList: boolean;
  step: string;
  files: Readonly<Record<string, unknown>>;
}

/**
 * Returns a section that passes lint and prove once its texts are translated. Throws if the name is invalid or taken,
 * or the step is unknown.
 */
export function newSection({ name, isList, step, files }: SectionRequest): NewSection {
  if (!name) throw new Error("Add the section's name: npm run schemas -- new <section>");
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
    throw new Error(
      `'${name}' can't be a section's name. Use lowercase letters, digits and dashes, as in pets-and-horses.`,
    );
  if (`${name}.schema.json` in files) throw new Error(`The section '${name}' already exists. Choose another name.`);
  const names = createNames(name);
  const schema = isList ? listSchema(name, names) : flatSchema(names);
  const ui = isList ? listUi(name, names) : flatUi();
  const answers = answersOf(isList ? [keyOf(name), 0, 'name'] : ['answer'], names);
  return {
    files: {
      [`${name}.schema.json`]: schema,
      [`${name}.ui.json`]: ui,
      'flows/application.json': withPlace(files['flows/application.json'], step, {
        section: name,
        anchor: name,
        tab: names.title,
        title: names.title,
        body: keyOf(name),
      }),
      ...personas(files, step, name, answers),
    },
    untranslated: findUntranslated(files, isList ? listTexts(names) : [names.title, `${names.title}: your answer`]),
  };
}

interface Answered {
  right: unknown;
  refused: unknown;
}

function answersOf(path: Path, { one }: SectionNames): Answered {
  const errors = { [toPointer(path)]: definition.errorMessage.pattern };
  return { right: setIn({}, path, one), refused: { answers: setIn({}, path, ` ${one}`), errors } };
}

const REFUSED = 'personas/refused.json';

interface SectionNames {
  /** 'Pets and horses' */
  title: string;
  /** 'pets and horses' */
  one: string;
}

function createNames(name: string): SectionNames {
  const one = name.replaceAll('-', ' ');
  return { one, title: one.charAt(0).toUpperCase() + one.slice(1) };
}

const keyOf = (name: string) => name.replaceAll('-', '_');

const text = (title: string) => ({
  $ref: 'definitions/text.json',
  title,
  'x-pii': 'none',
});

const head = { $schema: './meta/section.schema.json' };

function flatSchema({ title }: SectionNames) {
  return { ...head, title, type: 'object', properties: { answer: text(`${title}: your answer`) } };
}

function flatUi() {
  return { $schema: './meta/ui.schema.json', answer: { 'ui:autocomplete': 'off' } };
}

function listSchema(name: string, { title }: SectionNames) {
  const row = { type: 'object', required: ['name'], properties: { name: text(`${title}: name`) } };
  const message = { maxItems: `${title}: at most 5` };
  return {
    ...head,
    title,
    type: 'object',
    properties: { [keyOf(name)]: { title, type: 'array', maxItems: 5, items: row, errorMessage: message } },
  };
}

function listUi(name: string, { title, one }: SectionNames) {
  const list = { add: `Add ${one}`, item: `${title} {n}`, confirm: `Delete ${one}?` };
  return {
    $schema: './meta/ui.schema.json',
    [keyOf(name)]: { 'ui:list': list, items: { name: { 'ui:autocomplete': 'off' } } },
  };
}

const listTexts = ({ title, one }: SectionNames) => [
  title,
  `${title}: name`,
  `${title}: at most 5`,
  `Add ${one}`,
  `${title} {n}`,
  `Delete ${one}?`,
];

function withPlace(flow: unknown, step: string, place: Record<string, string>): unknown {
  if (!isRecord(flow) || !Array.isArray(flow.steps)) throw new Error('schemas/flows/application.json has no steps');
  const ids = flow.steps.map(({ id }) => String(id));
  if (!ids.includes(step)) throw new Error(`The application has no step '${step}'. Use one of ${ids.join(', ')}.`);
  const steps = flow.steps.map((one) => (one.id === step ? { ...one, sections: [...one.sections, place] } : one));
  return { ...flow, steps };
}

function findUntranslated(
  files: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Record<string, string[]> {
  const each = Object.entries(files).filter(([file]) => file.startsWith('translations/'));
  return Object.fromEntries(
    each.map(([file, content]) => {
      const texts = isRecord(content) && content.texts;
      if (!isRecord(texts)) throw new Error(`schemas/${file} has no texts`);
      return [file, names.filter((word) => !(word in texts))];
    }),
  );
}

function personas(files: Readonly<Record<string, unknown>>, step: string, name: string, answers: Answered) {
  const each = Object.entries(files).filter(([file]) => file.startsWith('personas/'));
  return Object.fromEntries(
    each.flatMap(([file, content]) => {
      const flows = isRecord(content) && isRecord(content.flows) ? content.flows : {};
      const application = isRecord(flows.application) ? flows.application : {};
      const filled = application[step];
      if (!isRecord(content) || !isRecord(filled)) return [];
      const given = file === REFUSED ? answers.refused : answers.right;
      const next = { ...flows, application: { ...application, [step]: { ...filled, [name]: given } } };
      return [[file, { ...content, flows: next }]];
    }),
  );
}
