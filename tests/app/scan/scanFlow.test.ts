// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { installDetector } from '../../../src/app/scan/BarcodePage';
import { isPictureName } from '../../../src/app/scan/picture';
import { afterFront, isComplete, refusedPage, type ScanPage, wantsBack } from '../../../src/app/scan/scanContext';
import type { ScanState } from '../../../src/contract/scan';
import { landlord } from './landlord';

function state(front?: number, hasBack = false): ScanState {
  return {
    front: { res: front !== undefined, document_typeid: front ?? null },
    back: { res: hasBack, document_typeid: hasBack ? 13 : null },
    types: [2, 1, 10],
    landlord,
  };
}

describe('the transitions of a scan', () => {
  it.each<[string, ScanState, boolean, boolean]>([
    ['a scan without a picture is incomplete', state(), false, false],
    ["a license's front is incomplete and needs a back side", state(2), false, true],
    ['both sides of a license are complete', state(2, true), true, false],
    ['a passport is complete without a back side', state(1), true, false],
  ])('%s', (_, there, complete, back) => {
    expect([isComplete(there), wantsBack(there)]).toEqual([complete, back]);
  });

  it.each([
    [2, 'back/2'],
    [1, 'success'],
    [10, 'success'],
    [11, 'success'],
  ])('after the front side of document %i, open %s', (docId, page) => {
    expect(afterFront(docId)).toBe(page);
  });

  it.each<[ScanPage, number, ScanState, string | undefined]>([
    ['front', 2, state(), undefined],
    ['front', 11, state(), 'menu'],
    ['front', Number.NaN, state(), 'menu'],
    ['front', 2, state(2), ''],
    ['barcode', 2, state(2), undefined],
    ['barcode', 2, state(), ''],
    ['barcode', 2, state(1), ''],
    ['back', 2, state(2), undefined],
    ['back', 2, state(2, true), ''],
  ])("redirect from %s/%s if that page isn't next", (page, docId, there, instead) => {
    expect(refusedPage(page, docId, there)).toBe(instead);
  });
});

describe('isPictureName', () => {
  it.each(['a.jpg', 'a.JPEG', 'a.png', 'a.gif', 'a.heic', 'a.webp', 'a.bmp', 'b.c.svg'])('accepts %s', (name) => {
    expect(isPictureName(name)).toBe(true);
  });
  it.each(['a.pdf', 'a.tiff', 'jpg', 'a.jpg.exe', ''])('refuses %j', (name) => {
    expect(isPictureName(name)).toBe(false);
  });
});

describe('installDetector', () => {
  it('sets window.BarcodeDetector during the call and removes it afterwards', async () => {
    globalThis.DOMRectReadOnly ??= class {
      constructor(
        readonly x = 0,
        readonly y = 0,
        readonly width = 0,
        readonly height = 0,
      ) {}
    } as unknown as typeof DOMRectReadOnly;
    type Lent = new () => { detect(): Promise<{ rawValue: string; boundingBox: DOMRectReadOnly }[]> };
    const made = installDetector(
      async () => '@text',
      () => new (window as unknown as { BarcodeDetector: Lent }).BarcodeDetector(),
    );
    const [found] = await made.detect();
    expect(found?.rawValue).toBe('@text');
    expect(Number(found?.boundingBox.width) * Number(found?.boundingBox.height)).toBeGreaterThan(0);
    expect('BarcodeDetector' in window).toBe(false);
  });

  it("restores the browser's own detector, even after an error", () => {
    const own = class {};
    Object.assign(window, { BarcodeDetector: own });
    expect(() =>
      installDetector(
        async () => undefined,
        () => {
          throw new Error('no');
        },
      ),
    ).toThrow('no');
    expect(Reflect.get(window, 'BarcodeDetector')).toBe(own);
    Reflect.deleteProperty(window, 'BarcodeDetector');
  });
});
