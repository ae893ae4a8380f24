// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { AppRoutes, loadPageAt } from '../../src/app/routes';
import { InTheme } from '../support/inTheme';

afterEach(cleanup);

const open = (address: string) =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <AppRoutes />
    </MemoryRouter>,
    { wrapper: InTheme },
  );

it("loads a page when it's opened, behind the loader", async () => {
  open('/unauthorizedAccess');
  expect(screen.queryByRole('heading')).toBeNull();
  expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy();
});

it('renders a prefetched page at once, without the loader React would keep for 300 ms', async () => {
  await loadPageAt('/no/such/page');
  open('/no/such/page');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBeTruthy();
});
