import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { useMessages } from '../../src/messages/useMessages';

export function FileExample() {
  const messages = useMessages('document-checks').right;
  return (
    <ExamplePicture>
      <strong>{messages.title}</strong>{' '}
    </ExamplePicture>
  );
}

export function ExamplePicture({ children }: { children?: React.ReactNode }) {
  const messages = useMessages('document-checks').right;
  return (
    <Flex as="figure" gap="3" align="center" fontSize="small">
      <Box asChild flex="none" fill="none" stroke="muted" strokeWidth="2px" css={CHECK_MARK}>
        <svg viewBox="0 0 64 80" width="64" height="80" aria-hidden="true">
          <path d="M6 3h36l16 16v58H6z" />
          <path d="M42 3v16h16M14 30h24M14 40h36M14 48h36M14 56h36M38 66h12" />
          <path d="M14 66l5 5 9-10" />
        </svg>
      </Box>
      <figcaption>
        {children}
        {messages.text}
      </figcaption>
    </Flex>
  );
}

const CHECK_MARK = { '& > :last-child': { stroke: 'good', strokeWidth: '4px' } } as const;
