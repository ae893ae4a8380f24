import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { useRef } from 'react';
import type { Place } from '../../contract/office';
import { PageCanvas, usePage } from '../../engine/PagePreview';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { Button } from '../ui/Button';
import type { MarkedPlaces } from './ReadFigures';

/** Longer side in pixels, large enough to read. */
const SIZE = 1200;

interface DocumentPagesProps {
  name: string;
  /** Returns a short-lived address. Called when visible. */
  find(): Promise<string>;
  page: number;
  onPage(page: number): void;
  marked: MarkedPlaces | undefined;
}

/** Draws a PDF page by page. Its scripts don't run, and nothing external is fetched. */
export function DocumentPages({ name, find, page: number, onPage, marked }: DocumentPagesProps) {
  const messages = useMessages('office').application;
  // Fetched once for all pages.
  const pdf = useRef<Promise<ArrayBuffer>>(undefined);
  const readOnce = () => {
    pdf.current ??= find().then(readBytes);
    return pdf.current;
  };
  const { place, drawn, hasFailed } = usePage<HTMLDivElement>(readOnce, { number, size: SIZE });
  if (hasFailed) return <p className="rp-help">{messages.noPreview}</p>;
  const count = drawn?.count ?? 1;
  const placesHere = marked?.places.filter(({ page }) => page === number) ?? [];
  const [first] = placesHere;
  const open = (wanted: number) => {
    if (wanted >= 1 && wanted <= count) onPage(wanted);
  };
  return (
    <Box ref={place} minHeight={drawn ? undefined : '14rem'}>
      {drawn && (
        <Box position="relative">
          <Box asChild display="block" width="100%" height="auto" border="1px solid {colors.hair}" background="white">
            <PageCanvas
              page={drawn.page}
              role="img"
              aria-label={fillText(messages.page, { name, page: number, count })}
            />
          </Box>
          {placesHere.map(({ box }) => (
            <Mark key={box.join()} box={box} />
          ))}
        </Box>
      )}
      {count > 1 && (
        <Flex role="group" aria-label={name} align="center" gap="2" wrap="wrap" marginTop="2">
          <Button aria-disabled={number === 1} onClick={() => open(number - 1)}>
            {messages.previousPage}
          </Button>
          <Button aria-disabled={number === count} onClick={() => open(number + 1)}>
            {messages.nextPage}
          </Button>
          <span role="status">{fillText(messages.pageOf, { page: number, count })}</span>
        </Flex>
      )}
      {drawn && first && (
        <div className="of-zoom" aria-hidden="true">
          <div style={{ transform: `translate(-${middle(first.box, false)}%, -${middle(first.box, true)}%)` }}>
            <PageCanvas page={drawn.page} />
            <Mark box={first.box} />
          </div>
        </div>
      )}
      {marked && first && (
        <p role="status" className="rp-help">
          {fillText(messages.markedPlace, { page: number, what: marked.what })}
        </p>
      )}
    </Box>
  );
}

/** In percent of the page, across or down. */
const middle = ([left, top, right, bottom]: Place['box'], isDown: boolean) =>
  ((isDown ? top + bottom : left + right) / 2) * 100;

/** In parts of the page. */
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
  if (!answer.ok) throw new Error('The file could not be had');
  return answer.arrayBuffer();
}
