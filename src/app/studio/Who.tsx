import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import type { StudioSession } from '../../contract/studio';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { Button } from '../ui/Button';
import { StudioLogin } from './StudioLogin';

export function Who({ session, onLeave }: { session: StudioSession | undefined; onLeave(): void }) {
  const { work, page } = useMessages('studio');
  if (!session)
    return (
      <Box as="details" maxWidth="28rem">
        <Box as="summary" minHeight="2.75rem" paddingBlock="2" cursor="pointer">
          {page.lookOnly}
        </Box>
        <StudioLogin />
      </Box>
    );
  return (
    <Flex align="center" gap="3">
      <Box as="p" color="muted" fontSize="small" lineHeight="snug" display={{ base: 'none', md: 'block' }}>
        {fillText(work.as, { name: session.name || session.email, role: work.roles[session.role] })}
      </Box>
      <Button onClick={onLeave}>{work.logout}</Button>
    </Flex>
  );
}
