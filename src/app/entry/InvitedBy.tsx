import { Box } from '@chakra-ui/react/box';
import { Link, useNavigate } from 'react-router-dom';
import { toApiError } from '../../api/apiError';
import type { EntryLink } from '../../api/forms';
import { declineInvitation } from '../../api/household';
import type { RegistrationPage } from '../../contract/entry';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import type { HouseholdRole } from '../../model/types';
import { Button } from '../ui/Button';
import { refusalMessage } from '../ui/LoadError';
import { alert, confirm } from '../ui/QuestionHost';
import { toast } from '../ui/Toaster';

interface InvitedByProps {
  entry: EntryLink;
  page: RegistrationPage;
  role: HouseholdRole;
}

export function InvitedBy({ entry: { invitation = '' }, page, role }: InvitedByProps) {
  const { registration } = useMessages('entry');
  const { household, login } = registration;
  const navigate = useNavigate();
  async function decline() {
    if (!(await confirm(household.question))) return;
    try {
      await declineInvitation(invitation);
      await alert(household.declined);
      await navigate('/login', { replace: true });
    } catch (cause) {
      toast('error', refusalMessage(toApiError(cause), household.failed));
    }
  }
  return (
    <Box marginBottom="6" css={{ '& p': { marginBottom: '3' } }}>
      <p>{fillText(household.invited, { role: household.roles[role] })}</p>
      <p>
        {fillText(household.account, { subscriber: page.subscriber_name })} <Link to="/login">{login}</Link>
      </p>
      <Button variant="link" onClick={() => void decline()}>
        {household.decline}
      </Button>
    </Box>
  );
}
