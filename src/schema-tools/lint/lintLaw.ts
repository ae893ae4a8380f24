import { FEDERAL, lawOf, readJurisdictions } from '../../model/law/jurisdictions';
import { describeForbidden, findForbidden, REPORT_SETTING } from '../../model/law/lawSettings';
import type { SchemaIssue } from '../../model/section/catalogError';
import { suggest } from '../../model/section/checkSchema';
import { readConfigSettings, settingName } from '../../model/section/subscriberSettings';
import type { SampleConfig } from '../../model/types';
import { configKeys } from './lintConfigs';
import type { LintCheck, LintSources } from './sources';

/**
 * `unused-rule`: no question or document has a rule's setting. `unknown-place`: a sample's place has no file.
 * `forbidden-setting`: a sample has a setting that its place forbids. `no-federal-law`: the federal rules are missing.
 */
export const lintLaw: LintCheck = (sources) => {
  const all = readJurisdictions(sources.files);
  if (Object.keys(all).length === 0) return [];
  return [...unknownKeys(sources), ...samples(sources).flatMap((sample) => checkSample(sample, all)), ...federal(all)];
};

function unknownKeys({ files, sections }: LintSources): SchemaIssue[] {
  const keys = sections.flatMap(({ schema }) => configKeys(schema).map(({ key }) => key));
  const known = [...new Set([...keys, ...documentSettings(files), REPORT_SETTING])];
  return Object.entries(readJurisdictions(files)).flatMap(([name, { rules }]) =>
    rules.flatMap((rule, i) =>
      (rule.kind === 'question' ? rule.keys : []).flatMap((key, j) => {
        if (known.includes(settingName(key))) return [];
        const path = `/rules/${i}/keys/${j}`;
        return [{ code: 'unused-rule', file: `jurisdictions/${name}.json`, path, fix: suggest(key, known) }];
      }),
    ),
  );
}

function documentSettings(files: LintSources['files']): string[] {
  const { types = {} } = Object(files['definitions/documents.json']) as {
    types?: Record<string, { setting?: string }>;
  };
  return Object.values(types).flatMap(({ setting }) => setting ?? []);
}

type Sample = [file: string, config: SampleConfig];

const samples = ({ files }: LintSources): Sample[] =>
  Object.entries(files).filter((entry): entry is Sample => entry[0].startsWith('configs/'));

function checkSample([file, config]: Sample, all: ReturnType<typeof readJurisdictions>): SchemaIssue[] {
  const { places = [] } = config;
  const { settings } = readConfigSettings(config);
  return places.flatMap((place, i): SchemaIssue[] => {
    if (!Object.hasOwn(all, place))
      return [{ code: 'unknown-place', file, path: `/places/${i}`, fix: suggest(place, Object.keys(all)) }];
    return findForbidden(settings, lawOf(all, place)).map((forbidden) => ({
      code: 'forbidden-setting',
      file,
      path: pathOf(config, forbidden.key),
      fix: describeForbidden(forbidden),
    }));
  });
}

function pathOf(config: SampleConfig, key: string): string {
  const groups = ['documents', 'fields', 'questions'] as const;
  const own = groups.flatMap((group) => Object.keys(config[group] ?? {}).map((name) => ({ group, name })));
  const found = own.find(({ name }) => settingName(name) === key);
  return found ? `/${found.group}/${found.name}` : '';
}

function federal(all: ReturnType<typeof readJurisdictions>): SchemaIssue[] {
  if (Object.hasOwn(all, FEDERAL)) return [];
  const file = `jurisdictions/${FEDERAL}.json`;
  return [{ code: 'no-federal-law', file, path: '', fix: 'The federal rules apply everywhere. Restore this file.' }];
}
