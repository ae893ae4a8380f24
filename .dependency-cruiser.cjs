/** The rooms and which way they may look (docs/architecture in short: schemas → model → engine → app; server beside; api alone speaks HTTP). */
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

const BROWSER = ['react', 'react-dom', '@rjsf/core', '@rjsf/validator-ajv8', '@chakra-ui/react'];
const SERVER = ['fastify', '@fastify', 'pg', '@electric-sql', 'stripe', 'sharp'];

module.exports = {
  forbidden: [
    {
      name: 'no-circle',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
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
    room('api', '^src/api/', ['src/model', 'schemas']),
    room('app', '^src/(app/|main\\.tsx)', ['src/model', 'src/engine', 'src/api', 'schemas', 'src/app']),
    room('server', '^src/server/', ['src/model', 'schemas']),
    room('e2e', '^e2e/', ['schemas/personas', 'schemas/translations', 'tests/papers', 'src/model']),
    never('widgets', '^widgets/', ['axios', 'swr', 'react-router', 'react-router-dom', ...SERVER]),
    never('model', '^src/model/', [...BROWSER, 'axios', ...SERVER]),
    never('engine', '^src/engine/', ['axios', 'swr', 'react-router', 'react-router-dom', ...SERVER]),
    never('api', '^src/api/', ['@chakra-ui/react', '@rjsf/core', 'react-router', 'react-router-dom', ...SERVER]),
    never('app', '^src/app/', ['axios', ...SERVER]),
    never('server', '^src/server/', [...BROWSER, 'axios']),
    {
      name: 'only-SectionForm-draws-rjsf',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/engine/SectionForm\\.tsx$' },
      to: { path: 'node_modules/@rjsf/core/', dependencyTypesNot: ['type-only'] },
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
    exclude: { path: '^(dist|node_modules|bench/node_modules)' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types', 'browser'],
    },
  },
};
