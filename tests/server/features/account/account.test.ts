import { describe, expect, it } from 'vitest';
import type { Message } from '../../../../src/server/platform/mail/mail';
import { openServer } from '../../../support/openServer';
import { PASSWORD, registerApplicant, type TestApplicant } from '../../../support/serverApplicants';
import { engines } from '../../../support/serverFixture';

const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Mobile Safari/604.1';
const NEWER = 'Newer!View2026';

describe.each(engines)('the account of someone logged in on $name', async (engine) => {
  const sent: Message[] = [];
  const server = await openServer(engine, { mail: { send: async (message) => void sent.push(message) } });

  const login = async (email: string, password: string, userAgent = IPHONE): Promise<Record<string, string>> => {
    const headers = { 'user-agent': userAgent };
    const payload = { email, password };
    const { statusCode, ...answer } = await server.app.inject({
      method: 'POST',
      url: '/api/users/login',
      headers,
      payload,
    });
    if (statusCode !== 200) return {};
    const { token, trn_id } = answer.json().records;
    return { email, authorization: token, trn_id };
  };
  const get = (headers: Record<string, string>) => server.app.inject({ url: '/api/users/sessions', headers });
  const post = (url: string, headers: Record<string, string>, payload: object) =>
    server.app.inject({ method: 'POST', url: `/api/users/${url}`, headers, payload });
  const change = (headers: Record<string, string>, oldPassword: string, more = {}) =>
    post('changePassword', headers, { oldPassword, password: NEWER, reEnterPassword: NEWER, ...more });

  async function withTwo(): Promise<{ robin: TestApplicant; phone: Record<string, string> }> {
    const robin = await registerApplicant(server, {}, { 'user-agent': WINDOWS });
    return { robin, phone: await login(robin.email, PASSWORD) };
  }

  describe('a password change', () => {
    it('ends other sessions and emails a notice if the current password is right', async () => {
      const { robin, phone } = await withTwo();
      await server.drain();
      sent.length = 0;
      expect((await change(robin.headers, PASSWORD)).json()).toMatchObject({ status: 200, success: true });
      expect((await get(robin.headers)).statusCode).toBe(200);
      expect((await get(phone)).statusCode).toBe(401);
      expect(await login(robin.email, PASSWORD)).toEqual({});
      expect(await login(robin.email, NEWER)).toMatchObject({ trn_id: robin.trn });
      await server.drain();
      expect(sent).toMatchObject([{ to: robin.email, subject: 'Your password was changed' }]);
    });

    it('reports a wrong current password at its field', async () => {
      const { robin, phone } = await withTwo();
      const answer = await change(robin.headers, 'Wrong!View2026');
      const errors = [{ path: '/oldPassword', message: "This isn't your password" }];
      expect(answer.json()).toMatchObject({ status: 422, errors });
      expect((await get(phone)).statusCode).toBe(200);
      expect(await login(robin.email, PASSWORD)).toMatchObject({ trn_id: robin.trn });
    });

    it('requires a new password that follows the rule and matches its repetition', async () => {
      const { headers } = await registerApplicant(server);
      const weak = await change(headers, PASSWORD, { password: 'weak', reEnterPassword: 'other' });
      expect(weak.statusCode).toBe(422);
      const paths = weak.json().errors.map(({ path }: { path: string }) => path);
      expect(paths.sort()).toEqual(['/password', '/reEnterPassword']);
    });

    it("is limited to ten attempts an hour, so a stolen session can't guess the old password", async () => {
      const { headers } = await registerApplicant(server);
      const answers = [];
      for (let n = 0; n < 11; n++) answers.push((await change(headers, `Wrong!View${n}`)).statusCode);
      expect(answers).toEqual([...Array(10).fill(422), 429]);
    });

    it('invalidates reset links that were emailed earlier', async () => {
      const { email, headers } = await registerApplicant(server);
      await post('forgotPassword', {}, { email });
      await server.drain();
      const uid = /reset-password\/(\S+)/.exec(sent.at(-1)?.text ?? '')?.[1];
      expect((await change(headers, PASSWORD)).statusCode).toBe(200);
      expect((await post('resetPassword', {}, { uid, password: 'Third!View2026' })).json().code).toBe('tokenUsed');
    });
  });

  describe('the list of sessions', () => {
    it('has the device and time of each, a mark for the current one, and the username', async () => {
      const { robin, phone } = await withTwo();
      const { login: name, sessions } = (await get(phone)).json().records;
      expect(name).toBe(robin.email);
      expect(sessions).toHaveLength(2);
      expect(sessions).toContainEqual(expect.objectContaining({ browser: 'safari', system: 'iphone', current: true }));
      expect(sessions).toContainEqual(
        expect.objectContaining({ browser: 'chrome', system: 'windows', current: false }),
      );
      for (const { seen_at } of sessions) expect(Date.now() - Date.parse(seen_at)).toBeLessThan(3_600_000);
    });

    it("omits ended and idle sessions, and other people's", async () => {
      const { robin, phone } = await withTwo();
      await post('logout', phone, {});
      await registerApplicant(server);
      expect((await get(robin.headers)).json().records.sessions).toHaveLength(1);
      await login(robin.email, PASSWORD);
      server.advance(16 * 60);
      const fresh = await login(robin.email, PASSWORD);
      expect((await get(fresh)).json().records.sessions).toHaveLength(1);
    });
  });

  describe('the call to end sessions', () => {
    it('ends one other session, and returns the rest', async () => {
      const { robin, phone } = await withTwo();
      const third = await login(robin.email, PASSWORD, WINDOWS);
      const { sessions } = (await get(third)).json().records;
      const id = sessions.find(({ system }: { system: string }) => system === 'iphone').id;
      const ended = await post('sessions/end', third, { id });
      expect(ended.json().records.sessions).toHaveLength(2);
      expect((await get(phone)).statusCode).toBe(401);
      expect((await get(robin.headers)).statusCode).toBe(200);
      expect((await post('sessions/end', third, { id })).statusCode).toBe(200);
    });

    it('ends all others', async () => {
      const { robin, phone } = await withTwo();
      await login(robin.email, PASSWORD);
      expect((await post('sessions/end', phone, {})).json().records.sessions).toMatchObject([{ current: true }]);
      expect((await get(robin.headers)).statusCode).toBe(401);
      expect((await get(phone)).statusCode).toBe(200);
    });
  });
});
