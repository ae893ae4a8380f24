import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import type { ReactNode } from 'react';

interface EntryPartProps {
  /** An anchor of the page; the heading's id is `{name}-title`. */
  name: string;
  title: string;
  /** Whether the address leads to it. */
  isAnchor?: boolean;
  /** What is to be known before anything else. */
  lead?: string;
  /** The focus came into it. */
  onEnter?(): void;
  children?: ReactNode;
}

/** One part of a page, under a heading with a line. */
export function EntryPart({ name, title, isAnchor, lead, onEnter, children }: EntryPartProps) {
  const heading = `${name}-title`;
  return (
    <Box
      as="section"
      id={isAnchor ? name : undefined}
      aria-labelledby={heading}
      onFocus={onEnter}
      marginBottom="7"
      scrollMarginTop="5"
    >
      <Box as="h2" id={heading} paddingBottom="3" borderBottom="1px solid {colors.hair}">
        {title}
      </Box>
      {lead && <Lead>{lead}</Lead>}
      {children}
    </Box>
  );
}

/** What is to be known before a choice. */
export function Lead({ children }: { children: ReactNode }) {
  return (
    <Box as="p" marginBottom="4">
      {children}
    </Box>
  );
}

/** Things of the same kind, each a line with what can be done about it. */
export function Rows({ children }: { children: ReactNode }) {
  return (
    <Grid as="ul" gap="3">
      {children}
    </Grid>
  );
}

/** One line of `Rows`. */
export function Row({ children }: { children: ReactNode }) {
  return (
    <Flex
      as="li"
      wrap="wrap"
      align="center"
      justify="space-between"
      gap="3"
      padding="3"
      border="1px solid {colors.hair}"
      borderRadius="control"
    >
      {children}
    </Flex>
  );
}
