/**
 * Which folders can import which (docs/architecture.md): schemas → model → engine → app, and the server separately. Only
 * api makes HTTP requests. tests/architecture/directions.test.ts breaks each rule once.
 */
const folder = (name, from, allowed) => ({
  name: `${name}-looks-only-at-${allowed.length ? allowed.join('-') : 'nothing'}`,
  severity: 'error',
  from: { path: from },
  to: {
    path: '^(src|widgets|schemas|tests|e2e|bench)/',
    pathNot: [from, ...allowed.map((place) => `^${place}${/\.(ts|json)$/.test(place) ? '$' : '/'}`)],
  },
});

const never = (name, from, packages) => ({
  name: `${name}-never-uses-${packages[0]}`,
  severity: 'error',
  from: { path: from },
  to: { path: packages.map((pack) => `node_modules/${pack}/`) },
});

/** Pure code, which the browser loads too: it can't use Node's clock, network or disk. */
const pure = (name, from) => ({
  name: `${name}-never-uses-node`,
  severity: 'error',
  from: { path: from },
  to: { dependencyTypes: ['core'] },
});

const FEATURES = [
  'account',
  'entry',
  'steps',
  'payment',
  'scan',
  'success',
  'messages',
  'studio',
  'office',
  'prediction',
  'household',
  'accommodation',
  'rejectedEdits',
];

/** Code that two features need belongs in ui, shell, session, language or form. routes.tsx passes one feature's parts to another's pages. */
const feature = (name) => ({
  name: `feature-${name}-imports-no-other`,
  severity: 'error',
  from: { path: `^src/app/${name}/` },
  to: { path: `^src/app/(${FEATURES.filter((other) => other !== name).join('|')})/` },
});

/** A lower layer can't import a higher one. */
const layer = (name, allowed) => ({
  name: `server-${name}-knows-nothing-above`,
  severity: 'error',
  from: { path: `^src/server/${name}/` },
  to: { path: `^src/server/(?!(${[name, ...allowed].join('|')})/)` },
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
    folder('messages', '^src/messages/', ['src/model', 'schemas/texts', 'schemas/meta']),
    folder('widgets', '^widgets/', ['src/messages', 'src/model', 'schemas']),
    folder('model', '^src/model/', ['schemas', 'src/messages/files.ts']),
    folder('engine', '^src/engine/', ['src/messages', 'src/model', 'widgets', 'schemas']),
    folder('contract', '^src/contract/', ['src/model', 'schemas']),
    folder('api', '^src/api/', ['src/contract', 'src/messages', 'src/model', 'schemas']),
    folder('app', '^src/(app/|main\\.tsx)', [
      'src/contract',
      'src/messages',
      'src/model',
      'src/engine',
      'src/api',
      'schemas',
      'src/app',
    ]),
    // Publishing and the Studio use lint, prove and impact. Only main.ts imports the operator's commands.
    folder('server', '^src/server/(?!main\\.ts)', [
      'src/contract',
      'src/messages',
      'src/model',
      'schemas',
      'src/server',
      'src/schema-tools',
    ]),
    folder('schema-tools', '^src/schema-tools/', ['src/contract', 'src/messages', 'src/model', 'schemas']),
    folder('tools', '^src/tools/', [
      'src/contract',
      'src/messages',
      'src/model',
      'src/schema-tools',
      'src/server',
      'schemas',
    ]),
    folder('e2e', '^e2e/', [
      'schemas/personas',
      'schemas/flows',
      'schemas/translations',
      'schemas/meta/page-files.json',
      'tests/sampleDocuments',
      'tests/edits',
      'tests/support/folders',
      // For the counts that a stage writes.
      'tests/run/stage.ts',
      // The demo's names, which are the same in every language.
      'src/server/features/demo/demo.json',
      'src/model',
    ]),
    never('widgets', '^widgets/', ['axios', 'swr', 'react-router', 'react-router-dom', ...SERVER]),
    never('messages', '^src/messages/', ['axios', '@chakra-ui/react', ...SERVER]),
    never('model', '^src/model/', [...BROWSER, 'axios', ...SERVER]),
    never('contract', '^src/contract/', [...BROWSER, 'axios', ...SERVER]),
    never('engine', '^src/engine/', ['axios', 'swr', 'react-router', 'react-router-dom', ...SERVER]),
    never('api', '^src/api/', ['@chakra-ui/react', '@rjsf/core', 'react-router', 'react-router-dom', ...SERVER]),
    never('app', '^src/app/', ['axios', ...SERVER]),
    never('server', '^src/server/', [...BROWSER, 'axios']),
    // Only compile.ts uses RJSF's compiler, which generates the validators.
    never('schema-tools', '^src/schema-tools/(?!compile.ts)', [...BROWSER, 'axios', ...SERVER]),
    never('compile', '^src/schema-tools/compile.ts', [
      ...BROWSER.filter((pack) => !pack.endsWith('ajv8')),
      'axios',
      ...SERVER,
    ]),
    never('tools', '^src/tools/', [...BROWSER, 'axios']),
    pure('schema-tools', '^src/schema-tools/'),
    pure('model', '^src/model/'),
    pure('contract', '^src/contract/'),
    pure('widgets', '^widgets/'),
    pure('api', '^src/api/'),
    ...FEATURES.map(feature),
    layer('platform', []),
    layer('forms', ['platform']),
    layer('applications', ['forms', 'platform']),
    {
      // Shared code is in applications/. Features react to each other through domain events (docs/architecture.md).
      name: 'server-feature-imports-no-other',
      severity: 'error',
      from: { path: '^src/server/features/([^/]+)/' },
      to: { path: '^src/server/', pathNot: '^src/server/(platform|forms|applications|features/$1)/' },
    },
    {
      name: 'only-repositories-load-pg',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/server/platform/db/|Repository\\.ts$' },
      to: { path: 'node_modules/pg/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'what-features-share-imports-none',
      severity: 'error',
      from: { path: '^src/app/(ui|shell|session|language|form)/' },
      to: { path: `^src/app/(${FEATURES.join('|')})/` },
    },
    {
      name: 'only-SectionForm-draws-rjsf',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/engine/SectionForm\\.tsx$' },
      to: { path: 'node_modules/@rjsf/core/', dependencyTypesNot: ['type-only'] },
    },
    {
      // Pages need only the contract's types. The server loads its schemas.
      name: 'pages-take-only-types-of-the-contract',
      severity: 'error',
      from: { path: '^(src/(api|app|engine)|widgets)/' },
      to: { path: '^src/contract/', dependencyTypesNot: ['type-only'] },
    },
    {
      // An imported file never changes after the build. Other code reads the live file (docs/decisions/037).
      name: 'only-messages-imports-texts',
      severity: 'error',
      from: { path: '^(src|widgets)/', pathNot: '^src/messages/files\\.ts$' },
      to: { path: '^schemas/texts/' },
    },
    {
      // The build gives each page its messages. The model gets messages as arguments.
      name: 'pages-and-the-model-take-only-types-of-all-messages',
      severity: 'error',
      from: { path: '^(src/(app|api|engine|model)|widgets)/' },
      to: { path: '^src/messages/(files|serverMessages)\\.ts$', dependencyTypesNot: ['type-only'] },
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
    exclude: { path: '^dist' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types', 'browser'],
    },
  },
};
