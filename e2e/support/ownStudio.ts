import { type APIRequestContext, type Browser, type Page, request } from '@playwright/test';
import { expect } from './expect';
import { runPortalCommandIn } from './operator';
import { type OwnServer, startOwnServer } from './ownServer';

/** A Studio on its own server. */
export interface OwnStudio {
  server: OwnServer;
  api: APIRequestContext;
  /** A page in its own browser context. */
  newPage(): Promise<Page>;
  /** Invites a user with the operator command and logs them in. The page opens at the address section. */
  logIn(page: Page, email: string, role: string): Promise<void>;
  close(): Promise<void>;
}

/** Starts the built app on its own server, for changes that are published to everyone. */
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
      const printed = await runPortalCommandIn(server.data, 'studio', ...invite);
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

/** Starts a Studio. Returns it with the page of a user who can publish. */
export async function openOwnStudio(browser: Browser): Promise<[OwnStudio, Page]> {
  const studio = await startOwnStudio(browser);
  const page = await studio.newPage();
  await studio.logIn(page, 'kit@studio.example', 'publish');
  return [studio, page];
}

/** Opens one of the tools next to the form, such as 'Publish', and waits until it's shown. */
export async function openTool(page: Page, name: string): Promise<void> {
  const tab = page.getByRole('group', { name: 'Tools' }).getByRole('button', { name: new RegExp(`^${name}`) });
  await tab.click();
  await expect(tab).toHaveAttribute('aria-pressed', 'true');
}
