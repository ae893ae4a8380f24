import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ListQuery, listSorts } from '../../../../src/contract/office';
import { exportApplication } from '../../../../src/server/applications/exportApplication';
import { eraseApplicant } from '../../../../src/server/features/erasure/erasureRepository';
import { listApplications } from '../../../../src/server/features/office/listRepository';
import { issueApiKey } from '../../../../src/server/platform/sessions/apiKeyRepository';
import { hashToken } from '../../../../src/server/platform/sessions/tokenRepository';
import { completeSteps, expectRecords, get, paymentBody, post } from '../../../support/fillSteps';
import { upload } from '../../../support/multipart';
import { askOffice, joinOffice, type OfficeTester } from '../../../support/officePeople';
import { openServer } from '../../../support/openServer';
import { samplePdf, sampleStrip } from '../../../support/sampleFiles';
import { registerApplicant, type TestApplicant } from '../../../support/serverApplicants';
import { engines } from '../../../support/serverFixture';

type Json = Record<string, unknown>;

describe.each(engines)('the office of a landlord on $name', async (engine) => {
  let robin: TestApplicant;
  let number: string;
  let reviewer: OfficeTester;
  let reader: OfficeTester;

  const server = await openServer(engine);
  beforeAll(async () => {
    robin = await submitted();
    number = await numberOf(robin);
    reviewer = await joinOffice(server, 'reviewer');
    reader = await joinOffice(server, 'reader');
  });

  async function submitted(): Promise<TestApplicant> {
    server.advance(3601);
    const applicant = await registerApplicant(server);
    await completeSteps(server, applicant, 'income', { files: false });
    const key = { 'idempotency-key': `payment-of-${applicant.trn}` };
    expectRecords(await post(server, applicant, '/api/payment', await paymentBody(server, applicant), key));
    await server.drain();
    return applicant;
  }
  const numberOf = async (applicant: TestApplicant) =>
    String(expectRecords(await get(server, applicant, '/api/users/applicationdetail')).application_number);
  const ask = (who: OfficeTester, url: string, body?: object) => askOffice(server, who, `/applications${url}`, body);
  const open = async (who = reviewer, id = number) => (await ask(who, `/${id}`)).json().records;
  const act = async (body: Json, who = reviewer, id = number) => {
    const { revision } = await open(who, id);
    return ask(who, `/${id}/acts`, { revision, ...body });
  };
  const summary = async (applicant = robin, lang = '') =>
    expectRecords(await get(server, applicant, `/api/application/summary/${applicant.trn}${lang && `?lang=${lang}`}`))
      .review as Json;
  const reveal = async (who: OfficeTester, kinds: string[], id = number) =>
    expectRecords(await ask(who, `/${id}/reveal`, { why: 'To compare', kinds }));
  const fileOf = async (url: unknown) => (await server.app.inject({ url: String(url) })).rawPayload;
  /** Returns a PDF's texts: pages, attachments and metadata. */
  const textsIn = async (content: Buffer) => {
    const pdf = await getDocumentProxy(new Uint8Array(content));
    const attached: { content: Uint8Array }[] = Object.values((await pdf.getAttachments()) ?? {});
    const { text } = await extractText(pdf, { mergePages: true });
    const files = attached.map((one) => Buffer.from(one.content).toString());
    if (files.length === 0) throw new Error('answers.json is not attached');
    return [text, ...files, JSON.stringify(await pdf.getMetadata())].join('\n');
  };
  /** Lists tables with a row that contains this text. */
  const tablesNaming = async (text: string): Promise<string[]> => {
    const { rows } = await server.deps.db.query<{ name: string }>(
      "select relname as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace order by 1",
    );
    const naming = rows.map(async ({ name }) => {
      const { rowCount } = await server.deps.db.query(
        `select from ${name} t where strpos(lower(t::text), lower($1)) > 0 limit 1`,
        [text],
      );
      return rowCount ? [name] : [];
    });
    return (await Promise.all(naming)).flat();
  };
  const outbox = async () => {
    const folder = path.join(server.deps.config.dataDir, 'outbox');
    const names = (await readdir(folder)).sort();
    const mails = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
    return mails.map((mail) => mail.replaceAll('=\r\n', ''));
  };

  it('lists only submitted applications, with income and household size', async () => {
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

  it('finds an application by the start of a name in either order or by number, but not by pattern', async () => {
    const found = async (search: string) =>
      (await ask(reader, `?${new URLSearchParams({ search })}`)).json().records.applications.length;
    for (const search of ['rob', 'Hale', 'hale, robin', 'ROBIN h', number])
      expect([search, await found(search)]).toEqual([search, 1]);
    for (const search of ['obin', '%', '_obin', '999999']) expect([search, await found(search)]).toEqual([search, 0]);
  });

  it('filters the list, accepts every order, and rejects an invalid cursor', async () => {
    const listed = async (query: string) => (await ask(reader, `?${query}`)).json().records.applications.length;
    expect(await listed('status=submitted,inReview')).toBe(1);
    expect(await listed('status=declined')).toBe(0);
    expect(await listed('assigned=none&property=harbor-view')).toBe(1);
    expect(await listed('property=elsewhere')).toBe(0);
    for (const sort of ['submitted', 'name', 'moveIn', 'ratio'])
      for (const order of ['asc', 'desc']) expect(await listed(`sort=${sort}&order=${order}`)).toBe(1);
    expect((await ask(reader, '?cursor=abc')).json().code).toBe('badRequest');
  });

  it('returns each application once by pages of one, in every order and filter', async () => {
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
      const { applications, next } = await listApplications(server.deps, access, query, 1);
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
      // Even an income of a billion rents can be sorted.
      expect((await everything({ sort: 'ratio' }))[0]).not.toBe(number);
    } finally {
      await db.query("delete from application where trn like $1 || '_'", [robin.trn]);
    }
  });

  it('exports all filtered applications as CSV, and limits repeated exports', async () => {
    const csv = (query: string, who = reader) =>
      server.app.inject({ url: `/api/office/applications.csv?${query}`, headers: who.headers });
    const found = await csv('search=hale&sort=name');
    expect(found.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="applications.csv"',
      'cache-control': 'private, no-store',
    });
    const [head, first, ...rest] = found.body.split('\r\n');
    expect(head).toMatch(
      /^\uFEFFid,submitted_at,status,status_label,name,email,place,move_in,.*,checks,checks_label,assigned_to$/,
    );
    expect(first).toMatch(
      new RegExp(`^${number},.*,submitted,New,Robin Hale,${robin.headers.email},.*,2035-03-01,2,4333.33,`),
    );
    expect(rest).toEqual(['']);
    expect((await csv('search=hale&sort=name&lang=es')).body).toContain(',submitted,Nueva,');
    expect((await csv('status=declined')).body.split('\r\n')).toHaveLength(2);
    expect((await csv('cursor=abc')).statusCode).toBe(400);
    const statuses: number[] = [];
    for (let n = 0; n < 30; n += 1) statuses.push((await csv('status=declined')).statusCode);
    expect(statuses.at(-1)).toBe(429);
  });

  it('shows the answers with labels and schema version, with sensitive ones masked', async () => {
    const response = await ask(reader, `/${number}`);
    const { sections, schema_version } = response.json().records;
    const lineOf = (label: string) =>
      sections.flatMap(({ lines }: { lines: Json[] }) => lines).find((line: Json) => line.label === label);
    expect(schema_version).toBe(server.deps.forms.schemaVersion);
    expect(lineOf('First name')).toMatchObject({ text: 'Robin' });
    expect(lineOf('Date of birth')).toMatchObject({ text: '••••••', masked: 'dob' });
    for (const secret of ['219-09-9999', '1990-04-12', 'Apr 12, 1990', 'Pecan Street', '5230.15', '5,230.15'])
      expect(response.body).not.toContain(secret);
    expect(response.body).toContain('***-**-9999');
    expect(response.headers.etag).toMatch(/^"[\w-]{22}"$/);
  });

  it("shows answers as cards like the applicant's review: rows by name, short labels, accounts by number", async () => {
    const { sections } = await open(reader);
    const cardOf = (name: string) => sections.find(({ section }: Json) => section === name).card;
    expect(cardOf('personal-details')).toMatchObject({
      title: 'Personal Details',
      parts: expect.arrayContaining([
        { key: '/first_name', label: 'Name', text: 'Robin J Hale' },
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

  it('marks an application as read after it is opened, and returns 304 if it is unchanged', async () => {
    const [one] = (await ask(reader, '')).json().records.applications;
    expect(one.unread).toBe(false);
    const first = await ask(reader, `/${number}`);
    const again = await server.app.inject({
      url: `/api/office/applications/${number}`,
      headers: { ...reader.headers, 'if-none-match': String(first.headers.etag) },
    });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('rejects a stale action with the current status, and one the status or role forbids', async () => {
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
    // Emails use the language of the last visit.
    await summary(robin, 'en');
  });

  it('requests documents by email, and puts the application in review again when they arrive', async () => {
    const { may_ask } = await open();
    const place = may_ask.find(({ document_id }: { document_id: number }) => document_id === 5);
    expect((await act({ act: 'askDocuments' })).json().errors[0].path).toBe('/documents');
    const silent = [{ document_id: 5, source_id: 0, text: ' ' }];
    expect((await act({ act: 'askDocuments', documents: silent })).json().errors[0].path).toBe('/documents/0/text');
    for (const nowhere of [
      { document_id: 3, source_id: 3 },
      { document_id: 5, source_id: 3 },
    ]) {
      const refused = await act({ act: 'askDocuments', documents: [{ ...nowhere, text: 'Your stub' }] });
      expect([nowhere, refused.json().errors?.[0].path]).toEqual([nowhere, '/documents/0']);
    }
    const documents = [
      { document_id: place.document_id, source_id: place.source_id, text: 'Your tax return of last year' },
    ];
    expectRecords(await act({ act: 'askDocuments', documents }));
    await server.drain();
    expect((await outbox()).at(-1)).toContain('Other documents: Your tax return of last year');
    expect(await summary()).toMatchObject({
      status: 'documentsNeeded',
      requests: [{ document_id: 5, text: 'Your tax return of last year', state: 'requested' }],
    });
    expectRecords(await upload(server, robin, 5, { name: 'return.pdf', content: await samplePdf() }));
    await server.drain();
    expect(await summary()).toMatchObject({ status: 'inReview', requests: [{ state: 'received' }] });
    const { timeline, documents: files } = await open();
    expect(timeline.map(({ title }: Json) => title)).toEqual(
      expect.arrayContaining([
        'Documents received',
        'Documents requested',
        'Document added: Other documents',
        'Application submitted',
      ]),
    );
    await reveal(reviewer, ['ssn', 'dob', 'bank']);
    const { url } = expectRecords(await ask(reviewer, `/${number}/documents/${files[0].id}`));
    expect((await server.app.inject({ url: String(url) })).statusCode).toBe(200);
  });

  it('keeps a document that its applicant deletes, reopens its request, and notifies the office', async () => {
    await reveal(reviewer, ['ssn', 'dob', 'bank']);
    const { documents, timeline } = await open();
    const [file] = documents;
    const readListed = async () => (await ask(reviewer, '')).json().records.applications[0];
    expect(await readListed()).toMatchObject({ status: 'inReview', unread: false });
    const url = `/api/applicant/deletedocument/${file.id}`;
    const remove = () => server.app.inject({ method: 'DELETE', url, headers: robin.headers });
    // The applicant no longer sees the file anywhere.
    expect((await remove()).json()).toMatchObject({ status: 200, records: null });
    for (const path of [
      `/api/applicant/getiddocumentstatus/${robin.trn}`,
      `/api/application/summary/${robin.trn}`,
      '/api/open/application/income',
    ])
      expect([path, (await get(server, robin, path)).body.includes(file.path)]).toEqual([path, false]);
    for (const path of [`/api/applicant/ticket/${file.id}`, `/api/applicant/getdocumentImg/${file.id}`])
      expect([path, (await get(server, robin, path)).statusCode]).toEqual([path, 404]);
    expect((await remove()).statusCode).toBe(404);
    await server.drain();

    expect(await summary()).toMatchObject({ status: 'documentsNeeded', requests: [{ state: 'requested' }] });
    expect(await readListed()).toMatchObject({ status: 'documentsNeeded', unread: true });
    const after = await open();
    expect(after.documents).toEqual([{ ...file, withdrawn_at: expect.stringMatching(/^20/) }]);
    expect(after.timeline.slice(0, 2).map(({ title }: Json) => title)).toEqual([
      'A requested document was withdrawn',
      'Document withdrawn: Other documents',
    ]);
    expect(after.timeline).toHaveLength(timeline.length + 2);
    const ticket = expectRecords(await ask(reviewer, `/${number}/documents/${file.id}`));
    expect((await server.app.inject({ url: String(ticket.url) })).statusCode).toBe(200);
    expect(expectRecords(await ask(reviewer, `/${number}/record`)).state).toBe('whole');

    expectRecords(await upload(server, robin, 5, { name: 'return.pdf', content: await samplePdf() }));
    await server.drain();
    expect(await summary()).toMatchObject({ status: 'inReview', requests: [{ state: 'received' }] });
  });

  it('reopens a request if its document is deleted after the decision, without changing the decision', async () => {
    const { documents } = await open();
    const owner = await joinOffice(server, 'owner');
    expectRecords(await act({ act: 'approve', bases: ['income'] }, owner));
    const { id } = documents.find(({ withdrawn_at }: Json) => withdrawn_at === null);
    expectRecords(
      await server.app.inject({
        method: 'DELETE',
        url: `/api/applicant/deletedocument/${id}`,
        headers: robin.headers,
      }),
    );
    await server.drain();
    expect(await summary()).toMatchObject({ status: 'approved', requests: [{ state: 'requested' }] });
    expectRecords(await act({ act: 'reopen' }, owner));
    await server.drain();
  });

  it('approves with conditions on a stated basis', async () => {
    const request = { act: 'approveWithConditions', conditions: 'A second month of deposit.' };
    expect((await act(request)).json().errors[0].path).toBe('/bases');
    expectRecords(await act({ ...request, bases: ['income'] }));
    await server.drain();
    expect(await summary()).toMatchObject({ status: 'approvedWithConditions', conditions: request.conditions });
    expect((await outbox()).at(-1)).toContain('A second month of deposit.');
    const { decision } = await open();
    expect(decision).toMatchObject({ bases: ['income'], conditions: request.conditions });
  });

  it('declines with reasons and a letter that names the agency of a used report', async () => {
    const request = { act: 'decline', bases: ['consumerReport'], reasons: ['credit'] };
    const without = (await act(request)).json().errors.map(({ path }: Json) => path);
    expect(without).toEqual(['/reports']);
    const credit = await act({ act: 'decline', bases: ['income'], reasons: ['credit'] });
    expect(credit.json().errors[0].message).toMatch(/^Add the agency/);
    const report = {
      name: 'Example Reports',
      address: '1 Main St, Austin, TX 78701',
      phone: '(800) 555-0100',
      score_used: 'No',
    };
    const local = await act({ ...request, reports: [{ ...report, phone: '(512) 555-0100' }] });
    expect(local.json().errors).toMatchObject([{ path: '/reports/0/phone' }]);
    expectRecords(await act({ ...request, reports: [report] }));
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
    expectRecords(await act({ act: 'reopen' }, owner));
    expect(await summary()).toMatchObject({ status: 'inReview', letter: null });
  });

  it('emails no status that has changed again before the email went out', async () => {
    await server.drain();
    const before = (await outbox()).length;
    expectRecords(
      await act({ act: 'askDocuments', documents: [{ document_id: 5, source_id: 0, text: 'Never asked for' }] }),
    );
    expectRecords(await act({ act: 'review' }));
    await server.drain();
    const sent = (await outbox()).slice(before);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toContain('In review');
    expect(sent[0]).not.toContain('Never asked for');
  });

  it("declines only for the subscriber's reasons", async () => {
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

  it('returns 304 for the list until something changes', async () => {
    const list = (tag = '') =>
      server.app.inject({
        url: '/api/office/applications',
        headers: { ...reviewer.headers, ...(tag && { 'if-none-match': tag }) },
      });
    const tag = String((await list()).headers.etag);
    expect((await list(tag)).statusCode).toBe(304);
    const { revision } = await open();
    expectRecords(await ask(reviewer, `/${number}/assign`, { revision, person: null }));
    expect((await list(tag)).statusCode).toBe(200);
  });

  it("doesn't assign an application to someone who may only read", async () => {
    const { revision, people, assigned_to } = await open();
    expect(people.map(({ id }: Json) => id)).not.toContain(reader.id);
    const refused = await ask(reviewer, `/${number}/assign`, { revision, person: reader.id });
    expect([refused.statusCode, refused.json().errors[0].path]).toEqual([422, '/person']);
    expect(await open()).toMatchObject({ revision, assigned_to });
  });

  it('assigns an application, and keeps notes that only the office sees', async () => {
    const { revision } = await open();
    const assigned = expectRecords(await ask(reviewer, `/${number}/assign`, { revision, person: reviewer.id }));
    expect(assigned.revision).toBe(revision + 1);
    expect((await ask(reviewer, `/${number}/assign`, { revision, person: null })).json().code).toBe('staleAct');
    expect((await ask(reviewer, '?assigned=me')).json().records.applications).toHaveLength(1);
    expect((await ask(reader, '?assigned=me')).json().records.applications).toHaveLength(0);
    expectRecords(await ask(reviewer, `/${number}/notes`, { text: 'Called the landlord in Austin.' }));
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
    // Simulates a process that died before it stored the response.
    await server.deps.db.query('delete from idempotency where key = $1', [hashToken('note-of-today')]);
    expect((await once('Rang twice.')).json()).toEqual(first.json());
    expect((await open()).notes.map(({ text }: Json) => text)).toEqual([
      'Called the landlord in Austin.',
      'Rang twice.',
    ]);
    expect((await once('Another note.')).json().code).toBe('keyReused');
    const { rows } = await server.deps.db.query('select sealed from office_note');
    expect(rows[0].sealed).not.toContain('Called');
  });

  it('reveals facts for a reason, and records the reveal for the audit log and the applicant', async () => {
    expect((await ask(reader, `/${number}/reveal`, { why: 'Curious', kinds: ['ssn'] })).statusCode).toBe(403);
    const unsaid = await ask(reviewer, `/${number}/reveal`, { why: '', kinds: ['ssn'] });
    expect(unsaid.statusCode).toBe(422);
    expect(unsaid.json().errors).toMatchObject([{ path: '/why', section: 'office-reveal', field: '/why' }]);
    const entries = async () =>
      (await server.deps.db.query("select body from audit_entry where kind = 'reveal' and trn = $1", [robin.trn])).rows;
    const before = await entries();
    const { seconds, lines } = expectRecords(
      await ask(reviewer, `/${number}/reveal`, { why: 'Credit check', kinds: ['ssn', 'dob', 'bank'] }),
    ) as {
      seconds: number;
      lines: Json[];
    };
    expect(seconds).toBe(60);
    const texts = lines.map(({ text }) => text);
    expect(texts).toEqual(
      expect.arrayContaining(['219-09-9999', 'Apr 12, 1990', 'Pecan Street Credit Union', '$5,230.15']),
    );
    // A reveal lasts 15 minutes. Until then, no reason is requested, and nothing is logged again.
    expect(expectRecords(await ask(reviewer, `/${number}/reveal`)).lines).toEqual(lines);
    const after = await entries();
    expect(after).toHaveLength(before.length + 1);
    expect(JSON.stringify(after)).not.toContain('Credit check');
    const review = (await summary()) as { timeline: Json[] };
    const revealEvent = review.timeline.find(({ kind }) => kind === 'revealed');
    expect(revealEvent).toMatchObject({
      title: 'Viewed: Social Security number, Dates of birth, Bank accounts',
      text: null,
    });
    expect((await open()).timeline.find(({ kind }: Json) => kind === 'revealed').text).toBe('Credit check');
  });

  const MASKED = ['Apr 12, 1990', '1990-04-12', 'Pecan Street', '5,230.15', '5230.15'];

  it("returns the signed PDF and its attachment without masked facts until they're revealed", async () => {
    const rae = await joinOffice(server, 'reviewer');
    for (const who of [reader, rae]) {
      const { state, hidden, document } = expectRecords(await ask(who, `/${number}/record`));
      expect([state, hidden]).toEqual(['whole', ['dob', 'bank']]);
      const copy = await fileOf(document);
      const texts = await textsIn(copy);
      expect(texts).toContain('Redacted copy:');
      expect(texts).toContain('Bluebonnet Books');
      expect(texts.match(/••••••/g)?.length).toBeGreaterThan(4);
      expect(MASKED.filter((fact) => texts.includes(fact) || copy.includes(fact))).toEqual([]);
    }
    await reveal(rae, ['dob']);
    expect(expectRecords(await ask(rae, `/${number}/record`)).hidden).toEqual(['bank']);
    await reveal(rae, ['bank']);
    const { hidden, document } = expectRecords(await ask(rae, `/${number}/record`));
    const whole = await fileOf(document);
    expect(hidden).toEqual([]);
    const texts = await textsIn(whole);
    for (const fact of ['Apr 12, 1990', 'Pecan Street', '5,230.15']) expect(texts).toContain(fact);
    expect(whole).toEqual(await fileOf(expectRecords(await get(server, robin, `/api/record/${robin.trn}`)).document));
  });

  it('opens documents with masked facts only for 15 minutes after a reveal of those kinds', async () => {
    const content = await sampleStrip();
    const proof = expectRecords(await upload(server, robin, 4, { name: 'card.jpg', content }));
    const pet = expectRecords(await upload(server, robin, 14, { name: 'dog.jpg', content }));
    const [{ id: w2 }] = (await open()).documents.filter(({ document_id }: Json) => document_id === 5);
    const rae = await joinOffice(server, 'reviewer');
    const keyRequest = { subscriber: 'demo', name: 'Ledger', scopes: ['read'], now: server.deps.clock() } as const;
    const key = await issueApiKey(server.deps.db, keyRequest);
    const ledger = { id: '', cookie: '', headers: { authorization: `Bearer ${key}` } };
    const ticket = (who: OfficeTester, id: unknown, kind = 'file') =>
      ask(who, `/${number}/documents/${id}?kind=${kind}`);
    const answersTo = async (who: OfficeTester) => {
      const answers = [ticket(who, proof.id), ticket(who, proof.id, 'thumbnail'), ticket(who, w2)];
      return (await Promise.all(answers)).map((one) => one.json().code ?? one.statusCode);
    };
    expect(await answersTo(rae)).toEqual(Array(3).fill('revealNeeded'));
    for (const who of [reader, ledger]) expect(await answersTo(who)).toEqual(Array(3).fill('notAllowed'));
    for (const who of [reader, ledger]) expect((await ticket(who, pet.id)).statusCode).toBe(200);
    const none = await ask(rae, `/${number}/reveal`);
    expect([none.statusCode, none.json().code]).toEqual([403, 'revealNeeded']);

    await reveal(rae, ['ssn']);
    expect(await answersTo(rae)).toEqual([200, 200, 'revealNeeded']);
    expect((await ticket(rae, w2)).json().records).toEqual({ hidden: ['dob', 'bank'] });
    expect(expectRecords(await ask(rae, `/${number}/reveal`)).lines).toMatchObject([{ text: '219-09-9999' }]);
    await reveal(rae, ['dob', 'bank']);
    expect(await answersTo(rae)).toEqual([200, 200, 200]);
    const response = await open(rae);
    expect(response.documents.flatMap(({ hidden }: Json) => hidden)).toEqual([]);
    expect(response.reveal.kinds).toEqual(['bank', 'dob', 'ssn']);
    // The reveal is for Rae only.
    expect(await answersTo(await joinOffice(server, 'owner'))).toEqual(Array(3).fill('revealNeeded'));
    expect(await answersTo(ledger)).toEqual(Array(3).fill('notAllowed'));

    for (let n = 0; n < 2; n += 1) {
      server.advance(420);
      // Keeps their sessions alive.
      for (const who of [reader, reviewer]) await open(who);
    }
    const { url } = expectRecords(await ticket(rae, w2));
    server.advance(70);
    expect(await answersTo(rae)).toEqual(Array(3).fill('revealNeeded'));
    expect((await server.app.inject({ url: String(url) })).statusCode).toBe(200);
    server.advance(60);
    expect((await server.app.inject({ url: String(url) })).statusCode).toBe(404);
    expect((await open(rae)).reveal).toBeNull();
  });

  it('logs the opening of a document with masked facts, once for each reveal', async () => {
    const opened = async () =>
      (await server.deps.db.query("select from audit_entry where kind = 'opened' and trn = $1", [robin.trn])).rowCount;
    const { documents } = await open();
    const [{ id: card }] = documents.filter(({ document_id }: Json) => document_id === 4);
    const [{ id: dog }] = documents.filter(({ document_id }: Json) => document_id === 14);
    const rae = await joinOffice(server, 'reviewer');
    await reveal(rae, ['ssn']);
    const before = (await opened()) ?? 0;
    for (const id of [card, card, dog]) expectRecords(await ask(rae, `/${number}/documents/${id}`));
    expectRecords(await ask(rae, `/${number}/documents/${card}?kind=thumbnail`));
    expect(await opened()).toBe(before + 1);
    await reveal(rae, ['ssn']);
    expectRecords(await ask(rae, `/${number}/documents/${card}`));
    expect(await opened()).toBe(before + 2);
  });

  it('limits reveals for each person and hour', async () => {
    const [rae, sol] = [await joinOffice(server, 'reviewer'), await joinOffice(server, 'reviewer')];
    const request = { why: 'To compare', kinds: ['ssn'] };
    for (let n = 0; n < 29; n += 1) await server.deps.limits.take('reveal', { account: `person/${rae.id}` });
    expectRecords(await ask(rae, `/${number}/reveal`, request));
    const refused = await ask(rae, `/${number}/reveal`, request);
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'tooMany']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000);
    // Revealed facts stay open.
    expectRecords(await ask(rae, `/${number}/reveal`));
    expectRecords(await ask(sol, `/${number}/reveal`, request));
  });

  it('reveals only the requested kinds', async () => {
    const revealed = async (kind: string) =>
      JSON.stringify((await reveal(await joinOffice(server, 'reviewer'), [kind])).lines);
    const all = ['219-09-9999', 'Apr 12, 1990', 'Pecan Street Credit Union'];
    for (const [kind, shown] of [
      ['ssn', '219-09-9999'],
      ['dob', 'Apr 12, 1990'],
      ['bank', 'Pecan Street Credit Union'],
    ] as const) {
      const text = await revealed(kind);
      expect([kind, all.filter((secret) => text.includes(secret))]).toEqual([kind, [shown]]);
    }
  });

  it("shows no application to another landlord's people, and assigns none to them", async () => {
    await server.deps.db.query(
      `insert into subscriber (id, name, support_phone, support_email, fee_cents, instructions, terms)
       values ('elm', 'Elm', '1', 'e@elm.example', 1, '', '')`,
    );
    const stranger = await joinOffice(server, 'owner', { subscriberId: 'elm' });
    for (const url of [`/${number}`, `/${number}/record`])
      expect([url, (await ask(stranger, url)).statusCode]).toEqual([url, 404]);
    expect((await ask(stranger, '')).json().records.applications).toEqual([]);
    const { revision } = await open();
    expect((await ask(reviewer, `/${number}/assign`, { revision, person: stranger.id })).statusCode).toBe(404);
  });

  it('verifies the signed record', async () => {
    expect(expectRecords(await ask(reader, `/${number}/record`)).state).toBe('whole');
  });

  it("doesn't approve a withdrawn application, and erases it with its applicant", async () => {
    const sam = await submitted();
    const id = await numberOf(sam);
    const owner = await joinOffice(server, 'owner');
    expectRecords(await ask(owner, `/${id}/notes`, { text: 'A note.' }));
    // A reveal covers one application.
    await reveal(owner, ['ssn', 'dob', 'bank'], id);
    expect(expectRecords(await ask(owner, `/${id}/record`)).hidden).toEqual([]);
    expect(expectRecords(await ask(owner, `/${number}/record`)).hidden).toEqual(['dob', 'bank']);
    expectRecords(await post(server, sam, '/api/application/withdraw', {}));
    expect(await summary(sam)).toMatchObject({ status: 'withdrawn' });
    expect((await act({ act: 'approve', bases: ['income'] }, owner, id)).json().code).toBe('noSuchAct');
    expectRecords(await ask(owner, `/${id}`));
    // Stored responses and jobs contain the transaction id as text, without a reference to the application.
    expect(await tablesNaming(sam.trn)).toEqual(expect.arrayContaining(['idempotency', 'job', 'office_note']));
    await eraseApplicant(server.deps, sam.trn);
    await server.drain();
    // The audit log is append-only, but its data about the applicant is encrypted with the deleted key. Restoring a
    // backup needs the list of erasures. The ledger has no personal data.
    expect(await tablesNaming(sam.trn)).toEqual(['audit_entry', 'erasure', 'ledger_entry']);
    expect(await tablesNaming(sam.email)).toEqual([]);
    expect((await ask(owner, `/${id}`)).statusCode).toBe(404);
  });

  it('shows a request as replaced by a later one, and as closed by a decision, but never as received without its document', async () => {
    const applicant = await submitted();
    const id = await numberOf(applicant);
    const owner = await joinOffice(server, 'owner');
    const request = (text: string) =>
      act({ act: 'askDocuments', documents: [{ document_id: 5, source_id: 0, text }] }, owner, id);
    const states = async () => (await open(owner, id)).requests.map(({ state }: Json) => state);
    const place = (await open(owner, id)).may_ask.find((at: Json) => at.document_id === 5);
    expect(place).toMatchObject({ source_id: 0 });
    expectRecords(await request('Your tax return'));
    expectRecords(await request('Your award letter'));
    expect(await states()).toEqual(['replaced', 'requested']);
    expect((await summary(applicant)).requests).toMatchObject([{ state: 'replaced' }, { state: 'requested' }]);
    expectRecords(await act({ act: 'approve', bases: ['income'] }, owner, id));
    expect(await states()).toEqual(['replaced', 'closed']);
  });

  it('names the API key that decided or wrote a note, and doesn’t name it to the applicant', async () => {
    const applicant = await submitted();
    const id = await numberOf(applicant);
    const keyRequest = {
      subscriber: 'demo',
      name: 'CRM sync',
      scopes: ['read', 'status'],
      now: server.deps.clock(),
    } as const;
    const key = {
      id: '',
      cookie: '',
      headers: { authorization: `Bearer ${await issueApiKey(server.deps.db, keyRequest)}` },
    };
    expectRecords(await ask(key, `/${id}/notes`, { text: 'Synced' }));
    expectRecords(await act({ act: 'approve', bases: ['income'] }, key, id));
    const { notes, decision, timeline } = await open(key, id);
    expect(notes).toMatchObject([{ by: 'API key “CRM sync”' }]);
    expect(decision.by).toBe('API key “CRM sync”');
    expect(timeline[0]).toMatchObject({ kind: 'act', title: 'Approved', by: 'API key “CRM sync”' });
    expect(JSON.stringify(await summary(applicant))).not.toContain('CRM');
  });

  it('keeps each decision with its letter after a reopening: for the office, in both exports and for the applicant', async () => {
    const applicant = await submitted();
    const id = await numberOf(applicant);
    const owner = await joinOffice(server, 'owner');
    expectRecords(await act({ act: 'decline', bases: ['income'], reasons: ['income'] }, owner, id));
    expectRecords(await act({ act: 'reopen' }, owner, id));
    expectRecords(await act({ act: 'approve', bases: ['income'] }, owner, id));
    const { decision, decisions, timeline } = await open(owner, id);
    expect(decision).toMatchObject({ act: 'approve', letter: null });
    expect(decisions).toMatchObject([
      { act: 'decline', letter: expect.stringContaining('Your income') },
      { act: 'approve' },
    ]);
    const [{ letter }] = decisions;
    expect(timeline.map((entry: Json) => [entry.title, entry.letter ?? '']).slice(0, 3)).toEqual([
      ['Approved', ''],
      ['Reopened', ''],
      ['Declined', letter],
    ]);
    const review = await summary(applicant);
    expect(review.letter).toBeNull();
    expect((review.timeline as Json[]).map((entry) => entry.letter).filter(Boolean)).toEqual([letter]);
    for (const isApplicants of [true, false]) {
      const files = await exportApplication(server.deps, applicant.trn, { masked: [], isApplicants });
      const file = files.find(({ name }) => name === 'decisions.json');
      const stored = JSON.parse(String(await file?.read()));
      expect(stored).toMatchObject([{ act: 'decline', letter }, { act: 'approve' }]);
      expect('bases' in stored[0]).toBe(!isApplicants);
    }
  });
});
