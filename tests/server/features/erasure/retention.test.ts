import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import shipped from '../../../../schemas/retention.json';
import { replaceLiveFiles } from '../../../../src/model/messages/liveFiles';
import { removeAbandonedApplications } from '../../../../src/server/features/erasure/removeAbandonedApplications';
import { openServer } from '../../../support/openServer';
import { registerApplicant, type TestApplicant } from '../../../support/serverApplicants';
import { engines } from '../../../support/serverFixture';

const DAY = 86_400;
/** Replaces retention.json. */
const edit = (warnAfterDays: number, removeAfterDays: number) =>
  replaceLiveFiles((name, built) => (name === 'retention' ? { warnAfterDays, removeAfterDays } : built));

describe.each(engines)('an unfinished application on $name', async (engine) => {
  const warn = vi.fn();
  const server = await openServer(engine);
  beforeAll(async () => {
    server.deps.log = { warn };
  });
  afterEach(() => replaceLiveFiles((_name, built) => built));

  const isThere = async ({ trn }: TestApplicant) =>
    (await server.deps.db.query('select from application where trn = $1', [trn])).rowCount === 1;
  const pay = ({ trn }: TestApplicant, state: string) =>
    server.deps.db.query(
      `insert into payment (trn, state, amount_cents, attempt, name_on_card, city, state_code)
       values ($1, $2, 100, 1, '', '', '')`,
      [trn, state],
    );
  const pass = () => removeAbandonedApplications(server.deps);
  const nothing = { warned: 0, removed: 0 };
  async function runAfter(days: number) {
    server.advance(days * DAY);
    return pass();
  }

  it("gets no warning within a day of the server's first cleanup", async () => {
    await registerApplicant(server);
    expect(await runAfter(70)).toEqual(nothing);
    expect(await runAfter(1.1)).toEqual({ warned: 1, removed: 0 });
    expect(await runAfter(15)).toEqual({ warned: 0, removed: 1 });
  });

  it('is erased some time after a warning, unless its payment may have succeeded', async () => {
    const [idle, declined, pending] = [
      await registerApplicant(server),
      await registerApplicant(server),
      await registerApplicant(server),
    ];
    await pay(declined, 'declined');
    await pay(pending, 'pending');
    server.advance(47 * DAY);
    expect(await pass()).toEqual({ warned: 2, removed: 0 });
    server.advance(15 * DAY);
    expect(await pass()).toEqual({ warned: 0, removed: 2 });
    expect([await isThere(idle), await isThere(declined), await isThere(pending)]).toEqual([false, false, true]);
  });

  it("isn't erased right after a late warning", async () => {
    const late = await registerApplicant(server);
    server.advance(300 * DAY);
    expect(await pass()).toMatchObject({ warned: 1, removed: 0 });
    server.advance(13 * DAY);
    expect(await pass()).toMatchObject({ removed: 0 });
    expect(await isThere(late)).toBe(true);
    server.advance(2 * DAY);
    expect(await pass()).toMatchObject({ removed: 1 });
  });

  it('is kept until the day in its warning email, even if the setting is shortened', async () => {
    await registerApplicant(server);
    expect(await pass()).toEqual(nothing);
    expect(await runAfter(47)).toEqual({ warned: 1, removed: 0 });
    server.advance(3 * DAY);
    edit(23, 30);
    expect(await pass()).toEqual(nothing);
    expect(warn.mock.calls).toEqual([
      [expect.stringMatching(/after 30 days \(before: 60\)\. Newly affected by this change: 1\./)],
    ]);
    expect(await runAfter(0.9)).toEqual(nothing);
    // Under the new setting, a week after the warning email is enough. But the email names a later day.
    expect(await runAfter(9)).toEqual(nothing);
    expect(await runAfter(2)).toEqual({ warned: 0, removed: 1 });
  });

  it('stays if the setting is restored within a day', async () => {
    await registerApplicant(server);
    expect(await runAfter(40)).toEqual(nothing);
    edit(23, 30);
    expect(await pass()).toEqual(nothing);
    edit(shipped.warnAfterDays, shipped.removeAfterDays);
    expect(await runAfter(0.5)).toEqual(nothing);
    expect(await runAfter(2)).toEqual(nothing);
    expect(await runAfter(5)).toEqual({ warned: 1, removed: 0 });
    expect(await runAfter(15)).toEqual({ warned: 0, removed: 1 });
  });

  it('is kept for at least 30 days, also with a shorter setting', async () => {
    edit(0, 1);
    await pass();
    server.advance(2 * DAY);
    await registerApplicant(server);
    expect(await runAfter(6.9)).toEqual(nothing);
    expect(await runAfter(0.2)).toEqual({ warned: 1, removed: 0 });
    expect(await runAfter(22.8)).toEqual(nothing);
    expect(await runAfter(0.2)).toEqual({ warned: 0, removed: 1 });
  });
});
