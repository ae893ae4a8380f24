// @vitest-environment jsdom
import { act, render } from '@testing-library/react';
import { useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import type { Panel } from '../../../src/app/form/panels';
import { createSectionController } from '../../../src/app/form/sectionController';
import { useOpenPanel } from '../../../src/app/form/useOpenPanel';

const panelsAt = (...anchors: string[]): Panel[] =>
  anchors.map((anchor) => ({ anchor, title: anchor, viewTitle: anchor, sections: [] }));

function openPage(behind: number, hasReview = false) {
  let opened = -1;
  let edit = (_: Panel[]) => {};
  function Page() {
    const [panels, setPanels] = useState(panelsAt('ei', 'od'));
    edit = setPanels;
    const controller = createSectionController(() => ({ today: '2026-11-23' }));
    opened = useOpenPanel({ panels, behind, hasReview, controller, onRefuse: () => undefined }).open;
    return null;
  }
  const router = createMemoryRouter([{ path: '/income', element: <Page /> }], { initialEntries: ['/income'] });
  render(<RouterProvider router={router} />);
  return {
    hash: () => router.state.location.hash,
    open: () => opened,
    edit: (...anchors: string[]) => act(() => edit(panelsAt(...anchors))),
  };
}

afterEach(() => window.history.replaceState(null, '', '/'));

describe('the panel that opens by itself', () => {
  it('adds its anchor to an address without one', () => {
    const page = openPage(1);
    expect([page.hash(), page.open()]).toEqual(['#od', 1]);
  });

  it("doesn't change an address that already names another panel", () => {
    window.history.replaceState(null, '', '/#ei');
    expect(openPage(1).hash()).toBe('');
  });
});

describe('a step that shows its review at the address without an anchor', () => {
  it('keeps that address', () => {
    const page = openPage(1, true);
    expect([page.hash(), page.open()]).toEqual(['', 1]);
  });
});

describe('the open panel of a step that staff edit', () => {
  it('stays open when a panel is added before it', () => {
    const page = openPage(0);
    page.edit('vehicles', 'ei', 'od');
    expect([page.hash(), page.open()]).toEqual(['', 1]);
  });

  it("is replaced by the first panel when it's removed", () => {
    const page = openPage(1);
    page.edit('ei', 'vehicles');
    expect(page.open()).toBe(0);
  });
});
