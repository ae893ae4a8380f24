import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { getIn, isRecord, setIn } from '../../model/answers/paths';
import { WIDGET_LIST } from '../../model/section/widgetList';
import { findRoot } from '../platform/config';

const META = 'meta/ui.schema.json';
const OPTIONS = ['definitions', 'options', 'properties'];

type OutsideWidgets = Record<string, Record<string, unknown>>;

/** Reads the widgets in WIDGETS_DIR. By default, reads the build's widgets (docs/widgets.md). */
export function readOutsideWidgets(given = process.env.WIDGETS_DIR): OutsideWidgets {
  if (!given) return readJson(path.join(findRoot(), 'dist/app/widgets.json'));
  const folder = path.resolve(findRoot(), given);
  const names = readdirSync(folder).flatMap((file) => /^([A-Z]\w*)\.tsx$/.exec(file)?.[1] ?? []);
  return Object.fromEntries(names.map((name) => [name, readJson(path.join(folder, `${name}.options.json`))]));
}

const readJson = (file: string) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

export function withOutsideWidgets(
  texts: Record<string, string>,
  outside = readOutsideWidgets(),
): Record<string, string> {
  const names = Object.keys(outside);
  const text = texts[META];
  if (names.length === 0 || !text) return texts;
  const meta: unknown = JSON.parse(text);
  if (!isRecord(meta)) return texts;
  const [listed, options] = [getIn(meta, WIDGET_LIST), getIn(meta, OPTIONS)];
  const widgets = [...(Array.isArray(listed) ? listed : []), ...names];
  const added = Object.assign({}, options, ...Object.values(outside));
  return { ...texts, [META]: `${JSON.stringify(setIn(setIn(meta, WIDGET_LIST, widgets), OPTIONS, added), null, 2)}\n` };
}
