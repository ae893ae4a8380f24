// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { cleanUpApp, renderApp } from '../support/renderApp';

/** Changes the address during the first render, like a link pressed at that time. */
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
afterEach(cleanUpApp);

it('follows an address that changes before the first effect', async () => {
  renderApp('/identification/incomeDetail', {});
  expect(await screen.findByText('at #bank-info')).toBeDefined();
});
