// @vitest-environment jsdom
import { render, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { drawJpeg } from '../../../src/app/scan/picture';
import { barcodeRegion, useCamera } from '../../../src/app/scan/useCamera';

afterEach(() => vi.unstubAllGlobals());

describe('the camera of a scan', () => {
  it("is the rear camera in a card's aspect ratio, at most 4096 by 2160, without sound", async () => {
    const getUserMedia = vi.fn(async (_wanted: MediaStreamConstraints) => ({
      getVideoTracks: () => [],
      getTracks: () => [],
    }));
    vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: getUserMedia } });
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue(undefined);
    const Camera = () => {
      const { video } = useCamera();
      return <video ref={video} muted />;
    };
    render(<Camera />);
    await waitFor(() => expect(getUserMedia).toHaveBeenCalledTimes(1));
    expect(getUserMedia.mock.calls[0]?.[0]).toEqual({
      audio: false,
      video: {
        facingMode: { ideal: 'environment' },
        width: { ideal: 4096, max: 4096 },
        height: { ideal: 2160, max: 2160 },
        aspectRatio: { ideal: 1.586 },
      },
    });
  });

  it('searches for the barcode from 5% to 95% of the width and 25% to 65% of the height', () => {
    expect(barcodeRegion(1000, 1000)).toEqual([50, 250, 900, 400]);
  });

  it.each([
    ['at quality 1', [5_000_000], [1]],
    ['at a lower quality if the file exceeds the upload limit', [11_000_000, 5_000_000], [1, 0.92]],
  ])('makes a JPEG %s', async (_, sizes, qualities) => {
    const used: unknown[] = [];
    const pen = { fillRect: () => undefined, drawImage: () => undefined };
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((give, type, quality) => {
      used.push(quality);
      const blob = new Blob([], { type });
      Object.defineProperty(blob, 'size', { value: sizes[used.length - 1] });
      give(blob);
    });
    expect((await drawJpeg(document.createElement('canvas'), 4096, 2160)).type).toBe('image/jpeg');
    expect(used).toEqual(qualities);
    vi.restoreAllMocks();
  });
});
