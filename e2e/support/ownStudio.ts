import { type APIRequestContext, type Browser, expect, type Page, request } from '@playwright/test';
import { portalOn } from './operator';
import { type OwnServer, startOwnServer } from './ownServer';

/** A Studio whose changes nobody but its own test meets. */
export interface OwnStudio {
  server: OwnServer;
  api: APIRequestContext;
  /** A page of a browser of its own. */
  newPage(): Promise<Page>;
  /** Invites somebody by a command, and logs them in at the address section. */
  logIn(page: Page, email: string, role: string): Promise<void>;
  close(): Promise<void>;
}

/** The built app on a server of its own, for what is published to everybody. */
export async function startOwnStudio(browser: Browser): Promise<OwnStudio> {
  const server = await startOwnServer();
  const baseURL = server.address;
  const api = await request.newContext({ baseURL });
  const pages: Page[] = [];
  return {
    server,
    api,
    async newPage() {
      const page = await (await browser.newContext({ baseURL })).newPage();
      pages.push(page);
      return page;
    },
    async logIn(page, email, role) {
      const invite = ['invite', email, '--name', `Kit ${role}`, '--role', role];
      const printed = await portalOn(server.data, 'studio', ...invite);
      const { pathname, hash } = new URL(/https?:\/\/\S+/.exec(printed)?.[0] ?? '');
      await page.goto(`${pathname}?section=address${hash}`);
      await page.getByRole('button', { name: 'Log in' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Studio' })).toBeVisible();
    },
    async close() {
      for (const page of pages) await page.context().close();
      await api.dispose();
      await server.close();
    },
  };
}
