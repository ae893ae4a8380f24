import { Box } from '@chakra-ui/react/box';
import { Link } from 'react-router-dom';
import { useOwnApplications } from '../../api/success';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { type OfficeStatus, statusPage } from '../../model/office';
import { useApplication } from '../shell/application';
import { Button } from '../ui/Button';

export function PrimaryAction({ status, trnId }: { status: OfficeStatus; trnId: string }) {
  const { primary } = statusPage(status);
  if (primary === 'documents') return null;
  return (
    <Box className="rp-buttons" marginBottom="5">
      {primary === 'homes' ? <OtherHomes trnId={trnId} /> : <Contact isPrimary />}
    </Box>
  );
}

function OtherHomes({ trnId }: { trnId: string }) {
  const messages = useMessages('success').actions;
  const { data } = useOwnApplications(trnId);
  const hasHomes = data !== undefined && data.places.length > 0;
  return (
    <>
      {hasHomes && (
        <Button variant="primary" asChild>
          <Link to="/account#another">{messages.homes}</Link>
        </Button>
      )}
      <Contact isPrimary={data !== undefined && !hasHomes} />
    </>
  );
}

function Contact({ isPrimary }: { isPrimary: boolean }) {
  const messages = useMessages('success').actions;
  const { help } = useMessages('shell');
  const { subscriber_name: subscriber, email } = useApplication();
  return (
    <Button variant={isPrimary ? 'primary' : 'plain'} asChild>
      <a href={`mailto:${email || help.email}`}>{fillText(messages.contact, { subscriber })}</a>
    </Button>
  );
}
