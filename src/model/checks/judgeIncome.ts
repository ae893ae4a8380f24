import { documentId } from '../documents';
import { judgeFile } from './fileRules';
import type { BySource, CheckedSource, Coverage, Finding, IncomeCase } from './findings';
import { checkRules } from './rules';
import { judgeSource, sourceCoverage, sureGross } from './sourceRules';

export interface IncomeVerdict {
  findings: Finding[];
  coverage: BySource<Coverage>;
  /** By source id. */
  gross: Record<string, number | null>;
}

/** What the rules say of an application's income documents; a file that is still being read has no verdict yet. */
export function judgeIncome(income: IncomeCase): IncomeVerdict {
  return {
    findings: income.sources.flatMap((source) => findingsOf(source, income)),
    coverage: coverageOf(income),
    gross: Object.fromEntries(
      income.sources
        .filter(({ type }) => type === documentId('employment'))
        .map((source) => [source.source, sureGross(source) ?? null]),
    ),
  };
}

function findingsOf(source: CheckedSource, income: IncomeCase): Finding[] {
  const rules = checkRules.rules.filter(({ documents }) => documents.includes(source.type));
  return rules.flatMap(({ id, per }): Finding[] => {
    const place = { type: source.type, source: source.source, rule: id };
    if (per === 'source') {
      const verdict = judgeSource(id, source, income);
      return verdict ? [{ ...place, document: null, ...verdict }] : [];
    }
    return source.files.flatMap((file) => {
      const verdict = judgeFile(id, file, source, income);
      return verdict ? [{ ...place, document: file.id, ...verdict }] : [];
    });
  });
}

function coverageOf(income: IncomeCase): BySource<Coverage> {
  const all: BySource<Coverage> = {};
  for (const source of income.sources) {
    const coverage = sourceCoverage(source, income);
    if (coverage) all[source.type] = { ...all[source.type], [`source_${source.source}`]: coverage };
  }
  return all;
}
