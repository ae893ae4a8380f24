// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BarcodePage } from '../../../src/app/scan/BarcodePage';
import { type Scan, ScanContext } from '../../../src/app/scan/scanContext';
import { InTheme } from '../../support/inTheme';
import { landlord } from './landlord';

const camera = vi.hoisted(() => ({ see: (_text: string) => {}, stopped: 0 }));
vi.mock('html5-qrcode', () => ({
  Html5QrcodeSupportedFormats: { PDF_417: 10 },
  Html5Qrcode: class {
    #box: string;
    constructor(box: string) {
      this.#box = box;
    }
    async start(_camera: unknown, _settings: unknown, found: (text: string) => void) {
      camera.see = found;
      const video = document.createElement('video');
      Object.assign(video, {
        play: async () => {},
        srcObject: { getVideoTracks: () => [{ getCapabilities: () => ({}) }] },
      });
      document.getElementById(this.#box)?.append(video);
    }
    async stop() {
      camera.stopped += 1;
    }
  },
}));
vi.mock('../../../src/app/scan/picture', () => ({
  openReader: () => ({ read: async () => undefined, close() {} }),
}));

/** Starts like a license's text, but its fields aren't separated. */
const GARBLED = '@\n\u001e\rANSI 636000100002DL00410278ZV03190008DLnothing that is a field';

afterEach(cleanup);

describe('the barcode page of a scan', () => {
  const went: string[] = [];
  let scan: Scan;
  beforeEach(async () => {
    went.length = 0;
    camera.stopped = 0;
    const state = {
      front: { res: true, document_typeid: 2 },
      back: { res: false, document_typeid: 13 },
      types: [2],
      landlord,
    } as unknown as Scan['state'];
    const key = 'key' as unknown as Scan['key'];
    scan = { id: '7', key, state, saved() {}, expire() {}, go: (page) => went.push(page), carried: {} };
    render(
      <ScanContext value={scan}>
        <MemoryRouter initialEntries={['/scan/7/barcode/2']}>
          <Routes>
            <Route path="/scan/7/barcode/:docId" element={<BarcodePage />} />
          </Routes>
        </MemoryRouter>
      </ScanContext>,
      { wrapper: InTheme },
    );
    await screen.findByText('Looking for the barcode');
  });

  it("stops at a license it can't parse, and shows what to do", async () => {
    act(() => camera.see(GARBLED));
    expect(await screen.findByText(/recognize its format/)).toBeTruthy();
    expect(screen.queryByText('Looking for the barcode')).toBeNull();
    await waitFor(() => expect(camera.stopped).toBeGreaterThan(0));
    act(() => screen.getByRole('button', { name: 'Continue' }).click());
    expect(went).toEqual(['camera_back/2']);
    expect(scan.carried.barcode).toBeUndefined();
  });

  it("keeps searching after text that isn't a license", () => {
    act(() => camera.see('https://example.org'));
    expect(screen.getByText('Looking for the barcode')).toBeTruthy();
    expect(went).toEqual([]);
  });
});
