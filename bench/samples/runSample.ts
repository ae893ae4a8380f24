import { isRecord, keyOf, messageIn, parsePointer, patternOf, setIn } from '../../src/model/answers/paths';
import { createCatalog } from '../../src/model/section/catalog';
import { resolveSection } from '../../src/model/section/resolveSection';
import { readWidgetList } from '../../src/model/section/widgetList';
import type { Answers, FieldError, SchemaFiles } from '../../src/model/types';
import { compileSection } from '../../src/schema-tools/compile';
import { declaredFields } from './declaredFields';
import { drawSection, TODAY } from './drawSection';
import { type Fitted, fitToFormat, NAME } from './fitToFormat';
import type { LeftOut, Sample } from './sample';
import { stockErrors } from './stockErrors';
import { toSection } from './toSection';

export interface SampleResult {
  name: string;
  declared: string[];
  drawn: string[];
  leftOut: LeftOut[];
  crash?: string;
  /** Places where the saved answers differ from the given ones. */
  changed: string[];
  /** Places with an error from both validators, only from ours, or only from stock RJSF. */
  errors: { both: string[]; ours: string[]; stock: string[] };
  /** Why stock RJSF can't validate the sample. */
  stockCrash?: string;
}

/** Writes a sample as a section, and lints, compiles, draws and submits it. */
export function runSample(sample: Sample, files: SchemaFiles): SampleResult {
  const fitted = fitToFormat(toSection(sample), files);
  const declared = declaredFields(sample);
  const empty = { drawn: [], changed: [], errors: { both: [], ours: [], stock: [] } };
  const result = { name: sample.name, declared, leftOut: fitted.leftOut, ...empty };
  if (fitted.isRefused) return result;
  try {
    return { ...result, ...drawFitted(sample, fitted, files, declared) };
  } catch (error) {
    return { ...result, crash: messageIn(error) };
  }
}

function drawFitted(sample: Sample, fitted: Fitted, files: SchemaFiles, declared: string[]) {
  const catalog = createCatalog(
    {
      [`${NAME}.schema.json`]: fitted.schema,
      [`${NAME}.ui.json`]: fitted.ui,
      'definitions/messages.json': files['definitions/messages.json'],
    },
    readWidgetList(files),
  );
  const section = resolveSection(catalog.section(NAME), { settings: {} }, catalog.messages);
  const checker = compileSection(section);
  const left = fitted.leftOut.flatMap(({ at, isUi }) => (isUi || at === '' || keeps(section.schema, at) ? [] : [at]));
  const answers = withoutFields(sample.formData, left);
  const { drawn, saved } = drawSection(section, checker, answers, declared);
  const ours = new Set(checker.check(answers, TODAY).errors.map(toKey));
  const stock = stockErrors(sample);
  const isCompared = (key: string) =>
    !left.some((at) => patternOf(parsePointer(`/${key}`)).startsWith(at)) &&
    (key !== '' || fitted.leftOut.every(({ isUi }) => isUi));
  const theirs = new Set(stock.errors.filter(isCompared));
  return {
    drawn,
    changed: differences(answers, saved, []),
    errors: {
      both: [...ours].filter((key) => theirs.has(key)),
      ours: [...ours].filter((key) => !theirs.has(key)),
      stock: [...theirs].filter((key) => !ours.has(key)),
    },
    stockCrash: stock.crash,
  };
}

const toKey = ({ path }: FieldError) => keyOf(path);

function keeps(schema: unknown, at: string): boolean {
  return (
    at.split('/').reduce<unknown>((node, part) => {
      if (!isRecord(node)) return undefined;
      return part === '[]' ? node.items : Object(node.properties)[part];
    }, schema) !== undefined
  );
}

function withoutFields(formData: unknown, patterns: string[]): Answers {
  const answers = isRecord(formData) ? formData : {};
  const cut = (node: unknown, path: string[]): unknown => {
    const [part, ...rest] = path;
    if (part === undefined) return undefined;
    if (part === '[]') return Array.isArray(node) ? node.map((row) => cut(row, rest)) : node;
    return isRecord(node) && part in node ? setIn(node, [part], cut(node[part], rest)) : node;
  };
  return patterns.reduce<Answers>((left, at) => Object(cut(left, at.split('/'))), answers);
}

/** Returns where two values differ: `({ a: 1 }, { a: 2, b: 3 })` → `['a changed', 'b added']`. */
function differences(before: unknown, after: unknown, path: string[]): string[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const isNested = typeof before === 'object' && typeof after === 'object' && before && after;
  if (!isNested) return [`${path.join('/')} ${word(before, after)}`];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
    differences(Reflect.get(before, key), Reflect.get(after, key), [...path, key]),
  );
}

function word(before: unknown, after: unknown): string {
  if (before === undefined) return 'added';
  return after === undefined ? 'removed' : 'changed';
}
