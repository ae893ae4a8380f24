import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { useState } from 'react';
import { changeMember, type PlainAction } from '../../api/household';
import type { Member, MemberAction } from '../../contract/household';
import type { Messages } from '../../messages/files';
import { useMessages } from '../../messages/useMessages';
import { formatMoment } from '../../model/format/dates';
import { fillText } from '../../model/messages/fillText';
import { Button } from '../ui/Button';
import { confirm } from '../ui/QuestionHost';
import { usePending } from '../ui/usePending';
import { InvitePerson, ReplacePerson } from './personDialogs';
import type { MemberProps } from './useHouseholdChange';

export function MemberRow(props: MemberProps) {
  const messages = useMessages('household');
  const { member } = props;
  const { first_name, is_you, state, may } = member;
  const name = is_you ? fillText(messages.you, { name: first_name }) : first_name;
  const [open, setOpen] = useState<'invite' | 'replace'>();
  const [isPending, run] = useAction(props, setOpen);
  const [first, ...others] = may;
  const button = (action: MemberAction, variant: 'plain' | 'link') => (
    <Button
      key={action}
      variant={variant}
      aria-disabled={isPending}
      aria-label={fillText(messages.actions.named, { action: label(messages, member, action), name: first_name })}
      onClick={() => void run(action)}
    >
      {label(messages, member, action)}
    </Button>
  );
  return (
    <Box as="li" {...ROW}>
      <Flex wrap="wrap" align="center" gap="3">
        <Box aria-hidden="true" htmlTranslate="no" {...AVATAR}>
          {first_name.slice(0, 1)}
        </Box>
        <Box flex="1 1 14rem" minWidth="0">
          <Box as="strong" overflowWrap="anywhere" htmlTranslate="no">
            {name}
          </Box>
          <Box as="p" color="muted">
            {describe(messages, member)}
          </Box>
          {member.typed?.email && (
            <Box as="p" color="muted" overflowWrap="anywhere" htmlTranslate="no">
              {member.typed.email}
            </Box>
          )}
        </Box>
        <Box as="span" data-state={state} {...CHIP}>
          {messages.states[state]}
        </Box>
        {first && first !== 'replace' && button(first, 'plain')}
      </Flex>
      {others.length > 0 && (
        <Box asChild marginTop="2" css={{ '& summary': { minHeight: '2.75rem', alignContent: 'center' } }}>
          <details>
            <summary>{fillText(messages.actions.more, { name: first_name })}</summary>
            <Flex wrap="wrap" gap="2 4">
              {(first === 'replace' ? may : others).map((action) => button(action, 'link'))}
            </Flex>
          </details>
        </Box>
      )}
      {open === 'invite' && <InvitePerson {...props} onClose={() => setOpen(undefined)} />}
      {open === 'replace' && <ReplacePerson {...props} onClose={() => setOpen(undefined)} />}
    </Box>
  );
}

function useAction({ member, revision, change }: MemberProps, open: (dialog: 'invite' | 'replace') => void) {
  const messages = useMessages('household');
  const name = member.first_name;
  const questions: Partial<Record<PlainAction, { title: string; text: string; yes: string; no: string }>> = {
    revoke: messages.revoke,
    remove: messages.remove,
    lead: messages.leadQuestion,
  };
  return usePending(async (action: MemberAction) => {
    if (action === 'invite' || action === 'replace') return open(action);
    const question = questions[action];
    if (question && !(await confirm({ ...question, title: fillText(question.title, { name }) }))) return;
    const body = { member: member.id, revision };
    await change({ action, ...body }, (key) => changeMember(action, body, key), messages.done[action]);
  });
}

function label(messages: Messages<'household'>, { state }: Member, action: MemberAction): string {
  return action === 'invite' && state === 'invited' ? messages.actions.resend : messages.actions[action];
}

/** `'Co-applicant · Invited Nov 20, 2026'` */
function describe(messages: Messages<'household'>, { role, is_lead, typed, state }: Member): string {
  const day = (moment: string) => formatMoment(moment, { dateStyle: 'medium' }, document.documentElement.lang);
  const { invited_at, expires_at, reminded_at } = typed ?? {};
  const isExpired = state === 'invited' && expires_at && expires_at < new Date().toISOString();
  const invited = state === 'invited' && invited_at && fillText(messages.invitedOn, { date: day(invited_at) });
  return [
    is_lead ? messages.leadRole : messages.roles[role],
    isExpired ? fillText(messages.expired, { date: day(expires_at) }) : invited,
    reminded_at && fillText(messages.remindedOn, { date: day(reminded_at) }),
  ]
    .filter(Boolean)
    .join(' · ');
}

const ROW = {
  paddingBlock: '4',
  borderBottom: '1px solid {colors.hair}',
  css: { '&:first-of-type': { paddingTop: '0' }, '&:last-of-type': { marginBottom: '4' } },
} as const;
const AVATAR = {
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  width: '2.5rem',
  height: '2.5rem',
  borderRadius: '50%',
  border: '1px solid {colors.hair}',
  bg: 'surface',
  fontWeight: 'bold',
} as const;
const CHIP = {
  paddingInline: '3',
  paddingBlock: '1',
  border: '1px solid {colors.hair}',
  borderRadius: '999px',
  css: {
    '&[data-state="submitted"]': { borderColor: '{colors.good}', color: '{colors.good}' },
    '&[data-state="started"]': { borderColor: '{colors.accentText}', color: '{colors.accentText}' },
  },
} as const;
