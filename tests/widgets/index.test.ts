import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import named from '../../schemas/meta/widgets.json';
import { widgets } from '../../widgets/index';

/** Drawn by the engine itself: carried and never shown. */
const withoutFile = ['hidden'];

describe('the list of widgets', () => {
  it('has the names that the schemas may use', () => {
    expect(Object.keys(widgets).sort()).toEqual(named.filter((name) => !withoutFile.includes(name)).sort());
  });

  it('has a file for each name', () => {
    const files = readdirSync('widgets').filter((file) => file.endsWith('.tsx'));
    expect(files.map((file) => file.replace('.tsx', '')).sort()).toEqual(Object.keys(widgets).sort());
  });
});
