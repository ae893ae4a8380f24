import { describe, expect, it } from 'vitest';
import { sendInvitation } from '../../../src/server/features/entry/entry';
import { listenForCommands, runOnServer } from '../../../src/server/platform/db/operatorSocket';
import type { Message } from '../../../src/server/platform/mail/mail';
import { helpFor, runCommand } from '../../../src/tools/portal/runCommand';
import { openServer } from '../../support/openServer';
import { registerApplicant } from '../../support/serverApplicants';
import { engines } from '../../support/serverFixture';

describe.each(engines)('npm run portal on $name', async (engine) => {
  const server = await openServer(engine);

  const run = (...args: string[]) =>
    runCommand({ db: server.deps.db, config: server.deps.config, cwd: process.cwd() }, args);
  const lastLine = async (...args: string[]) => (await run(...args)).lines.at(-1) ?? '';

  async function makeSubscriber(id: string): Promise<void> {
    const contact = ['--phone', '5125550188', '--email', `${id}@example.com`, '--fee', '32.50'];
    expect(await run('subscriber', 'add', id, '--name', 'Oak & Sons', ...contact)).toMatchObject({ code: 0 });
    await run('property', 'add', id, 'oak-court', '--name', 'Oak Court', '--city', 'Austin', '--state', 'TX');
    await run('floor', 'add', id, 'oak-court', 'a', '--name', 'Plan A', '--min-rent', '0', '--max-rent', '900');
    await run('unit', 'add', id, 'oak-court', 'a', '7', '--name', 'No. 7', '--rent', '850');
  }

  it('prints the readable color used for an unreadable accent', async () => {
    const add = (id: string, accent: string) =>
      run(
        'subscriber',
        'add',
        id,
        '--name',
        id,
        '--phone',
        '5125550188',
        '--email',
        'a@b.cc',
        '--fee',
        '9',
        '--accent',
        accent,
      );
    const yellow = await add('yellow', '#ffd400');
    expect(yellow.lines[0]).toMatch(
      /^Accent #ffd400 is too light for text on white\. Links and headings use #[0-9a-f]{6} there\.$/,
    );
    expect(yellow.lines).toHaveLength(2);
    expect((await add('navy', '#00205b')).lines[0]).toContain('is too dark for text in the dark theme');
  });

  it('creates a property, a floor, an office and an agent, and prints entry links that open', async () => {
    await makeSubscriber('oak');
    const links = [
      await lastLine('property', 'add', 'oak', 'elm-court', '--name', 'Elm Court'),
      await lastLine('floor', 'add', 'oak', 'elm-court', 'b', '--name', 'B', '--min-rent', '800', '--max-rent', '900'),
      await lastLine('office', 'add', 'oak', 'north', '--name', 'North'),
      await lastLine('agent', 'add', 'oak', 'kim', '--name', 'Kim Low', '--link', 'spring'),
    ];
    const paths = links.map((line) => new URL(line.replace('Entry link: ', '')).pathname);
    expect(paths).toEqual([
      '/Property/oak/elm-court/open',
      '/Floor/oak/elm-court/b/open',
      '/Office/oak/north/open',
      '/Agent/oak/kim/spring',
    ]);
    for (const path of paths) expect(await open(path, path.split('/').at(-1) ?? '')).toMatchObject({ status: 200 });
  });

  it('lists what was created', async () => {
    await makeSubscriber('pine');
    expect((await run('subscriber', 'list')).lines.join('\n')).toMatch(/pine +Oak & Sons +America\/New_York +\$32\.50/);
    expect((await run('unit', 'list', 'pine', 'oak-court')).lines.join('\n')).toMatch(/7 +No\. 7 +a +850\.00/);
    expect((await run('floor', 'list', 'pine', 'oak-court')).lines).toHaveLength(2);
    expect((await run('office', 'list', 'pine')).lines).toEqual(['No offices yet.']);
  });

  it('invites one person to a unit: the link has a token, and the page shows their name', async () => {
    await makeSubscriber('ash');
    const { lines } = await run(
      ...[
        'invite',
        'unit',
        'ash',
        'oak-court',
        '7',
        '--email',
        'ana.ruiz@example.com',
        '--first',
        'Ana',
        '--last',
        'Ruiz',
      ],
    );
    const address = new URL(lines[0] ?? '');
    const [value = '', trn = ''] = address.pathname.split('/').slice(-2);
    const token = address.searchParams.get('t') ?? '';
    const checked = await server.app.inject({
      url: '/api/applicant/validate-invitation',
      headers: { authorization: token },
    });
    expect(checked.json()).toMatchObject({ success: true, records: { trn_id: trn } });
    expect(await open(address.pathname, value, { trn_id: trn, authorization: token })).toMatchObject({
      records: { first_name: 'Ana', last_name: 'Ruiz', email: 'ana.ruiz@example.com', DesiredUnitNumber: '7' },
    });
    expect(await open(address.pathname, value, { trn_id: trn })).toMatchObject({ records: { first_name: '' } });
  });

  it('emails an invitation in the chosen language with a working link, and keeps no token in the job', async () => {
    await makeSubscriber('elm');
    const outbox: Message[] = [];
    server.deps.mail = { send: async (message) => void outbox.push(message) };
    const who = ['--email', 'luz.paz@example.com', '--first', 'Luz', '--mail', '--language', 'es'];
    const { lines, code } = await run('invite', 'unit', 'elm', 'oak-court', '7', ...who);
    expect({ code, lines }).toEqual({
      code: 0,
      lines: [
        expect.stringMatching(
          /^The running app will email the invitation to luz\.paz@example\.com\. It works until \S+$/,
        ),
      ],
    });
    const { rows } = await server.deps.db.query("select payload from job where kind = 'invitation'");
    expect(rows).toEqual([{ payload: { trn: expect.any(String), language: 'es' } }]);
    await server.drain();
    expect(outbox).toMatchObject([
      { to: 'luz.paz@example.com', subject: 'Oak & Sons le invita a presentar una solicitud de alquiler' },
    ]);
    const address = new URL(/http\S+/.exec(outbox[0]?.text ?? '')?.[0] ?? '');
    const [value = '', trn = ''] = address.pathname.split('/').slice(-2);
    const authorization = address.searchParams.get('t') ?? '';
    expect(await open(address.pathname, value, { trn_id: trn, authorization })).toMatchObject({
      records: { first_name: 'Luz', email: 'luz.paz@example.com' },
    });
    // Once another invitation is emailed, only that one works.
    await sendInvitation(server.deps, trn, 'es');
    expect(await open(address.pathname, value, { trn_id: trn, authorization })).toMatchObject({
      records: { first_name: '' },
    });
  });

  it('emails no invitation whose link was revoked before it was sent', async () => {
    await makeSubscriber('box');
    const outbox: Message[] = [];
    server.deps.mail = { send: async (message) => void outbox.push(message) };
    await run('invite', 'unit', 'box', 'oak-court', '7', '--email', 'late@example.com', '--mail');
    const [listed = ''] = (await run('links', 'box')).lines.filter((line) => line.includes('/Unit/'));
    expect(await run('revoke', listed.split(/ +/)[1] ?? '')).toMatchObject({ code: 0 });
    await server.drain();
    expect(outbox).toEqual([]);
  });

  it('prints a name without control characters', async () => {
    const robin = await registerApplicant(server);
    await server.deps.db.query('update application set first_name = $2 where trn = $1', [
      robin.trn,
      'R\u001b[2J\u202eo',
    ]);
    const { lines } = await run('login-link', robin.trn);
    expect(lines.at(-1)).toContain(String.raw`to R\u001b[2J\u202eo (`);
    const { error } = await run('login-link', 'a\u001b[31m');
    expect(error).toContain(String.raw`a\u001b[31m`);
  });

  describe('login-link', () => {
    const enter = async (line = '') => {
      const payload = Object.fromEntries(new URL(line).searchParams);
      return server.app.inject({ method: 'POST', url: '/api/users/exchange', payload });
    };

    it('prints the login link of an applicant for an email or a transaction, and the link works once', async () => {
      const robin = await registerApplicant(server);
      const { email } = robin;
      for (const name of [email, email.toUpperCase(), robin.trn]) {
        const { lines, code } = await run('login-link', name);
        expect(code).toBe(0);
        const address = new URL(lines[0] ?? '');
        expect(address.pathname).toBe('/login');
        expect([...address.searchParams.keys()]).toEqual(['trn_id', 'url', 'token']);
        expect(lines[1]).toBe(`The link works once and expires after 10 minutes. Give it only to Robin (${email}).`);
        expect((await enter(lines[0])).json()).toMatchObject({ success: true, records: { trn_id: robin.trn, email } });
        expect((await enter(lines[0])).json()).toMatchObject({ status: 400, code: 'tokenUsed' });
      }
    });

    it('works only for the given minutes', async () => {
      const robin = await registerApplicant(server);
      const { lines } = await run('login-link', robin.trn, '--minutes', '2');
      server.advance(121);
      expect((await enter(lines[0])).json().code).toBe('tokenUsed');
    });

    it('asks which account is meant when several share an email', async () => {
      const robin = await registerApplicant(server);
      const { email } = robin;
      const second = await registerApplicant(server, { email, reEmail: email, username: `second of ${email}` });
      const { code, error } = await run('login-link', email);
      expect(code).toBe(1);
      for (const { trn } of [robin, second]) expect(error).toContain(trn);
      expect((await enter((await run('login-link', second.trn)).lines[0])).json().records.trn_id).toBe(second.trn);
    });

    it('reports a transaction without a registration', async () => {
      await makeSubscriber('bay');
      const { lines } = await run('invite', 'unit', 'bay', 'oak-court', '7', '--email', 'new@example.com');
      const trn = new URL(lines[0] ?? '').pathname.split('/').at(-1) ?? '';
      expect(await run('login-link', trn)).toMatchObject({ code: 1, error: expect.stringContaining('registered') });
    });
  });

  it('revokes one link and leaves the others', async () => {
    await makeSubscriber('fir');
    const [first, second] = await Promise.all(
      ['a@example.com', 'b@example.com'].map(async (email) => {
        const { lines } = await run('invite', 'floor', 'fir', 'oak-court', 'a', '--email', email);
        return new URL(lines[0] ?? '');
      }),
    );
    expect(await run('revoke', String(first))).toMatchObject({ code: 0 });
    expect(await run('revoke', String(first))).toMatchObject({ code: 1, error: 'This link is already revoked.' });
    const statusOf = async (address: URL | undefined) => {
      const [value = '', trn_id = ''] = address?.pathname.split('/').slice(-2) ?? [];
      return (await open(address?.pathname ?? '', value, { trn_id })).status;
    };
    expect([await statusOf(first), await statusOf(second)]).toEqual([406, 200]);
    expect((await run('links', 'fir')).lines.filter((line) => line.startsWith('revoked'))).toHaveLength(1);
  });

  it('changes a form of the running server at once', async () => {
    await makeSubscriber('yew');
    const { deps } = server;
    const isAsked = async () => {
      const { schema } = deps.forms.getPlainSection('address', await deps.forms.getSubscriberSettings('yew'));
      return 'reason' in (schema.properties?.address?.items?.properties ?? {});
    };
    expect(await isAsked()).toBe(true);
    expect(await run('config', 'set', 'yew', 'ReasonforMoving', 'Hide')).toMatchObject({ code: 0 });
    expect(await isAsked()).toBe(false);
    expect((await run('config', 'list', 'yew')).lines.join('\n')).toMatch(/^ReasonforMoving +Hide$/m);
    await run('config', 'set', 'yew', 'ReasonforMoving', 'Required');
    expect(await isAsked()).toBe(true);
    expect(await run('config', 'set', 'yew', 'Passport', 'Hide')).toMatchObject({ code: 0 });
    const { rows } = await deps.db.query(
      `select settings -> 'documents' ->> 'Passport' as said from subscriber where id = 'yew'`,
    );
    expect(rows[0]?.said).toBe('Hide');
  });

  it.each([
    [['frobnicate'], 2, "no command 'frobnicate'"],
    [['property', 'add', 'demo'], 2, 'is missing <property>'],
    [['property', 'add', 'demo', 'x'], 2, 'is missing --name'],
    [['property', 'add', 'demo', 'x', '--nam', 'X'], 2, "'--nam'"],
    [['property', 'add', 'demo', 'x', 'y', '--name', 'X'], 2, "'y'"],
    [['property', 'add', 'nobody', 'x', '--name', 'X'], 1, "no subscriber 'nobody'"],
    [['property', 'add', 'demo', 'Big House', '--name', 'X'], 1, 'lowercase letters'],
    [['property', 'add', 'demo', 'harbor-view', '--name', 'X'], 1, "property 'harbor-view' already exists"],
    [['floor', 'add', 'demo', 'harbor-view', 'q', '--name', 'Q', '--min-rent', '9', '--max-rent', '8'], 1, 'below'],
    [['unit', 'add', 'demo', 'harbor-view', 'none', '9', '--name', 'x', '--rent', '1'], 1, "no floor 'none'"],
    [['invite', 'unit', 'demo', 'harbor-view', '204', '--email', 'nobody'], 1, "isn't an email"],
    [['invite', 'unit', 'demo', 'harbor-view', '204', '--email', 'a@b.example', '--days', '0'], 1, 'from 1 to 999'],
    [
      ['invite', 'unit', 'demo', 'harbor-view', '204', '--email', 'a@b.example', '--language', 'xx'],
      1,
      'one of en, es',
    ],
    [['invite', 'unit', 'demo', 'harbor-view', '204', '--email', 'a@b.example', '--mail=now'], 2, '--mail'],
    [['login-link'], 2, 'is missing <applicant>'],
    [['login-link', 'nobody@example.com'], 1, "no applicant 'nobody@example.com'"],
    [['login-link', 'nobody@example.com', '--minutes', '11'], 1, 'from 1 to 10'],
    [['revoke', '/Office/demo/nowhere/open'], 1, "This link doesn't exist"],
    [['revoke', 'nonsense'], 1, "isn't an entry link"],
    [['config', 'set', 'demo', 'MoveInDat', 'Hide'], 1, "Did you mean 'MoveInDate'?"],
    [['config', 'set', 'demo', 'MoveInDate', 'hide'], 1, 'Use one of Hide, Required, Optional'],
    [['subscriber', 'add', 'x', '--name', 'X', '--phone', '1', '--email', 'x@y.zz', '--fee', '-1'], 2, '--fee'],
  ])('rejects %j with code %d and the reason', async (args, code, reason) => {
    const outcome = await run(...args);
    expect(outcome.code).toBe(code);
    expect(outcome.error).toContain(reason);
  });

  it('runs in the server that has the folder open, while that server listens', async () => {
    const { config, db } = server.deps;
    const stop = await listenForCommands(
      config.dataDir,
      ({ args, cwd }) => runCommand({ db, config, cwd }, args),
      () => {},
    );
    const answer = await runOnServer(config.dataDir, { args: ['office', 'list', 'demo'], cwd: process.cwd() });
    expect(answer?.lines.join('\n')).toContain('Main Office');
    stop();
    expect(await runOnServer(config.dataDir, { args: ['subscriber', 'list'], cwd: process.cwd() })).toBeUndefined();
  });

  async function open(path: string, url: string, more: Record<string, string> = {}) {
    const headers = { url, entry: path, ...more };
    return (await server.app.inject({ url: '/api/users/registrationpage', headers })).json();
  }
});

describe('npm run portal -- help', () => {
  it('lists the commands, and the options of one', () => {
    const words = [
      'subscriber',
      'property',
      'office',
      'agent',
      'floor',
      'unit',
      'invite',
      'revoke',
      'login-link',
      'config',
    ];
    for (const word of words) expect(helpFor([])).toContain(`  ${word} `);
    expect(helpFor(['floor', '--help'])).toContain('--max-rent');
  });
});
