import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { useRef, useState } from 'react';
import { PageCanvas, usePage } from '../../engine/PagePreview';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { Button } from '../ui/Button';

/** Longer side in pixels, large enough to read. */
const SIZE = 1200;

interface DocumentPagesProps {
  name: string;
  /** Returns a short-lived address. Called when visible. */
  find(): Promise<string>;
}

/** Draws a PDF page by page. Its scripts don't run, and nothing external is fetched. */
export function DocumentPages({ name, find }: DocumentPagesProps) {
  const messages = useMessages('office').application;
  const [number, setNumber] = useState(1);
  // Fetched once for all pages.
  const pdf = useRef<Promise<ArrayBuffer>>(undefined);
  const readOnce = () => {
    pdf.current ??= find().then(readBytes);
    return pdf.current;
  };
  const { place, drawn, hasFailed } = usePage<HTMLDivElement>(readOnce, { number, size: SIZE });
  if (hasFailed) return <p className="rp-help">{messages.noPreview}</p>;
  const count = drawn?.count ?? 1;
  const open = (wanted: number) => {
    if (wanted >= 1 && wanted <= count) setNumber(wanted);
  };
  return (
    <Box ref={place} minHeight={drawn ? undefined : '14rem'}>
      {drawn && (
        <Box asChild display="block" width="100%" height="auto" border="1px solid {colors.hair}" background="white">
          <PageCanvas
            page={drawn.page}
            role="img"
            aria-label={fillText(messages.page, { name, page: number, count })}
          />
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
    </Box>
  );
}

async function readBytes(address: string): Promise<ArrayBuffer> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error('The file could not be had');
  return answer.arrayBuffer();
}
