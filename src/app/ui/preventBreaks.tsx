import { Box } from '@chakra-ui/react/box';
import type { ReactNode } from 'react';

/** Keeps phone numbers and emails on one line. An email wider than its column breaks after its '@'. */
export function preventBreaks(text: string): ReactNode[] {
  return text.split(WHOLE).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move.
      <Box as="span" key={index} display="inline-block" maxWidth="100%" overflowWrap="break-word">
        {breakAfterAt(part)}
      </Box>
    ) : (
      part
    ),
  );
}

function breakAfterAt(text: string): ReactNode {
  const end = text.indexOf('@') + 1;
  if (end === 0) return text;
  return (
    <>
      {text.slice(0, end)}
      <wbr />
      {text.slice(end)}
    </>
  );
}

/** Matches a phone number or email, with the punctuation that follows. */
const WHOLE = /((?:(?:\+1 )?\(\d{3}\) \d{3}-\d{4}|[^\s@]+@[^\s@]+\.\w+)[.,;:!?)]*)/;
