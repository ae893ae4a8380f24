import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { useRef, useState } from 'react';
import texts from '../../../schemas/texts/office.json';
import { PageCanvas, usePage } from '../../engine/PagePreview';
import { fillText } from '../../model/fillText';
import { Button } from '../ui/Button';

const said = texts.application;

/** The longer side in pixels: a page that can be read next to what was read in it. */
const SIZE = 1200;

interface DocumentPagesProps {
  name: string;
  /** Where the PDF is, for a short time; asked for once it comes into sight. */
  find(): Promise<string>;
}

/** A PDF page by page, drawn in this browser once it comes into sight; none of its scripts run, and nothing of it is fetched from elsewhere. */
export function DocumentPages({ name, find }: DocumentPagesProps) {
  const [number, setNumber] = useState(1);
  // Its bytes are fetched once, whichever page is looked at.
  const pdf = useRef<Promise<ArrayBuffer>>(undefined);
  const readOnce = () => {
    pdf.current ??= find().then(readBytes);
    return pdf.current;
  };
  const { place, drawn, hasFailed } = usePage<HTMLDivElement>(readOnce, { number, size: SIZE });
  if (hasFailed) return <p className="rp-help">{said.noPreview}</p>;
  const count = drawn?.count ?? 1;
  const open = (wanted: number) => {
    if (wanted >= 1 && wanted <= count) setNumber(wanted);
  };
  return (
    <Box ref={place} minHeight={drawn ? undefined : '14rem'}>
      {drawn && (
        <Box asChild display="block" width="100%" height="auto" border="1px solid {colors.hair}" background="white">
          <PageCanvas page={drawn.page} role="img" aria-label={fillText(said.page, { name, page: number, count })} />
        </Box>
      )}
      {count > 1 && (
        <Flex role="group" aria-label={name} align="center" gap="2" wrap="wrap" marginTop="2">
          <Button aria-disabled={number === 1} onClick={() => open(number - 1)}>
            {said.previousPage}
          </Button>
          <Button aria-disabled={number === count} onClick={() => open(number + 1)}>
            {said.nextPage}
          </Button>
          <span role="status">{fillText(said.pageOf, { page: number, count })}</span>
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
