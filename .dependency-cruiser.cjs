/**
 * The rooms and which way they may look (docs/architecture.md in short: schemas → model → engine → app, and the server on its own; only
 * api speaks HTTP). tests/rooms/directions.test.ts plants an import against each rule and sees it refused.
 */
const room = (name, from, allowed) => ({
  name: `${name}-looks-only-at-${allowed.length ? allowed.join('-') : 'nothing'}`,
  severity: 'error',
  from: { path: from },
  to: {
    path: '^(src|widgets|schemas|tests|e2e|bench)/',
    pathNot: [from, ...allowed.map((folder) => `^${folder}/`)],
  },
});

const never = (name, from, packages) => ({
  name: `${name}-never-uses-${packages[0]}`,
  severity: 'error',
  from: { path: from },
  to: { path: packages.map((pack) => `node_modules/${pack}/`) },
});

/** Pure, and loaded by the browser: no clock, network or disk of Node's. */
const pure = (name, from) => ({
  name: `${name}-never-uses-node`,
  severity: 'error',
  from: { path: from },
  to: { dependencyTypes: ['core'] },
});

const FEATURES = ['entry', 'steps', 'payment', 'scan', 'success', 'studio', 'office', 'prediction'];

/** What two features need belongs in ui, shell, session, language or form; routes.tsx joins what one shows on the page of another. */
const feature = (name) => ({
  name: `feature-${name}-imports-no-other`,
  severity: 'error',
  from: { path: `^src/app/${name}/` },
  to: { path: `^src/app/(${FEATURES.filter((other) => other !== name).join('|')})/` },
});

const BROWSER = ['react', 'react-dom', '@rjsf/core', '@rjsf/validator-ajv8', '@chakra-ui/react'];
const SERVER = ['fastify', '@fastify', 'pg', '@electric-sql', 'stripe', 'sharp'];

module.exports = {
  forbidden: [
    {
      name: 'no-circle',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'nothing-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: ['\\?url$', '^virtual:'] },
    },
    room('widgets', '^widgets/', ['src/model', 'schemas']),
    room('model', '^src/model/', ['schemas']),
    room('engine', '^src/engine/', ['src/model', 'widgets', 'schemas']),
    room('contract', '^src/contract/', ['src/model', 'schemas']),
    room('api', '^src/api/', ['src/contract', 'src/model', 'schemas']),
    room('app', '^src/(app/|main\\.tsx)', ['src/contract', 'src/model', 'src/engine', 'src/api', 'schemas', 'src/app']),
    // What goes live and what the Studio shows is judged by lint, prove and impact; only the program's start knows the operator's commands.
    room('server', '^src/server/(?!main\\.ts)', [
      'src/contract',
      'src/model',
      'schemas',
      'src/server',
      'src/tools/schemas/lint',
      'src/tools/schemas/prove',
      'src/tools/schemas/impact',
    ]),
    room('tools', '^src/tools/', ['src/contract', 'src/model', 'src/server', 'schemas']),
    room('e2e', '^e2e/', [
      'schemas/personas',
      'schemas/flows',
      'schemas/translations',
      'tests/papers',
      'tests/edits',
      'tests/support/folders',
      'src/model',
    ]),
    never('widgets', '^widgets/', ['axios', 'swr', 'react-router', 'react-router-dom', ...SERVER]),
    never('model', '^src/model/', [...BROWSER, 'axios', ...SERVER]),
    never('contract', '^src/contract/', [...BROWSER, 'axios', ...SERVER]),
    never('engine', '^src/engine/', ['axios', 'swr', 'react-router', 'react-router-dom', ...SERVER]),
    never('api', '^src/api/', ['@chakra-ui/react', '@rjsf/core', 'react-router', 'react-router-dom', ...SERVER]),
    never('app', '^src/app/', ['axios', ...SERVER]),
    // RJSF's compiler writes the rules' modules; nothing else of the server knows of it.
    never('server', '^src/server/(?!forms/compile\\.ts)', [...BROWSER, 'axios']),
    never('compile', '^src/server/forms/compile\\.ts', [...BROWSER.filter((pack) => !pack.endsWith('ajv8')), 'axios']),
    never('tools', '^src/tools/', [...BROWSER, 'axios']),
    pure('tools-schemas', '^src/tools/schemas/(lint|prove|explain|impact)/'),
    pure('model', '^src/model/'),
    pure('contract', '^src/contract/'),
    pure('widgets', '^widgets/'),
    pure('api', '^src/api/'),
    ...FEATURES.map(feature),
    {
      name: 'what-features-share-imports-none',
      severity: 'error',
      from: { path: '^src/app/(ui|shell|session|language|form)/' },
      to: { path: `^src/app/(${FEATURES.join('|')})/` },
    },
    {
      // SectionForm draws RJSF's form; GroupField is our field for groups and falls back on RJSF's own, which only its registry has.
      name: 'only-SectionForm-draws-rjsf',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/engine/(SectionForm|fields/GroupField)\\.tsx$' },
      to: { path: 'node_modules/@rjsf/core/', dependencyTypesNot: ['type-only'] },
    },
    {
      // The schemas are the server's to load; of the contract, a page needs its types only.
      name: 'pages-take-only-types-of-the-contract',
      severity: 'error',
      from: { path: '^(src/(api|app|engine)|widgets)/' },
      to: { path: '^src/contract/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-the-client-speaks-axios',
      severity: 'error',
      from: { path: '^(src|widgets)/', pathNot: '^src/api/' },
      to: { path: 'node_modules/axios/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|bench/node_modules)' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types', 'browser'],
    },
  },
};
