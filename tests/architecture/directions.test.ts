import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

interface Violation {
  from: string;
  rule: { name: string };
}

interface Cruise {
  modules: { source: string; dependencies: { resolved: string }[] }[];
  summary: { violations: Violation[] };
}

const CONFIG = path.resolve('.dependency-cruiser.cjs');
const TOOL = path.resolve('node_modules/.bin/depcruise');

const DRAWING = ['react', 'react-dom', '@rjsf/core', '@rjsf/validator-ajv8', '@chakra-ui/react'];
const ROUTING = ['react-router', 'react-router-dom'];
const SERVING = ['fastify', '@fastify/static', 'pg', '@electric-sql/pglite', 'stripe', 'sharp'];

/** Imports that each folder must not have. Repeats .dependency-cruiser.cjs, so the test fails if a rule is removed. */
const FORBIDDEN: Record<string, { packages: string[]; folders: string[] }> = {
  'src/model': {
    packages: [...DRAWING, 'axios', ...SERVING, 'node:fs'],
    folders: ['src/engine', 'src/api', 'src/app', 'src/server', 'widgets', 'tests', 'bench'],
  },
  'src/messages': {
    packages: ['axios', '@chakra-ui/react', ...SERVING],
    folders: ['src/engine', 'src/api', 'src/app', 'src/server', 'widgets', 'tests', 'bench'],
  },
  widgets: {
    packages: ['axios', 'swr', ...ROUTING, ...SERVING, 'node:fs'],
    folders: ['src/engine', 'src/api', 'src/app', 'src/server', 'tests', 'bench'],
  },
  'src/contract': {
    packages: [...DRAWING, 'axios', ...SERVING, 'node:fs'],
    folders: ['src/engine', 'src/api', 'src/app', 'src/server', 'widgets', 'tests', 'bench'],
  },
  'src/engine': {
    packages: ['axios', 'swr', ...ROUTING, ...SERVING],
    folders: ['src/api', 'src/app', 'src/server', 'tests', 'bench'],
  },
  'src/api': {
    packages: ['@chakra-ui/react', '@rjsf/core', ...ROUTING, ...SERVING, 'node:fs'],
    folders: ['src/engine', 'src/app', 'src/server', 'widgets', 'tests', 'bench'],
  },
  'src/app': { packages: ['axios', '@rjsf/core', ...SERVING], folders: ['src/server', 'tests', 'bench'] },
  'src/server': {
    packages: [...DRAWING, 'axios'],
    folders: ['src/engine', 'src/api', 'src/app', 'src/tools/portal', 'widgets', 'tests', 'bench'],
  },
  'src/tools': {
    packages: [...DRAWING, 'axios'],
    folders: ['src/engine', 'src/api', 'src/app', 'widgets', 'tests', 'bench'],
  },
  'src/schema-tools/lint': { packages: ['node:fs'], folders: [] },
  e2e: { packages: [], folders: ['src/engine', 'src/api', 'src/app', 'src/server', 'widgets', 'bench'] },
};

const FEATURES = ['account', 'entry', 'steps', 'payment', 'scan', 'success', 'studio', 'prediction'];

/** Folders that features share. They can't import a feature. */
const SHARED = ['ui', 'shell', 'session', 'language', 'form'];

/** A file with a forbidden import, its text, and the rule that must reject it. */
type Planted = [file: string, text: string, rule: RegExp];

const fileName = (target: string) => target.replace(/\W+/g, '-');

function importOf(folder: string, target: string): string {
  return `import { there } from '${path.posix.relative(folder, target)}';\nexport const x = there;`;
}

const typeImportOf = (folder: string, target: string) =>
  `import type { There } from '${path.posix.relative(folder, target)}';\nexport type X = There;`;

const packages: Planted[] = Object.entries(FORBIDDEN).flatMap(([one, forbidden]) =>
  forbidden.packages.map(
    (name): Planted => [
      `${one}/uses-${fileName(name)}.ts`,
      `import '${name}';`,
      /-never-uses-|^only-SectionForm-draws-rjsf$/,
    ],
  ),
);

const folders: Planted[] = Object.entries(FORBIDDEN).flatMap(([one, forbidden]) =>
  forbidden.folders.flatMap((other): Planted[] => [
    [`${one}/at-${fileName(other)}.ts`, importOf(one, `${other}/there`), /-looks-only-at-/],
    [`${one}/types-at-${fileName(other)}.ts`, typeImportOf(one, `${other}/there`), /-looks-only-at-/],
  ]),
);

const features: Planted[] = FEATURES.flatMap((one) =>
  FEATURES.filter((other) => other !== one).map((other): Planted => {
    const folder = `src/app/${one}`;
    return [`${folder}/at-${other}.ts`, importOf(folder, `src/app/${other}/there`), /^feature-/];
  }),
);

const shared: Planted[] = SHARED.flatMap((one) =>
  FEATURES.map((other): Planted => {
    const folder = `src/app/${one}`;
    return [
      `${folder}/at-${other}.ts`,
      importOf(folder, `src/app/${other}/there`),
      /^what-features-share-imports-none$/,
    ];
  }),
);

const SERVER_LAYERS = ['platform', 'forms', 'applications', 'features/payment'];

/** Imports of a higher server layer, of another feature, and of the root (`pages`). */
const layers: Planted[] = SERVER_LAYERS.flatMap((one, n) =>
  [...SERVER_LAYERS.slice(n + 1), 'features/office', 'pages'].map((above): Planted => {
    const folder = `src/server/${one}`;
    const rule = one.startsWith('features/') ? /^server-feature-imports-no-other$/ : /^server-.*-knows-nothing-above$/;
    return [`${folder}/at-${fileName(above)}.ts`, typeImportOf(folder, `src/server/${above}/there`), rule];
  }),
);

const others: Planted[] = [
  ['src/model/circleA.ts', "import { b } from './circleB';\nexport const a = () => b;", /^no-circle$/],
  ['src/app/ui/typeA.ts', "import type { B } from './typeB';\nexport type A = { b: B };", /^no-circle$/],
  ['src/model/atNothing.ts', "import './nothing';", /^nothing-unresolvable$/],
  ['src/model/atNoPackage.ts', "import 'no-such-package';", /^nothing-unresolvable$/],
  ['src/engine/Draws.ts', "import '@rjsf/core';", /^only-SectionForm-draws-rjsf$/],
  ['src/api/loads.ts', importOf('src/api', 'src/contract/there'), /^pages-take-only-types-of-the-contract$/],
  ['src/server/asks.ts', "import 'axios';", /^only-the-client-speaks-axios$/],
  ['src/server/features/payment/connects.ts', "import 'pg';", /^only-repositories-load-pg$/],
  ['src/server/imports.ts', "import '../../schemas/texts/there.json';", /^only-messages-imports-texts$/],
  [
    'widgets/all.ts',
    importOf('widgets', 'src/messages/files'),
    /^pages-and-the-model-take-only-types-of-all-messages$/,
  ],
];

/** The second file of each cycle. It has no rule, because the tool reports a cycle once. */
const closing: Record<string, string> = {
  'src/model/circleB.ts': "import { a } from './circleA';\nexport const b = () => a;",
  'src/app/ui/typeB.ts': "import type { A } from './typeA';\nexport type B = { a?: A };",
};

const good: Record<string, string> = {
  'src/app/payment/good.ts': importOf('src/app/payment', 'src/app/form/there'),
  'src/app/good.ts': importOf('src/app', 'src/engine/there'),
  'src/api/good.ts': `import 'axios';\nimport 'swr';\n${typeImportOf('src/api', 'src/contract/there')}`,
  'src/engine/SectionForm.tsx': "import '@rjsf/core';\nimport '../../widgets/there';",
  'src/server/good.ts':
    "import 'fastify';\nimport 'node:fs';\nimport { there } from '../model/there';\nexport const x = there;",
  'src/server/features/payment/good.ts': [
    "import type pg from 'pg';",
    importOf('src/server/features/payment', 'src/server/applications/there'),
    'export type Client = pg.PoolClient;',
  ].join('\n'),
  'src/messages/files.ts': "import '../../schemas/texts/there.json';\nexport const there = 1;\nexport type There = 1;",
  'src/model/good.ts': typeImportOf('src/model', 'src/messages/files'),
  'schemas/texts/there.json': '{}',
  'widgets/good.ts': "import 'react';\nimport '@chakra-ui/react';\nimport '../src/model/there';",
};

const PLACES = [
  'src/tools/portal',
  'src/contract',
  'src/messages',
  'src/model',
  'src/engine',
  'src/api',
  'src/app',
  'src/app/ui',
  'src/app/form',
  'src/server',
  ...SERVER_LAYERS.map((layer) => `src/server/${layer}`),
  'src/server/features/office',
  'src/server/pages',
  'widgets',
  'tests',
  'bench',
];

function cruise(folder: string, ...paths: string[]): Cruise {
  const args = [...paths, '--config', CONFIG, '--output-type', 'json'];
  try {
    return JSON.parse(execFileSync(TOOL, args, { cwd: folder, encoding: 'utf8', maxBuffer: 64e6 }));
  } catch (error) {
    // The exit code is the number of violations, which are in the output.
    return JSON.parse((error as { stdout: string }).stdout);
  }
}

/** Creates a project of these files, with our TypeScript settings and packages. */
function build(files: Record<string, string>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'imports-'));
  cpSync('tsconfig.json', path.join(folder, 'tsconfig.json'));
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  return folder;
}

describe('the tool that checks the import directions', () => {
  let folder: string;
  let found: Violation[];

  beforeAll(() => {
    const there = [...PLACES, ...FEATURES.map((name) => `src/app/${name}`)].map((place) => [
      `${place}/there.ts`,
      'export const there = 1;\nexport type There = 1;',
    ]);
    const planted = [...packages, ...folders, ...features, ...shared, ...layers, ...others].map(([file, text]) => [
      file,
      text,
    ]);
    folder = build({ ...Object.fromEntries([...there, ...planted]), ...closing, ...good });
    found = cruise(folder, 'src', 'widgets', 'e2e').summary.violations;
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  const rulesOf = (file: string) => found.filter(({ from }) => from === file).map(({ rule }) => rule.name);

  describe.each([
    ['an import of a forbidden package', packages],
    ['an import of a forbidden folder', folders],
    ['an import of another feature', features],
    ['an import of a feature in a shared folder', shared],
    ['an import of a higher server layer or another server feature', layers],
    ['a cycle, an unresolvable import, or an import that is reserved for another file', others],
  ])('refuses %s', (_, planted) => {
    test.each(planted)('%s', (file, _text, rule) => {
      expect(rulesOf(file)).toContainEqual(expect.stringMatching(rule));
    });
  });

  test.each(Object.keys(good))('accepts an allowed import: %s', (file) => {
    expect(rulesOf(file)).toEqual([]);
  });
});

describe('SQL', () => {
  test('is only in repositories and in src/server/platform/db', () => {
    const isSql = /\.query(<|\()/;
    const files = ['src/server', 'src/tools'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.posix.join(folder, file)),
    );
    const outside = files.filter(
      (file) => file.endsWith('.ts') && !/Repository\.ts$|^src\/server\/platform\/db\//.test(file),
    );
    expect(outside.length).toBeGreaterThan(100);
    expect(outside.filter((file) => isSql.test(readFileSync(file, 'utf8')))).toEqual([]);
  });
});

describe('the tree', () => {
  let modules: Cruise['modules'];

  beforeAll(() => {
    modules = cruise('.', 'src', 'widgets', 'e2e').modules;
  });

  test.each(['src/model/', 'src/engine/', 'src/api/', 'src/app/', 'src/server/', 'widgets/', 'e2e/'])(
    'has modules in %s',
    (one) => {
      expect(modules.filter(({ source }) => source.startsWith(one)).length).toBeGreaterThan(5);
    },
  );

  test('has no feature that imports another', () => {
    const featureOf = (source: string) => /^src\/app\/(\w+)\//.exec(source)?.[1] ?? '';
    const pairs = modules.flatMap(({ source, dependencies }) =>
      dependencies.map(({ resolved }) => [featureOf(source), featureOf(resolved)] as const),
    );
    const across = pairs.filter(([from, to]) => from !== to && FEATURES.includes(from) && FEATURES.includes(to));
    expect(across.map(([from, to]) => `${from} → ${to}`)).toEqual([]);
  });

  test('has no feature of the server that imports another', () => {
    const featureOf = (source: string) => /^src\/server\/features\/(\w+)\//.exec(source)?.[1];
    const pairs = modules.flatMap(({ source, dependencies }) =>
      dependencies.map(({ resolved }) => [featureOf(source), featureOf(resolved)] as const),
    );
    expect(new Set(pairs.map(([from]) => from)).size).toBeGreaterThan(10);
    expect(pairs.filter(([from, to]) => from && to && from !== to)).toEqual([]);
  });
});
