import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readWidgetList } from '../../src/model/section/widgetList';
import { widgetIndex } from '../../src/tools/schemas/widgetIndex';
import { widgets } from '../../widgets/index';
import { readSchemaFiles } from '../support/schemaFiles';

const named = readWidgetList(readSchemaFiles());

/** Names without a widget. Their values are stored but never shown. */
const withoutFile = ['hidden'];

describe('the list of widgets', () => {
  it('has the names that schemas can use', () => {
    expect(Object.keys(widgets).sort()).toEqual(named.filter((name) => !withoutFile.includes(name)).sort());
  });

  it('has a file for each name', () => {
    const files = readdirSync('widgets').filter((file) => file.endsWith('.tsx'));
    expect(files.map((file) => file.replace('.tsx', '')).sort()).toEqual(Object.keys(widgets).sort());
  });

  it('equals the output of `npm run schemas -- meta`, which includes a new widget', () => {
    const text = readFileSync('widgets/index.ts', 'utf8');
    const names = named.filter((name) => !withoutFile.includes(name));
    const lines = (made: string) => made.split('\n').filter(Boolean).sort();
    expect(lines(widgetIndex(names, text))).toEqual(lines(text));
    const more = widgetIndex([...names, 'Slider'], text);
    expect(more).toContain("import { Slider } from './Slider';");
    expect(more).toContain('  Slider,\n');
  });
});
