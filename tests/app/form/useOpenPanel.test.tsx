// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import type { Panel } from '../../../src/app/form/panels';
import { createSectionController } from '../../../src/app/form/sectionController';
import { useOpenPanel } from '../../../src/app/form/useOpenPanel';

const panels: Panel[] = ['ei', 'od'].map((anchor) => ({ anchor, title: anchor, viewTitle: anchor, sections: [] }));

function openPage({ behind = 1, inHands }: { behind?: number; inHands?: string } = {}) {
  let opened = -1;
  function Page() {
    const controller = createSectionController(() => ({ today: '2026-11-23' }));
    opened = useOpenPanel({ panels, behind, inHands, controller, onRefuse: () => undefined }).open;
    return null;
  }
  const router = createMemoryRouter([{ path: '/income', element: <Page /> }], { initialEntries: ['/income'] });
  render(<RouterProvider router={router} />);
  return { hash: () => router.state.location.hash, open: () => opened };
}

afterEach(() => window.history.replaceState(null, '', '/'));

describe('the panel that opens by itself', () => {
  it('is given the address, which names none', () => {
    const page = openPage();
    expect([page.hash(), page.open()]).toEqual(['#od', 1]);
  });

  it('leaves the address alone where that has come to name another, of which the router says nothing yet', () => {
    window.history.replaceState(null, '', '/#ei');
    expect(openPage().hash()).toBe('');
  });

  it('is the one in hands, though what staff put before it is not answered', () => {
    const page = openPage({ behind: 0, inHands: 'od' });
    expect([page.hash(), page.open()]).toEqual(['', 1]);
    expect(openPage({ behind: 0 }).open()).toBe(0);
  });

  it('is the first one open where the one in hands is gone', () => {
    expect(openPage({ behind: 0, inHands: 'vehicles' }).open()).toBe(0);
  });
});
