import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Page, request } from '@playwright/test';
import { type Applicant, makeApplicant, openAsApplicant } from '../../e2e/support/applicant';
import { withNewEmail } from '../../e2e/support/journey';
import robin from '../../schemas/personas/robin-hale.json' with { type: 'json' };
import { startBuiltServer } from '../support/builtServer';
import { employers } from './employers';

const PROJECT = path.join(import.meta.dirname, '../..');
const ROOT = path.join(PROJECT, 'node_modules/.cache/income-page');

export interface IncomePage {
  /** Opens the page of the applicant with this many employers. */
  open(page: Page, rows: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the built server with the largest size as the maximum number of rows. Creates an applicant for each size. */
export async function serveIncomePage(sizes: readonly number[]): Promise<IncomePage> {
  copyProject(Math.max(...sizes));
  const server = await startBuiltServer(ROOT);
  const applicants = new Map<number, Applicant>();
  for (const rows of sizes) applicants.set(rows, await applicantWith(rows, server.address));
  return {
    async open(page, rows) {
      const applicant = applicants.get(rows);
      if (!applicant) throw new Error(`No sample applicant has ${rows} employers`);
      await openAsApplicant(page, applicant, `${server.address}/identification/incomeDetail#ei`);
    },
    stop: () => server.stop(),
  };
}

/** Copies the build, with changed schemas. The server finds its root by the package.json. */
function copyProject(rows: number): void {
  rmSync(ROOT, { recursive: true, force: true });
  mkdirSync(ROOT, { recursive: true });
  for (const part of ['dist', 'schemas', 'src', 'package.json'])
    cpSync(path.join(PROJECT, part), path.join(ROOT, part), { recursive: true });
  rewrite('employers.schema.json', (schema) => {
    schema.properties.employer.maxItems = rows;
  });
  rewrite('employers.ui.json', (ui) => {
    ui.employer['ui:list'].max = rows;
  });
}

// biome-ignore lint/suspicious/noExplicitAny: our own file, whose type would only repeat the change.
function rewrite(name: string, change: (file: any) => void): void {
  const file = path.join(ROOT, 'schemas', name);
  const content = JSON.parse(readFileSync(file, 'utf8'));
  change(content);
  writeFileSync(file, JSON.stringify(content));
}

async function applicantWith(rows: number, baseURL: string): Promise<Applicant> {
  const applicant = await makeApplicant(
    await request.newContext({ baseURL }),
    withNewEmail(robin, `rows${rows}`),
    'saved',
  );
  const answer = await applicant.request.put(`/api/drafts/${applicant.trnId}/employers`, {
    headers: applicant.headers,
    data: { answers: employers(rows) },
  });
  if (!answer.ok())
    throw new Error(`Saving the draft of ${rows} employers returned ${answer.status()}: ${await answer.text()}`);
  return applicant;
}
