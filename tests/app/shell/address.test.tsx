// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { forgetApp, renderApp } from '../support/renderApp';

/** Changes the address while the page is drawn for the first time, as a link does that is pressed then. */
vi.mock('../../../src/app/routes', async () => {
  const { useLocation } = await import('react-router-dom');
  let isFirst = true;
  function AppRoutes() {
    const { hash } = useLocation();
    if (isFirst) window.history.pushState(null, '', '#bank-info');
    isFirst = false;
    return <p>at {hash}</p>;
  }
  return { AppRoutes, loadAhead: () => undefined };
});
afterEach(forgetApp);

it('follows an address that changes before the first effect', async () => {
  renderApp('/identification/incomeDetail', {});
  expect(await screen.findByText('at #bank-info')).toBeDefined();
});
