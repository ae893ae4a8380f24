import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { messages } from '../../../../src/messages/serverMessages';
import { jobDelays, jobHandlers } from '../../../../src/server/features';
import { StorageUnavailable } from '../../../../src/server/platform/http/storageErrors';
import { takeJob } from '../../../../src/server/platform/jobs/jobRepository';
import { type JobHandler, runDueJobs } from '../../../../src/server/platform/jobs/jobs';
import { reportDelays } from '../../../../src/server/platform/jobs/reportDelays';
import { runCommand } from '../../../../src/tools/portal/runCommand';
import { completeSteps, expectRecords, get, paymentBody, post } from '../../../support/fillSteps';
import { upload } from '../../../support/multipart';
import { askOffice, joinOffice, type OfficeTester } from '../../../support/officePeople';
import { openServer } from '../../../support/openServer';
import { sampleStrip } from '../../../support/sampleFiles';
import { registerApplicant, type TestApplicant } from '../../../support/serverApplicants';
import { engines } from '../../../support/serverFixture';

/** Jobs that need no message. The payment is already recorded, and 'office-news' sends its emails through 'mail'. */
const NOT_AWAITED = ['settle-payment', 'office-news', 'mail'];

interface Entry {
  kind: string;
  title: string;
  text: string;
}

describe.each(engines)('what fails after submission on $name', async (engine) => {
  const server = await openServer(engine);
  const { db } = server.deps;
  let robin: TestApplicant;
  let number: string;
  let reviewer: OfficeTester;
  /** Jobs after submission, a decision and an upload. */
  let left: { kind: string; payload: object }[];

  beforeAll(async () => {
    robin = await registerApplicant(server);
    reviewer = await joinOffice(server, 'reviewer');
    await runCommand({ db, config: server.deps.config, cwd: '.' }, [
      'webhook',
      'add',
      'demo',
      'http://127.0.0.1:1/hook',
    ]);
    await runCommand({ db, config: server.deps.config, cwd: '.' }, [
      'subscriber',
      'mail',
      'demo',
      '--to',
      'a@oak.example',
    ]);
    await completeSteps(server, robin, 'income', { files: false });
    await server.drain();
    await db.query('delete from job');
    expectRecords(await post(server, robin, '/api/payment', await paymentBody(server, robin)));
    number = String(expectRecords(await get(server, robin, '/api/users/applicationdetail')).application_number);
    expectRecords(await upload(server, robin, 2, { name: 'front.jpg', content: await sampleStrip() }));
    expectRecords(await upload(server, robin, 13, { name: 'back.jpg', content: await sampleStrip() }));
    const documents = [{ document_id: 4, source_id: 0, text: 'Your card' }];
    expectRecords(
      await askOffice(server, reviewer, `/applications/${number}/acts`, {
        act: 'askDocuments',
        revision: 1,
        documents,
      }),
    );
    left = (await db.query('select distinct kind, payload from job')).rows;
    server.deps.mail = { send: async () => {} };
    server.deps.webhooks = { ...server.deps.webhooks, post: async () => ({ status: 204, text: '' }) };
  });
  beforeEach(() => db.query('delete from job'));

  const enqueueAll = async (jobs: typeof left) => {
    for (const { kind, payload } of jobs)
      await db.query('insert into job (kind, payload) values ($1, $2)', [kind, payload]);
  };
  const jobsOf = (kind: string) => {
    const found = left.filter((job) => job.kind === kind);
    return found.length ? found : [{ kind, payload: { trn: robin.trn, id: 0 } }];
  };
  const run = (handlers: Record<string, JobHandler>) => runDueJobs(db, handlers, () => {});
  const countLeft = async () => (await db.query('select kind from job')).rows.map(({ kind }) => kind);
  const report = async () => {
    const logged: unknown[][] = [];
    await db.query("update job set first_tried_at = first_tried_at - interval '16 minutes'");
    await reportDelays(db, jobDelays, { error: (...given: unknown[]) => void logged.push(given) });
    return logged;
  };
  const delaysIn = (timeline: unknown) => (timeline as Entry[]).filter(({ kind }) => kind === 'delayed');
  const applicantSees = async (lang = '') => {
    const { review } = expectRecords(await get(server, robin, `/api/application/summary/${robin.trn}${lang}`));
    return delaysIn((review as { timeline: Entry[] }).timeline);
  };
  const officeSees = async () =>
    delaysIn(expectRecords(await askOffice(server, reviewer, `/applications/${number}`)).timeline);
  const listed = async () => {
    const { applications } = expectRecords(await askOffice(server, reviewer, '/applications'));
    return (applications as { id: string; unread: boolean }[]).find(({ id }) => id === number);
  };
  const again = async (...args: string[]) =>
    (await runCommand({ db, config: server.deps.config, cwd: '.' }, ['jobs', ...args])).lines;

  it('has a message for the people who wait, for each job of submissions and decisions', () => {
    const kinds = [...new Set(left.map(({ kind }) => kind))].filter((kind) => !NOT_AWAITED.includes(kind));
    expect(kinds).toEqual(expect.arrayContaining(['receipt', 'record-document', 'office-mail', 'tell-office']));
    expect(kinds).toEqual(expect.arrayContaining(['office-status-mail', 'licence-barcode', 'office-summary']));
    expect(kinds.filter((kind) => !jobDelays[kind])).toEqual([]);
    const known = Object.keys(messages('server-office').delays);
    expect([...new Set(Object.values(jobDelays))].sort()).toEqual(known.sort());
  });

  const fail = () => Promise.reject(new Error('injected'));
  const faults: [string, (real: JobHandler) => JobHandler][] = [
    ['before', () => fail],
    ['after', (real) => (payload) => real(payload).then(fail)],
  ];
  describe.each(faults)('a job that fails (%s its work)', (_when, breakHandler) => {
    it.each(Object.keys(jobDelays))("is shown to applicant, office and operator until it's done: %s", async (kind) => {
      const handlers = jobHandlers(server.deps);
      await enqueueAll(jobsOf(kind));
      await run({ ...handlers, [kind]: breakHandler(handlers[kind] as JobHandler) });
      expect([await applicantSees(), await officeSees()]).toEqual([[], []]);
      expect(await listed()).toMatchObject({ unread: false });
      const logged = await report();
      expect(logged[0]).toEqual([
        expect.objectContaining({ kind, application: robin.trn, cause: 'Error: injected' }),
        expect.stringMatching(new RegExp(`^Job \\d+ \\(${kind}\\) still isn't done after 15 minutes`)),
      ]);
      expect(await report()).toEqual([]);
      const texts = messages('server-office').delays[jobDelays[kind] as 'receipt'];
      expect(await applicantSees()).toMatchObject([texts.applicant]);
      expect(await listed()).toMatchObject({ unread: true });
      expect(await officeSees()).toMatchObject([texts.office]);
      expect((await applicantSees('?lang=es'))[0]?.text).not.toBe(texts.applicant.text);
      expect((await again('list', '--state', 'failing')).join('\n')).toMatch(
        new RegExp(`${kind} +${number} +failing .*injected`),
      );
      await again('retry', 'all');
      await run(handlers);
      expect(await countLeft()).toEqual(expect.not.arrayContaining([kind]));
      expect([await applicantSees(), await officeSees()]).toEqual([[], []]);
    });
  });

  it('a job that kills its process each time is reported, too', async () => {
    await enqueueAll(jobsOf('receipt'));
    await takeJob(db, ['receipt'], { busy: [], served: [] });
    expect(await report()).toHaveLength(1);
    expect(await applicantSees()).toMatchObject([{ title: 'Your receipt is late' }]);
  });

  it.each(['mail', 'files', 'webhooks', 'keyring'] as const)(
    'is done, or its delay is shown to everyone, whichever service fails: %s',
    async (service) => {
      await enqueueAll(left);
      await db.query("update delivery set state = 'waiting', attempts = 0, next_at = now()");
      const down = () => Promise.reject(new StorageUnavailable('injected'));
      const broken = {
        mail: { send: down },
        files: { ...server.deps.files, read: down, write: down },
        webhooks: { ...server.deps.webhooks, post: async () => ({ status: 503, text: 'down' }) },
        keyring: { ...server.deps.keyring, keyOf: down, getSubscriberKey: down },
      }[service];
      await run(jobHandlers({ ...server.deps, [service]: broken }));
      const failed = [...new Set(await countLeft())].filter((kind) => !NOT_AWAITED.includes(kind));
      expect(failed).not.toEqual([]);
      await report();
      const descriptions = failed.map((kind) => messages('server-office').delays[jobDelays[kind] as 'receipt']);
      expect(failed.filter((kind) => !jobDelays[kind])).toEqual([]);
      expect((await applicantSees()).map(({ title }) => title).sort()).toEqual(
        [...new Set(descriptions.map(({ applicant }) => applicant.title))].sort(),
      );
      expect((await officeSees()).map(({ title }) => title).sort()).toEqual(
        [...new Set(descriptions.map(({ office }) => office.title))].sort(),
      );
      await again('retry', 'all');
      await db.query('update job set run_at = now()');
      await db.query('update delivery set next_at = now()');
      server.advance(60);
      await run(jobHandlers(server.deps));
      expect(await countLeft()).toEqual([]);
      expect([await applicantSees(), await officeSees()]).toEqual([[], []]);
    },
  );

  it('stays in the queue and the metrics after the last try, until an operator retries the job', async () => {
    await db.query(
      `insert into job (kind, payload, attempts, error, first_tried_at, given_up_at) values ('receipt', $1, 75, 'no SMTP', now(), now())`,
      [{ trn: robin.trn }],
    );
    await report();
    const { body } = await server.app.inject('/metrics');
    expect(body).toContain('jobs_failed{kind="receipt"} 1');
    expect(body).toContain('jobs_waiting{kind="receipt"} 0');
    expect(body).toContain('jobs_failed{kind="mail"} 0');
    const [, line = ''] = await again('list', '--state', 'failed');
    const [job = ''] = line.split(' ');
    expect(line).toMatch(new RegExp(`^\\d+ +receipt +${number} +failed +75 .*no SMTP$`));
    const send = vi.spyOn(server.deps.mail, 'send');
    expect(await again('retry', job)).toEqual(['The running app will run 1 job again.']);
    await run(jobHandlers(server.deps));
    expect(send).toHaveBeenCalledOnce();
    expect((await runCommand({ db, config: server.deps.config, cwd: '.' }, ['jobs', 'drop', job])).error).toContain(
      `There's no failing or failed job ${job}.`,
    );
  });
});
