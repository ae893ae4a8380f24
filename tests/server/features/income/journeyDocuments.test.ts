import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeDocument } from '../../../../e2e/support/documents';
import mae from '../../../../schemas/personas/mae-li.json';
import robin from '../../../../schemas/personas/robin-hale.json';
import type { CheckedSource } from '../../../../src/model/income/checks/documentChecks';
import { checkIncome } from '../../../../src/model/income/checks/fileRules';
import type { PayFrequency } from '../../../../src/model/income/pay';
import { readContent } from '../../../../src/server/features/income/readIncomeDocument';

const folder = mkdtempSync(path.join(os.tmpdir(), 'rental-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Row {
  files?: { document: string }[];
  avrgross_pay?: number;
  pay_frequency?: string;
  allowOfferLetter?: boolean;
}

async function sourceOf(type: number, row: Row, place: number): Promise<CheckedSource> {
  const names = (row.files ?? []).map(({ document }) => document);
  const files = names.map(async (name, n) => ({
    id: place * 10 + n,
    digest: name,
    reading: await readContent(readFileSync(await makeDocument(name, folder)), 'robin'),
  }));
  const pay = row.avrgross_pay && { gross: row.avrgross_pay, frequency: row.pay_frequency as PayFrequency };
  return {
    type,
    source: place,
    files: await Promise.all(files),
    pay: pay || undefined,
    isNewlyEmployed: row.allowOfferLetter ?? false,
  };
}

it.each([
  ['Robin', robin],
  ['Mae', mae],
])('finds no problem in the documents of the sample applicant %s', async (_, persona) => {
  const { employers, banking, ...rest } = persona.flows.application.income;
  const others = (rest['other-income'] as { otherincome?: Row[] }).otherincome ?? [];
  const sources = await Promise.all([
    ...(employers.employer as Row[]).map((row, n) => sourceOf(3, row, n + 1)),
    ...(banking.banking as Row[]).map((row, n) => sourceOf(6, row, n + 1)),
    ...others.map((row, n) => sourceOf(7, row, n + 1)),
  ]);
  const applicant = persona.flows.application.identification['personal-details'];
  const { checks: findings, coverage } = checkIncome({
    today: new Date().toISOString().slice(0, 10),
    applicant,
    isSelfEmployed: false,
    sources,
  });
  expect(findings.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
  expect(findings.length).toBeGreaterThan(10);
  expect(coverage['3']?.source_1?.needed.map(({ covered }) => covered)).toEqual([true, true, true, true]);
  expect(coverage['6']?.source_1?.needed.map(({ covered }) => covered)).toEqual([true, true]);
});
