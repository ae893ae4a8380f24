// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { reportSamples } from '../../bench/samples/reportSamples';
import { runSample } from '../../bench/samples/runSample';
import type { Sample } from '../../bench/samples/sample';
import { readSchemaFiles } from '../support/schemaFiles';

const files = readSchemaFiles();

const library: Sample = {
  name: 'library',
  schema: {
    title: 'A library card',
    type: 'object',
    required: ['reader'],
    definitions: {
      branch: {
        type: 'object',
        required: ['town'],
        properties: { town: { type: 'string', title: 'Town' }, floor: { type: 'integer', minimum: 1 } },
      },
    },
    properties: {
      reader: { type: 'string', title: 'Reader', minLength: 2 },
      home: { title: 'Home branch', $ref: '#/definitions/branch' },
      others: { type: 'array', title: 'Other branches', items: { $ref: '#/definitions/branch' } },
      topics: { type: 'array', title: 'Topics', items: { type: 'string' } },
      size: { type: 'string', title: 'Print', enum: ['small', 'large'] },
    },
  },
  uiSchema: { 'ui:order': ['size', '*'], reader: { 'ui:widget': 'textarea', 'ui:autofocus': true } },
  formData: {
    reader: 'Ada',
    home: { town: 'Waco', floor: 2 },
    others: [{ town: 'Temple' }],
    topics: ['maps', 'rivers'],
    size: 'large',
  },
};

const workingSample: Sample = {
  name: 'garden',
  schema: {
    type: 'object',
    additionalProperties: { type: 'string' },
    definitions: {
      plant: {
        type: 'object',
        properties: { name: { type: 'string' }, cuttings: { type: 'array', items: { $ref: '#/definitions/plant' } } },
      },
    },
    properties: {
      name: { type: 'string' },
      depth: { type: ['integer', 'null'] },
      note: { type: 'null' },
      watered: { type: 'string', format: 'date-time' },
      oak: { $ref: '#/definitions/plant' },
      bed: { enum: [{ row: 1 }, { row: 2 }] },
    },
    dependencies: { depth: ['name'] },
  },
  uiSchema: { name: { 'ui:widget': () => null } },
  formData: { name: 'North', depth: null, oak: { name: 'Big oak' } },
};

const failingSample: Sample = {
  name: 'wrong',
  schema: {
    type: 'object',
    required: ['code', 'missing'],
    properties: {
      code: { type: 'string', pattern: '^[A-Z]+$' },
      missing: { type: 'string', default: 'x' },
      count: { type: 'integer', maximum: 3 },
      marks: { type: 'array', items: { type: 'string', minLength: 3 } },
    },
  },
  formData: { code: 'abc', count: 9, marks: ['ok', 'good'] },
};

describe('npm run bench:samples', () => {
  it('renders every field of a sample that our format supports, keeps its value and agrees with stock RJSF', () => {
    const result = runSample(library, files);
    const fields = ['reader', 'home/town', 'home/floor', 'others/[]/town', 'others/[]/floor', 'topics', 'size'];
    expect(result.crash).toBeUndefined();
    expect(result.declared).toEqual(fields);
    expect(result.drawn).toEqual(fields);
    expect(result.changed).toEqual([]);
    expect(result.errors).toEqual({ both: [], ours: [], stock: [] });
    expect(result.leftOut.map(({ keyword, isUi }) => [keyword, isUi])).toEqual([['ui:autofocus', true]]);
  });

  it('leaves out what our format lacks, each with its keyword and lint’s reason, and renders the rest', () => {
    const result = runSample(workingSample, files);
    expect(result.crash).toBeUndefined();
    expect(result.drawn).toEqual(['name', 'oak/name']);
    const left = result.leftOut.filter(({ isUi }) => !isUi).map(({ at, keyword }) => `${keyword} ${at}`.trim());
    expect(left.sort()).toEqual(
      [
        '$ref oak/cuttings',
        'additionalProperties',
        'dependencies',
        'enum bed',
        'format watered',
        'type depth',
        'type note',
      ].sort(),
    );
    expect(result.leftOut.find(({ at }) => at === 'oak/cuttings')?.reason).toMatch(/is a circular reference/);
    expect(result.leftOut.find(({ at }) => at === 'name/ui:widget')?.reason).toMatch(/no functions/);
    expect(result.changed).toEqual([]);
    expect(result.errors).toEqual({ both: [], ours: [], stock: [] });
  });

  it('finds the same wrong answers as stock RJSF, and names an added default', () => {
    const result = runSample(failingSample, files);
    expect(result.errors).toEqual({ both: ['missing', 'code', 'count', 'marks/0'].sort(), ours: [], stock: [] });
    expect(result.changed).toEqual(['missing added']);
  });

  it("renders no sample whose root isn't an object, and says why", () => {
    const result = runSample({ name: 'word', schema: { type: 'string', title: 'A word' }, formData: 'hello' }, files);
    expect(result.drawn).toEqual([]);
    expect(result.leftOut.map(({ reason }) => reason)).toContain('This value must be equal to constant: object.');
  });

  it('reports a row for each sample and counts them', () => {
    const report = reportSamples([library, workingSample, failingSample].map((sample) => runSample(sample, files)));
    expect(report).toContain('| library | yes, 7 | unchanged | agrees, no errors |');
    expect(report).toMatch(/\| garden \| in part, 2 of \d+ \| unchanged \|/);
    expect(report).toContain('| wrong | yes, 4 | missing added | agrees, 4 errors |');
    expect(report).toContain('3 samples: 2 rendered, 1 in part, 0 not rendered, 0 crashed');
  });
});
