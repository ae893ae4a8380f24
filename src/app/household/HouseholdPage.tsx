import { Box } from '@chakra-ui/react/box';
import { Link } from 'react-router-dom';
import { useMessages } from '../../messages/useMessages';
import { ApplicationFrame } from '../shell/ApplicationFrame';
import { PageHeading } from '../shell/PageHeading';
import { HouseholdPart, PrivateNote } from './HouseholdPart';

/** Shows the household, before and after submitting (docs/moments.md). */
export function HouseholdPage() {
  const messages = useMessages('household');
  return (
    <ApplicationFrame>
      <Box as="p" marginBottom="3">
        <Link to="/">{messages.back}</Link>
      </Box>
      <PageHeading title={messages.title}>{messages.heading}</PageHeading>
      <HouseholdPart />
      <PrivateNote />
    </ApplicationFrame>
  );
}
