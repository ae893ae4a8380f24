import { type ReactNode, useEffect, useRef, useState } from 'react';
import { drawFirstPage } from './drawFirstPage';

interface FirstPageProps {
  /** Where the PDF is, or the PDF; asked for once it is in sight. */
  find(): Promise<string | ArrayBuffer>;
  /** In its place while there is no picture. */
  fallback: ReactNode;
}

/** The first page of a PDF, drawn in this browser once it comes into sight. It says nothing that its name next to it does not. */
export function FirstPage({ find, fallback }: FirstPageProps) {
  const [page, setPage] = useState<ImageBitmap>();
  const place = useRef<HTMLSpanElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const latest = useRef(find);
  latest.current = find;

  // Tied to where the page is scrolled to, and to the worker that draws.
  useEffect(() => {
    const element = place.current;
    if (!element || typeof IntersectionObserver === 'undefined') return undefined;
    const drawing = new AbortController();
    const sight = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      sight.disconnect();
      latest
        .current()
        .then((pdf) => drawFirstPage(pdf, drawing.signal))
        .then(setPage)
        // Without a picture the ending of the name stays; what is wrong with the file the checks tell.
        .catch(() => undefined);
    });
    sight.observe(element);
    return () => {
      sight.disconnect();
      drawing.abort();
    };
  }, []);

  // A bitmap is put on a canvas by a call only.
  useEffect(() => {
    if (page) canvas.current?.getContext('2d')?.drawImage(page, 0, 0);
  }, [page]);

  return (
    <span ref={place} className="rp-first-page">
      {page ? <canvas ref={canvas} className="rp-thumbnail" width={page.width} height={page.height} /> : fallback}
    </span>
  );
}
