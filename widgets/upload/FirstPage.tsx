import { type ComponentProps, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { type DrawnPage, drawPage, type PageRequest } from './drawPage';

/** The longer side in pixels: a picture next to the file's name. */
const SIZE = 600;

interface FirstPageProps {
  /** Where the PDF is, or the PDF; asked for once it is in sight. */
  find(): Promise<PageRequest['pdf']>;
  /** In its place while there is no picture. */
  fallback: ReactNode;
}

/** The first page of a PDF, drawn in this browser once it comes into sight. It says nothing that its name next to it does not. */
export function FirstPage({ find, fallback }: FirstPageProps) {
  // Without a picture the ending of the name stays; what is wrong with the file the checks tell.
  const { place, drawn } = usePage<HTMLSpanElement>(find, { number: 1, size: SIZE });
  return (
    <span ref={place} className="rp-first-page">
      {drawn ? <PageCanvas page={drawn.page} className="rp-thumbnail" /> : fallback}
    </span>
  );
}

/** A page of a PDF, drawn once its place comes into sight, and the last one that was drawn until then. */
export function usePage<Place extends HTMLElement>(
  find: () => Promise<PageRequest['pdf']>,
  { number, size }: Omit<PageRequest, 'pdf'>,
) {
  const [drawn, setDrawn] = useState<DrawnPage>();
  const [hasFailed, setFailed] = useState(false);
  const place = useRef<Place>(null);
  const isSeen = useSeen(place);
  const latest = useRef(find);
  latest.current = find;

  // Tied to the worker that draws.
  useEffect(() => {
    if (!isSeen) return undefined;
    const drawing = new AbortController();
    latest
      .current()
      .then((pdf) => drawPage({ pdf, number, size }, drawing.signal))
      .then((page) => drawing.signal.aborted || setDrawn(page))
      .catch(() => drawing.signal.aborted || setFailed(true));
    return () => drawing.abort();
  }, [isSeen, number, size]);

  return { place, drawn, hasFailed };
}

/** A drawn page on a canvas of its size. */
export function PageCanvas({ page, ...rest }: ComponentProps<'canvas'> & { page: ImageBitmap }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  // A bitmap is put on a canvas by a call only.
  useEffect(() => {
    canvas.current?.getContext('2d')?.drawImage(page, 0, 0);
  }, [page]);
  // Chakra's asChild hands a ref of its own, which would take the place of the one that is drawn on.
  return <canvas {...rest} ref={canvas} width={page.width} height={page.height} />;
}

/** True once an element was scrolled into sight. */
function useSeen(place: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  // Tied to where the page is scrolled to.
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
