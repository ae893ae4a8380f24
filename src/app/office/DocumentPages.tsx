import { Flex } from '@chakra-ui/react/flex';
import { useEffect, useRef, useState } from 'react';
import type { Place } from '../../contract/office';
import { PageCanvas, usePage } from '../../engine/PagePreview';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { Button } from '../ui/Button';
import type { HighlightedFigures } from './ExtractedFigures';

/** Length of a page's longer side in pixels. Doubled for zoomed pages. */
const SIZE = 1200;

interface DocumentPagesProps {
  name: string;
  /** Returns a URL that expires. Called when the file becomes visible. */
  find(): Promise<string>;
  zoom: number;
  marked: HighlightedFigures | undefined;
}

export function DocumentPages({ name, find, zoom, marked }: DocumentPagesProps) {
  const messages = useMessages('office').application;
  const [number, setNumber] = useState(marked?.places[0]?.page ?? 1);
  // Opens the page with the marked figure.
  useEffect(() => {
    if (marked?.places[0]) setNumber(marked.places[0].page);
  }, [marked]);
  const pdf = useRef<Promise<ArrayBuffer>>(undefined);
  const readOnce = () => {
    pdf.current ??= find()
      .then(readBytes)
      .catch((cause) => {
        pdf.current = undefined;
        throw cause;
      });
    return pdf.current;
  };
  const { place, drawn, hasFailed } = usePage<HTMLDivElement>(readOnce, { number, size: zoom > 1 ? 2 * SIZE : SIZE });
  const count = drawn?.count ?? 1;
  const placesHere = marked?.places.filter(({ page }) => page === number) ?? [];
  const open = (wanted: number) => {
    if (wanted >= 1 && wanted <= count) setNumber(wanted);
  };
  return (
    <>
      {count > 1 && (
        <Flex role="group" aria-label={name} align="center" gap="2" wrap="wrap" marginBottom="2">
          <Button aria-disabled={number === 1} onClick={() => open(number - 1)}>
            {messages.previousPage}
          </Button>
          <Button aria-disabled={number === count} onClick={() => open(number + 1)}>
            {messages.nextPage}
          </Button>
          <span role="status">{fillText(messages.pageOf, { page: number, count })}</span>
        </Flex>
      )}
      {hasFailed && <p className="rp-help">{messages.noPreview}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: only focused elements scroll with the keyboard. */}
      <div ref={place} className="of-sheet" hidden={hasFailed} tabIndex={0} data-waiting={drawn ? undefined : ''}>
        {drawn && (
          <div style={{ position: 'relative', width: `${zoom * 100}%` }}>
            <PageCanvas
              page={drawn.page}
              role="img"
              aria-label={fillText(messages.page, { name, page: number, count })}
            />
            {placesHere.map(({ box }) => (
              <Mark key={box.join()} box={box} />
            ))}
          </div>
        )}
      </div>
      {marked && placesHere.length > 0 && (
        <p role="status" className="rp-help">
          {fillText(messages.markedPlace, { page: number, what: marked.what })}
        </p>
      )}
    </>
  );
}

const MARGIN = 0.004;

function Mark({ box: [left, top, right, bottom] }: Pick<Place, 'box'>) {
  const percent = (part: number) => `${Math.max(0, part) * 100}%`;
  return (
    <span
      ref={scrollTo}
      data-mark=""
      className="of-mark"
      style={{
        left: percent(left - MARGIN),
        top: percent(top - MARGIN),
        width: percent(right - left + 2 * MARGIN),
        height: percent(bottom - top + 2 * MARGIN),
      }}
    />
  );
}

const scrollTo = (mark: HTMLElement | null) => mark?.scrollIntoView({ block: 'nearest' });

async function readBytes(address: string): Promise<ArrayBuffer> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error('The file could not be loaded');
  return answer.arrayBuffer();
}
