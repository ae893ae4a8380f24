import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ListQuery, listSorts } from '../../../src/contract/office';
import { listApplications } from '../../../src/server/office/listApplications';
import { eraseApplicant } from '../../../src/server/retention/erasureStore';
import { completeSteps, demand, get, paymentBody, post } from '../../support/fillSteps';
import { upload } from '../../support/multipart';
import { askOffice, joinOffice, type OfficeTester } from '../../support/officePeople';
import { samplePdf } from '../../support/sampleFiles';
import { registerApplicant, type TestApplicant } from '../../support/serverApplicants';
import { createTestServer, engines, type TestServer } from '../../support/serverFixture';

type Json = Record<string, unknown>;

describe.each(engines)('the office of a landlord on $name', (engine) => {
  let server: TestServer;
  let robin: TestApplicant;
  let number: string;
  let reviewer: OfficeTester;
  let reader: OfficeTester;

  beforeAll(async () => {
    server = await createTestServer(engine);
    robin = await submitted();
    number = await numberOf(robin);
    reviewer = await joinOffice(server, 'reviewer');
    reader = await joinOffice(server, 'reader');
  });
  afterAll(() => server.close());

  async function submitted(): Promise<TestApplicant> {
    server.advance(3601);
    const applicant = await registerApplicant(server);
    await completeSteps(server, applicant, 'income', { files: false });
    demand(await post(server, applicant, '/api/payment', await paymentBody(server, applicant)));
    await server.drain();
    return applicant;
  }
  const numberOf = async (applicant: TestApplicant) =>
    String(demand(await get(server, applicant, '/api/users/applicationdetail')).application_number);
  const ask = (who: OfficeTester, url: string, body?: object) => askOffice(server, who, `/applications${url}`, body);
  const open = async (who = reviewer, id = number) => (await ask(who, `/${id}`)).json().records;
  const act = async (body: Json, who = reviewer, id = number) => {
    const { revision } = await open(who, id);
    return ask(who, `/${id}/acts`, { revision, ...body });
  };
  const summary = async (applicant = robin, lang = '') =>
    demand(await get(server, applicant, `/api/application/summary/${applicant.trn}${lang && `?lang=${lang}`}`))
      .review as Json;
  const outbox = async () => {
    const folder = path.join(server.deps.config.dataDir, 'outbox');
    const names = (await readdir(folder)).sort();
    const mails = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
    return mails.map((mail) => mail.replaceAll('=\r\n', ''));
  };

  it('lists what was handed in, with what it is about', async () => {
    await registerApplicant(server);
    const { applications, next } = (await ask(reader, '')).json().records;
    expect(next).toBeNull();
    expect(applications).toHaveLength(1);
    expect(applications[0]).toMatchObject({
      id: number,
      name: 'Robin Hale',
      status: 'submitted',
      move_in: '2035-03-01',
      household: 2,
      income: 4333.33,
      checks: expect.stringMatching(/none|failed|open/),
      unread: true,
    });
  });

  it('finds names by their beginning, either way, and numbers; never by a pattern', async () => {
    const found = async (search: string) =>
      (await ask(reader, `?${new URLSearchParams({ search })}`)).json().records.applications.length;
    for (const search of ['rob', 'Hale', 'hale, robin', 'ROBIN h', number])
      expect([search, await found(search)]).toEqual([search, 1]);
    for (const search of ['obin', '%', '_obin', '999999']) expect([search, await found(search)]).toEqual([search, 0]);
  });

  it('filters and sorts, and goes on after a page', async () => {
    const listed = async (query: string) => (await ask(reader, `?${query}`)).json().records.applications.length;
    expect(await listed('status=submitted,inReview')).toBe(1);
    expect(await listed('status=declined')).toBe(0);
    expect(await listed('assigned=none&property=harbor-view')).toBe(1);
    expect(await listed('property=elsewhere')).toBe(0);
    for (const sort of ['submitted', 'name', 'moveIn', 'ratio'])
      for (const order of ['asc', 'desc']) expect(await listed(`sort=${sort}&order=${order}`)).toBe(1);
    expect((await ask(reader, '?cursor=abc')).json().code).toBe('badRequest');
  });

  it('goes through all of a list by pages of one, each once, in every order and under every filter', async () => {
    const { db } = server.deps;
    const copies = 5;
    await db.query(
      `insert into application (trn, subscriber_id, entry_link_id, type, property_id, status, first_name, last_name, email, registration, created_at, active_at, submitted_at)
       select trn || n, subscriber_id, entry_link_id, type, property_id, status, first_name, last_name || (n % 2), email, '{}', created_at, active_at, submitted_at
       from application, generate_series(1, $2) n where trn = $1`,
      [robin.trn, copies],
    );
    await db.query(
      `insert into application_status (trn, subscriber_id, status, submitted_at, changed_at, property_id, first_key, last_key, move_in, income_cents, rent_cents)
       select a.trn, a.subscriber_id, 'declined', a.submitted_at, a.submitted_at, a.property_id, lower(a.first_name || ' ' || a.last_name),
         lower(a.last_name || ' ' || a.first_name), '2035-03-01', case when right(a.trn, 1) = '1' then 99999999900 else 433333 end, 100
       from application a where a.trn like $1 || '_'`,
      [robin.trn],
    );
    const access = {
      subscriberId: 'demo',
      scopes: [],
      by: { kind: 'person', id: reader.id, name: '', role: 'reader' },
    } as const;
    const everything = async (query: ListQuery): Promise<string[]> => {
      const { applications, next } = await listApplications(db, access, query, 1);
      const ids = applications.map(({ id }) => id);
      return next ? [...ids, ...(await everything({ ...query, cursor: next }))] : ids;
    };
    try {
      for (const sort of listSorts)
        for (const [filter, count] of [
          [{}, copies + 1],
          [{ search: 'hale' }, copies + 1],
          [{ status: 'declined', property: 'harbor-view' }, copies],
          [{ property: 'nowhere' }, 0],
        ] as const) {
          const up = await everything({ ...filter, sort, order: 'asc' });
          const down = await everything({ ...filter, sort, order: 'desc' });
          expect([sort, filter, new Set(up).size, up.length]).toEqual([sort, filter, count, count]);
          expect(down).toEqual(up.toReversed());
        }
      // Who earns a million rents is still an application that can be summed up.
      expect((await everything({ sort: 'ratio' }))[0]).not.toBe(number);
    } finally {
      await db.query("delete from application where trn like $1 || '_'", [robin.trn]);
    }
  });

  it('gives all that a filter finds as CSV, page after page, and not more often than an export', async () => {
    const csv = (query: string, who = reader) =>
      server.app.inject({ url: `/api/office/applications.csv?${query}`, headers: who.headers });
    const found = await csv('search=hale&sort=name');
    expect(found.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="applications.csv"',
      'cache-control': 'private, no-store',
    });
    const [head, first, ...rest] = found.body.split('\r\n');
    expect(head).toMatch(/^id,submitted_at,status,name,place,move_in/);
    expect(first).toMatch(new RegExp(`^${number},.*,submitted,Robin Hale,.*,2035-03-01,2,4333.33,`));
    expect(rest).toEqual(['']);
    expect((await csv('status=declined')).body.split('\r\n')).toHaveLength(2);
    expect((await csv('cursor=abc')).statusCode).toBe(400);
    const statuses: number[] = [];
    for (let n = 0; n < 30; n += 1) statuses.push((await csv('status=declined')).statusCode);
    expect(statuses.at(-1)).toBe(429);
  });

  it('shows the answers with labels and schema version, and nothing of what is sealed', async () => {
    const response = await ask(reader, `/${number}`);
    const { sections, schema_version } = response.json().records;
    const lineOf = (label: string) =>
      sections.flatMap(({ lines }: { lines: Json[] }) => lines).find((line: Json) => line.label === label);
    expect(schema_version).toBe(server.deps.forms.schemaVersion);
    expect(lineOf('First name')).toMatchObject({ text: 'Robin' });
    expect(lineOf('Date of birth')).toMatchObject({ text: '••••••', masked: 'dob' });
    for (const secret of ['219-09-9999', '1990-04-12', '04/12/1990', 'Pecan Street', '5230.15', '5,230.15'])
      expect(response.body).not.toContain(secret);
    expect(response.body).toContain('***-**-9999');
    expect(response.headers.etag).toMatch(/^"[\w-]{22}"$/);
  });

  it('shows them as the cards of the applicant’s own review: rows by the names they hold, leaf labels, an account by its place', async () => {
    const { sections } = await open(reader);
    const cardOf = (name: string) => sections.find(({ section }: Json) => section === name).card;
    expect(cardOf('personal-details')).toMatchObject({
      title: 'Robin J Hale',
      note: 'Personal Details',
      parts: expect.arrayContaining([
        { key: '/mobile', label: expect.any(String), text: '(512) 555-0123' },
        { key: '/DOB', label: 'Date of birth', text: '••••••' },
      ]),
    });
    expect(cardOf('employers').parts).toContainEqual(
      expect.objectContaining({ title: 'Bluebonnet Books, Store manager', note: 'Employer 1' }),
    );
    const [account] = cardOf('banking').parts.filter(({ parts }: Json) => parts);
    expect([account.title, account.note]).toEqual(['Bank account 1', undefined]);
    expect(account.parts.map(({ text }: Json) => text)).toEqual(expect.arrayContaining(['••••••']));
  });

  it('is read once opened, and answers 304 to who has it', async () => {
    const [one] = (await ask(reader, '')).json().records.applications;
    expect(one.unread).toBe(false);
    const first = await ask(reader, `/${number}`);
    const again = await server.app.inject({
      url: `/api/office/applications/${number}`,
      headers: { ...reader.headers, 'if-none-match': String(first.headers.etag) },
    });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('refuses an act that is stale with what stands, and one that the state or the role does not have', async () => {
    const { revision } = await open();
    const [first, second] = await Promise.all(
      [1, 2].map(() => ask(reviewer, `/${number}/acts`, { act: 'review', revision })),
    );
    const codes = [first, second].map((response) => response?.statusCode).sort();
    expect(codes).toEqual([200, 409]);
    const refused = [first, second].find((response) => response?.statusCode === 409);
    expect(refused?.json()).toMatchObject({
      code: 'staleAct',
      records: { status: 'inReview', revision: revision + 1 },
    });
    expect((await act({ act: 'review' })).json().code).toBe('noSuchAct');
    expect((await act({ act: 'withdraw' })).json().code).toBe('noSuchAct');
    expect((await ask(reader, `/${number}/acts`, { act: 'review', revision: 1 })).statusCode).toBe(403);
    await server.drain();
    expect(await summary()).toMatchObject({ status: 'inReview', title: 'In review' });
    expect(await summary(robin, 'es')).toMatchObject({ title: 'En revisión' });
    // Mail is written in the language that was read last.
    await summary(robin, 'en');
  });

  it('asks for documents, mails it, and is back in review when they come', async () => {
    const { may_ask } = await open();
    const place = may_ask.find(({ document_id }: { document_id: number }) => document_id === 5);
    expect((await act({ act: 'askDocuments' })).json().errors[0].path).toBe('/documents');
    const silent = [{ document_id: 5, source_id: 0, text: ' ' }];
    expect((await act({ act: 'askDocuments', documents: silent })).json().errors[0].path).toBe('/documents/0/text');
    const nowhere = [{ document_id: 3, source_id: 3, text: 'Your stub' }];
    expect((await act({ act: 'askDocuments', documents: nowhere })).json().errors[0].path).toBe('/documents/0');
    const documents = [
      { document_id: place.document_id, source_id: place.source_id, text: 'Your tax return of last year' },
    ];
    demand(await act({ act: 'askDocuments', documents }));
    await server.drain();
    expect((await outbox()).at(-1)).toContain('Other documents: Your tax return of last year');
    expect(await summary()).toMatchObject({
      status: 'documentsNeeded',
      requests: [{ document_id: 5, text: 'Your tax return of last year', done: false }],
    });
    demand(await upload(server, robin, 5, { name: 'return.pdf', content: await samplePdf() }));
    await server.drain();
    expect(await summary()).toMatchObject({ status: 'inReview', requests: [{ done: true }] });
    const { timeline, documents: files } = await open();
    expect(timeline.map(({ title }: Json) => title)).toEqual(
      expect.arrayContaining([
        'The documents came',
        'Ask for documents',
        'Document added: Other documents',
        'Application submitted',
      ]),
    );
    const { url } = demand(await ask(reader, `/${number}/documents/${files[0].id}`));
    expect((await server.app.inject({ url: String(url) })).statusCode).toBe(200);
  });

  it('approves with conditions on a stated basis', async () => {
    const wish = { act: 'approveWithConditions', conditions: 'A second month of deposit.' };
    expect((await act(wish)).json().errors[0].path).toBe('/bases');
    demand(await act({ ...wish, bases: ['income'] }));
    await server.drain();
    expect(await summary()).toMatchObject({ status: 'approvedWithConditions', conditions: wish.conditions });
    expect((await outbox()).at(-1)).toContain('A second month of deposit.');
    const { decision } = await open();
    expect(decision).toMatchObject({ bases: ['income'], conditions: wish.conditions });
  });

  it('declines with reasons and a letter that names the agency where a report was used', async () => {
    const wish = { act: 'decline', bases: ['consumerReport'], reasons: ['credit'] };
    const without = (await act(wish)).json().errors.map(({ path }: Json) => path);
    expect(without.sort()).toEqual(['/report/address', '/report/name', '/report/phone']);
    const credit = await act({ act: 'decline', bases: ['income'], reasons: ['credit'] });
    expect(credit.json().errors[0].message).toMatch(/^(Name|Give)/);
    const report = { name: 'Example Reports', address: '1 Main St, Austin, TX 78701', phone: '(512) 555-0100' };
    demand(await act({ ...wish, report }));
    await server.drain();
    const { letter } = (await summary()) as { letter: string };
    for (const words of [
      'Robin Hale',
      'credit history',
      report.name,
      report.address,
      report.phone,
      'free copy',
      'dispute',
    ])
      expect(letter).toContain(words);
    expect((await outbox()).at(-1)).toContain('Example Reports');
    expect((await act({ act: 'reopen' })).json().code).toBe('noSuchAct');
    const owner = await joinOffice(server, 'owner');
    demand(await act({ act: 'reopen' }, owner));
    expect(await summary()).toMatchObject({ status: 'inReview', letter: null });
  });

  it('declines for the reasons that the subscriber gives, and no others', async () => {
    expect((await open()).decline_reasons).toContain('occupancy');
    await server.deps.db.query("update subscriber set decline_reasons = '{income,credit}' where id = 'demo'");
    try {
      expect((await open()).decline_reasons).toEqual(['income', 'credit']);
      const refused = await act({ act: 'decline', bases: ['household'], reasons: ['occupancy'] });
      expect([refused.statusCode, refused.json().errors[0].path]).toEqual([422, '/reasons']);
    } finally {
      await server.deps.db.query("update subscriber set decline_reasons = null where id = 'demo'");
    }
  });

  it('answers 304 to who has the list, until something of it changes', async () => {
    const list = (tag = '') =>
      server.app.inject({
        url: '/api/office/applications',
        headers: { ...reviewer.headers, ...(tag && { 'if-none-match': tag }) },
      });
    const tag = String((await list()).headers.etag);
    expect((await list(tag)).statusCode).toBe(304);
    const { revision } = await open();
    demand(await ask(reviewer, `/${number}/assign`, { revision, person: null }));
    expect((await list(tag)).statusCode).toBe(200);
  });

  it('puts somebody in charge, and keeps notes for the office alone', async () => {
    const { revision } = await open();
    const assigned = demand(await ask(reviewer, `/${number}/assign`, { revision, person: reviewer.id }));
    expect(assigned.revision).toBe(revision + 1);
    expect((await ask(reviewer, `/${number}/assign`, { revision, person: null })).json().code).toBe('staleAct');
    expect((await ask(reviewer, '?assigned=me')).json().records.applications).toHaveLength(1);
    expect((await ask(reader, '?assigned=me')).json().records.applications).toHaveLength(0);
    demand(await ask(reviewer, `/${number}/notes`, { text: 'Called the landlord in Austin.' }));
    expect((await open(reader)).notes).toMatchObject([{ text: 'Called the landlord in Austin.' }]);
    expect(JSON.stringify(await summary())).not.toContain('Called the landlord');
    const once = (text: string, id = number) =>
      server.app.inject({
        method: 'POST',
        url: `/api/office/applications/${id}/notes`,
        headers: { ...reviewer.headers, 'idempotency-key': 'note-of-today' },
        payload: { text },
      });
    const [first, second] = [await once('Rang twice.'), await once('Rang twice.')];
    expect(second.json()).toEqual(first.json());
    // As after a process that died before the answer was kept.
    await server.deps.db.query("delete from idempotency where key = 'note-of-today'");
    expect((await once('Rang twice.')).json()).toEqual(first.json());
    expect((await open()).notes.map(({ text }: Json) => text)).toEqual([
      'Called the landlord in Austin.',
      'Rang twice.',
    ]);
    expect((await once('Another note.')).json().code).toBe('keyReused');
    const { rows } = await server.deps.db.query('select sealed from office_note');
    expect(rows[0].sealed).not.toContain('Called');
  });

  it('reveals to who says why, and tells the audit log and the applicant', async () => {
    expect((await ask(reader, `/${number}/reveal`, { why: 'Curious', kinds: ['ssn'] })).statusCode).toBe(403);
    const unsaid = await ask(reviewer, `/${number}/reveal`, { why: '', kinds: ['ssn'] });
    expect(unsaid.statusCode).toBe(422);
    expect(unsaid.json().errors).toMatchObject([{ path: '/why', section: 'office-reveal', field: '/why' }]);
    const { seconds, lines } = demand(
      await ask(reviewer, `/${number}/reveal`, { why: 'Credit check', kinds: ['ssn', 'dob', 'bank'] }),
    ) as {
      seconds: number;
      lines: Json[];
    };
    expect(seconds).toBe(60);
    const texts = lines.map(({ text }) => text);
    expect(texts).toEqual(
      expect.arrayContaining(['219-09-9999', '04/12/1990', 'Pecan Street Credit Union', '$5,230.15']),
    );
    const { rows } = await server.deps.db.query("select body from audit_log where kind = 'reveal' and trn = $1", [
      robin.trn,
    ]);
    expect(rows).toHaveLength(1);
    expect(rows[0].body).not.toContain('Credit check');
    const review = (await summary()) as { timeline: Json[] };
    const seen = review.timeline.find(({ kind }) => kind === 'revealed');
    expect(seen).toMatchObject({
      title: 'Looked at: Social Security number, Dates of birth, Bank accounts',
      text: null,
    });
    expect((await open()).timeline.find(({ kind }: Json) => kind === 'revealed').text).toBe('Credit check');
  });

  it('verifies the signed record', async () => {
    expect(demand(await ask(reader, `/${number}/record`)).state).toBe('whole');
  });

  it('lets the applicant withdraw until it is decided, and erases everything with them', async () => {
    const sam = await submitted();
    const id = await numberOf(sam);
    const owner = await joinOffice(server, 'owner');
    demand(await ask(owner, `/${id}/notes`, { text: 'A note.' }));
    demand(await post(server, sam, '/api/application/withdraw', {}));
    expect(await summary(sam)).toMatchObject({ status: 'withdrawn' });
    expect((await act({ act: 'approve', bases: ['income'] }, owner, id)).json().code).toBe('noSuchAct');
    demand(await ask(owner, `/${id}`));
    await eraseApplicant(server.deps, sam.trn);
    for (const table of ['application_status', 'application_event', 'office_note', 'office_seen', 'office_request'])
      expect([table, (await server.deps.db.query(`select from ${table} where trn = $1`, [sam.trn])).rowCount]).toEqual([
        table,
        0,
      ]);
    expect((await ask(owner, `/${id}`)).statusCode).toBe(404);
  });
});
