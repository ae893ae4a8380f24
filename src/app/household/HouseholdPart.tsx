import { Box } from '@chakra-ui/react/box';
import { useState } from 'react';
import { leaveHousehold, useHousehold } from '../../api/household';
import type { Household } from '../../contract/household';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { useApplication } from '../shell/application';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { Lead } from '../ui/PagePart';
import { confirm } from '../ui/QuestionHost';
import { Skeleton } from '../ui/Skeleton';
import { MemberRow } from './MemberRow';
import { AddPerson } from './personDialogs';
import { type ChangeHousehold, useHouseholdChange } from './useHouseholdChange';

export function HouseholdPart() {
  const messages = useMessages('household');
  const { trn_id } = useApplication();
  const { data, error, mutate } = useHousehold(trn_id);
  const change = useHouseholdChange(mutate);
  if (error && !data)
    return (
      <Banner kind="error" title={messages.failed}>
        <Button onClick={() => void mutate()}>{messages.retry}</Button>
      </Banner>
    );
  return data ? <Members household={data} change={change} /> : <Skeleton lines={4} />;
}

interface MembersProps {
  household: Household;
  change: ChangeHousehold;
}

function Members({ household, change }: MembersProps) {
  const messages = useMessages('household');
  const { members, may_add, may_leave } = household;
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <Progress household={household} />
      <Box marginBottom={{ md: '5' }} {...(members.length > 0 && CARD)}>
        {members.length > 0 && (
          <Box as="ul" aria-label={messages.list} listStyle="none">
            {members.map((member) => (
              <MemberRow key={member.id} member={member} revision={household.revision} change={change} />
            ))}
          </Box>
        )}
        <div className="rp-buttons">
          {may_add.length > 0 && <Button onClick={() => setAdding(true)}>{messages.actions.add}</Button>}
          {may_leave && <Leave household={household} change={change} />}
        </div>
      </Box>
      {isAdding && <AddPerson household={household} change={change} onClose={() => setAdding(false)} />}
    </>
  );
}

function Progress({ household: { members, people, submitted, is_complete } }: { household: Household }) {
  const messages = useMessages('household');
  if (members.length === 0) return <Lead>{messages.empty}</Lead>;
  return (
    <p className="rp-frame__lead">
      {is_complete ? messages.complete : fillText(messages.progress, { submitted, people })}
    </p>
  );
}

function Leave({ household: { revision }, change }: MembersProps) {
  const { actions, leave, done } = useMessages('household');
  async function ask() {
    if (await confirm(leave)) await change({ revision }, (key) => leaveHousehold(revision, key), done.leave);
  }
  return (
    <Button variant="link" onClick={() => void ask()}>
      {actions.leave}
    </Button>
  );
}

export function PrivateNote() {
  const { title, text } = useMessages('household').private;
  const { subscriber_name: subscriber } = useApplication();
  return (
    <Box as="section" aria-labelledby="private" {...CARD}>
      <Box as="h2" id="private" css={{ fontSize: 'title3', margin: '0 0 {spacing.2}' }}>
        {title}
      </Box>
      <p>{fillText(text, { subscriber })}</p>
    </Box>
  );
}

const CARD = {
  padding: { base: '4', md: '5' },
  marginBottom: '5',
  border: '1px solid {colors.hair}',
  borderRadius: 'card',
} as const;
