import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import type { ReactNode } from 'react';

interface PagePartProps {
  /** The heading has the id `{name}-title`. */
  name: string;
  title: string;
  level?: 2 | 3;
  isAnchor?: boolean;
  lead?: string;
  onEnter?(): void;
  children?: ReactNode;
}

export function PagePart({ name, title, level = 2, isAnchor, lead, onEnter, children }: PagePartProps) {
  const heading = `${name}-title`;
  return (
    <Box
      as="section"
      id={isAnchor ? name : undefined}
      aria-labelledby={heading}
      onFocus={onEnter}
      marginBottom={{ base: '5', md: '7' }}
      scrollMarginTop="5"
    >
      <Box
        as={`h${level}`}
        id={heading}
        fontSize="title2"
        paddingBottom={{ base: '2', md: '3' }}
        marginBottom={{ base: '3', md: '4' }}
        borderBottom="1px solid {colors.hair}"
      >
        {title}
      </Box>
      {lead && <Lead>{lead}</Lead>}
      {children}
    </Box>
  );
}

export function Lead({ children }: { children: ReactNode }) {
  return (
    <Box as="p" marginBottom="4">
      {children}
    </Box>
  );
}

export function Rows({ children }: { children: ReactNode }) {
  return (
    <Grid as="ul" gap="3">
      {children}
    </Grid>
  );
}

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
