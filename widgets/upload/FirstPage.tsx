import { type ComponentProps, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { type DrawnPage, drawPage, type PageRequest } from './drawPage';

/** Longer side in pixels. */
const SIZE = 600;

interface FirstPageProps {
  /** Finds the PDF. Called when the element becomes visible. */
  find(): Promise<PageRequest['pdf']>;
  fallback: ReactNode;
}

/** Shows the first page of a PDF, and `fallback` until it's drawn. Decorative, because the name is next to it. */
export function FirstPage({ find, fallback }: FirstPageProps) {
  const { place, drawn } = usePage<HTMLSpanElement>(find, { number: 1, size: SIZE });
  return (
    <span ref={place} className="rp-first-page">
      {drawn ? <PageCanvas page={drawn.page} className="rp-thumbnail" /> : fallback}
    </span>
  );
}

/** Renders a PDF page once the element is visible. While rendering, returns the previous page. */
export function usePage<Place extends HTMLElement>(
  find: () => Promise<PageRequest['pdf']>,
  { number, size }: Omit<PageRequest, 'pdf'>,
) {
  const [drawn, setDrawn] = useState<DrawnPage>();
  const [hasFailed, setFailed] = useState(false);
  const place = useRef<Place>(null);
  const isSeen = useVisible(place);
  const latest = useRef(find);
  latest.current = find;

  // Synchronizes with the worker that renders pages.
  useEffect(() => {
    if (!isSeen) return undefined;
    const drawing = new AbortController();
    setFailed(false);
    latest
      .current()
      .then((pdf) => drawPage({ pdf, number, size }, drawing.signal))
      .then((page) => drawing.signal.aborted || setDrawn(page))
      .catch(() => drawing.signal.aborted || setFailed(true));
    return () => drawing.abort();
  }, [isSeen, number, size]);

  return { place, drawn, hasFailed };
}

export function PageCanvas({ page, ...rest }: ComponentProps<'canvas'> & { page: ImageBitmap }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  // Synchronizes with the canvas.
  useEffect(() => {
    canvas.current?.getContext('2d')?.drawImage(page, 0, 0);
  }, [page]);
  return <canvas {...rest} ref={canvas} width={page.width} height={page.height} />;
}

function useVisible(place: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  // Synchronizes with the scroll position.
  useEffect(() => {
    if (!place.current || typeof IntersectionObserver === 'undefined') return undefined;
    const sight = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      sight.disconnect();
      setSeen(true);
    });
    sight.observe(place.current);
    return () => sight.disconnect();
  }, [place]);
  return isSeen;
}
