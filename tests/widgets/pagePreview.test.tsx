// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import office from '../../schemas/texts/office.json' with { type: 'json' };
import { DocumentPages } from '../../src/app/office/DocumentPages';
import { drawPage } from '../../widgets/upload/drawPage';
import { InTheme } from '../support/inTheme';

vi.mock('../../widgets/upload/drawPage', () => ({ drawPage: vi.fn() }));

const { nextPage, previousPage, noPreview } = office.application;
const page = {} as ImageBitmap;

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(readonly onSeen: (entries: { isIntersecting: boolean }[]) => void) {}
      observe() {
        this.onSeen([{ isIntersecting: true }]);
      }
      disconnect() {}
    },
  );
  vi.stubGlobal('fetch', async () => new Response(new ArrayBuffer(8)));
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const view = (find: () => Promise<string>, zoom = 1) => (
  <InTheme>
    <DocumentPages name="stub.pdf" find={find} zoom={zoom} marked={undefined} />
  </InTheme>
);

it('a page that cannot be shown keeps its buttons to the other pages', async () => {
  vi.mocked(drawPage).mockImplementation(async ({ number }) => {
    if (number === 2) throw new Error('damaged');
    return { page, count: 3 };
  });
  const user = userEvent.setup();
  render(view(async () => 'https://files.example/stub.pdf'));
  await user.click(await screen.findByRole('button', { name: nextPage }));
  expect(await screen.findByText(noPreview)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: nextPage }));
  expect(await screen.findByRole('img', { name: /3/ })).toBeTruthy();
  expect(screen.queryByText(noPreview)).toBeNull();
  expect(screen.getByRole('button', { name: previousPage })).toBeTruthy();
});

it('a failed download is tried again when the zoom changes', async () => {
  vi.mocked(drawPage).mockImplementation(async ({ pdf, number }) => {
    await pdf;
    return { page, count: number + 1 };
  });
  const find = vi.fn(async () => 'https://files.example/stub.pdf').mockRejectedValueOnce(new Error('offline'));
  const { rerender } = render(view(find));
  expect(await screen.findByText(noPreview)).toBeTruthy();
  rerender(view(find, 2));
  expect(await screen.findByRole('img')).toBeTruthy();
});
