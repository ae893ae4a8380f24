import { performance } from 'node:perf_hooks';
import { describe, expect, it } from 'vitest';
import { createBlockerFinder, createSchemaThread, WorkLimitError } from '../../../src/server/forms/schemaWorker';
import { expectRecords, get } from '../../support/fillSteps';
import { openServer } from '../../support/openServer';
import { registerApplicant } from '../../support/serverApplicants';

/** Lint finds patterns like `^(a|a)*$`. Slow patterns that it misses can block only the worker thread. */
describe('validating changed schema files', async () => {
  const server = await openServer();
  const robin = await registerApplicant(server);

  /** Returns sections that must all be compiled, filled in and compared. */
  const wideChange = (mark: string) =>
    Object.fromEntries(
      Object.entries(server.deps.forms.texts)
        .filter(([file]) => /^(ssn|address|employers).schema.json$/.test(file))
        .map(([file, text]) => [file, text.replace('"type": "object"', `"type": "object", "$comment": "${mark}"`)]),
    );

  it("validating changed files doesn't slow an applicant's call", async () => {
    const { blockers: findings } = await server.deps.forms.validateChanges(wideChange('first'));
    const call = async () => {
      const from = performance.now();
      expectRecords(await get(server, robin, `/api/drafts/${robin.trn}/address`));
      return performance.now() - from;
    };
    await call();
    const before = performance.eventLoopUtilization();
    const from = performance.now();
    let isJudged = false;
    const validation = server.deps.forms.validateChanges(wideChange('second')).finally(() => {
      isJudged = true;
    });
    const calls: number[] = [];
    while (!isJudged) {
      calls.push(await call());
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const took = performance.now() - from;
    expect((await validation).blockers).toEqual(findings);
    // On the main thread, one call would wait for nearly the whole validation.
    expect(Math.max(...calls)).toBeLessThan(took / 3);
    expect(calls.length).toBeGreaterThan(10);
    expect(performance.eventLoopUtilization(before).active).toBeLessThan(took * 0.8);
  });

  it("isn't repeated for files that were validated already", async () => {
    const changes = wideChange('third');
    const timed = async () => {
      const from = performance.now();
      const { blockers: findings } = await server.deps.forms.validateChanges(changes);
      return { findings, took: performance.now() - from };
    };
    const first = await timed();
    const again = await timed();
    expect(again.findings).toEqual(first.findings);
    expect(again.took).toBeLessThan(first.took / 3);
  });

  it('is aborted if it takes too long: the change is rejected, and the next one is validated', async () => {
    const { texts } = server.deps.forms;
    const changed = { ...texts, 'ssn.ui.json': `${texts['ssn.ui.json']}\n` };
    const request = { texts: changed, before: { ...texts }, settingsByOwner: {}, today: '2026-11-23' };
    const judgeIn = (deadlineMs: number) =>
      createBlockerFinder(server.deps.stores.forms, createSchemaThread({ deadlineMs, heapMb: 768, idleMs: 1000 }));
    const [finding, ...others] = await judgeIn(1)(request);
    expect(finding).toMatchObject({ code: 'not-judged', file: 'ssn.ui.json', fix: expect.stringContaining('1 ms') });
    expect(others).toEqual([]);
    expect(await judgeIn(60_000)(request)).toEqual([]);
  });

  it('ends a request at the time limit of that request, and continues with the next', async () => {
    const thread = createSchemaThread({ deadlineMs: 60_000, heapMb: 768, idleMs: 1000 });
    const texts = { ...server.deps.forms.texts };
    // Lint would need minutes to detect that this pattern is slow.
    const pattern = `"type": "string", "pattern": "^${'(a?|b)'.repeat(5000)}$"`;
    const slow = {
      ...texts,
      'address.schema.json': texts['address.schema.json']?.replace('"type": "string"', pattern),
    };
    const request = { texts: slow as typeof texts, before: texts, settingsByOwner: {}, today: '2026-11-23' };
    const from = performance.now();
    await expect(thread.run('validate', request, 500)).rejects.toThrow(new WorkLimitError('took over 500 ms'));
    expect(performance.now() - from).toBeLessThan(5000);
    const file = { ...texts, 'ssn.ui.json': '[' };
    const next = await thread.run('validate', { ...request, texts: file });
    expect(next[0]).toMatchObject({ code: 'not-json' });
  });

  it('rejects a file that nests too deeply', async () => {
    const texts = { ...server.deps.forms.texts };
    const deep = { ...texts, 'ssn.schema.json': `${'{"a":'.repeat(90_000)}1${'}'.repeat(90_000)}` };
    const request = { texts: deep, before: texts, settingsByOwner: {}, today: '2026-11-23' };
    const findings = await createBlockerFinder(server.deps.stores.forms)(request);
    expect(findings).toMatchObject([{ code: 'not-judged', file: 'ssn.schema.json' }]);
  });

  it('rejects a change that uses too much memory', async () => {
    const { texts } = server.deps.forms;
    const thread = createSchemaThread({ deadlineMs: 60_000, heapMb: 16, idleMs: 1000 });
    const request = {
      texts: { ...texts, 'ssn.ui.json': '{}' },
      before: { ...texts },
      settingsByOwner: {},
      today: '2026-11-23',
    };
    const findings = await createBlockerFinder(server.deps.stores.forms, thread)(request);
    expect(findings.map(({ code }) => code)).toEqual(['not-judged']);
  });
});
