import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { documentChecks } from '../../../src/server/applications/income/documentChecks';
import type { Applicant } from '../../../src/server/platform/sessions/sessions';
import { eachApplicant } from '../../support/eachApplicant';
import type { TestApplicant } from '../../support/serverApplicants';
import { engines, type TestServer } from '../../support/serverFixture';

describe.each(engines)("the checks of all an applicant's documents on $name", (engine) => {
  let server: TestServer;
  let robin: TestApplicant;
  eachApplicant(engine, (...now) => {
    [server, robin] = now;
  });

  it('fail if the application was erased meanwhile, without ending the process', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    onTestFinished(() => void process.off('unhandledRejection', unhandled));
    await server.deps.db.query('delete from application where trn = $1', [robin.trn]);
    const { stores } = server.deps;
    // Slower than the income checks, which fail first.
    const findLatest = () => wait(200, undefined);
    const deps = { ...server.deps, stores: { ...stores, barcodes: { ...stores.barcodes, findLatest } } };
    await expect(documentChecks(deps, { trn: robin.trn } as Applicant)).rejects.toThrow('applicant_key');
    expect(unhandled).not.toHaveBeenCalled();
  });
});
