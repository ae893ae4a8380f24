import { Box } from '@chakra-ui/react/box';
import type { ReactNode } from 'react';

/** Keeps telephone numbers and email addresses on one line. */
export function keepTogether(text: string): ReactNode[] {
  return text.split(WHOLE).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move.
      <Box as="span" key={index} display="inline-block" maxWidth="100%" overflowWrap="break-word">
        {part}
      </Box>
    ) : (
      part
    ),
  );
}

const WHOLE = /((?:\+1 )?\(\d{3}\) \d{3}-\d{4}|[^\s@]+@[^\s@]+\.\w+)/;
