import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import texts from '../../../schemas/texts/entry.json';
import { toApiError } from '../../api/apiError';
import { detailKey } from '../../api/application';
import { acceptTerms, useTerms } from '../../api/users';
import { ApplicationFrame } from '../shell/ApplicationFrame';
import { useApplication } from '../shell/application';
import { PageHeading } from '../shell/PageHeading';
import { Accordion } from '../ui/Accordion';
import { Button } from '../ui/Button';
import { SubscriberText } from '../ui/RichText';
import { Skeleton } from '../ui/Skeleton';
import { toast } from '../ui/Toaster';
import { usePending } from '../ui/usePending';
import './entry.css';
import { LoadProblem, messageOf } from './LoadProblem';

import { SideTabs } from './SideTabs';

const anchors = ['instructions', 'terms'] as const;

/** Instructions and terms, to be agreed to once (spec 000, sections 2 and 4). */
export function InstructionPage() {
  const application = useApplication();
  if (application.accept_terms_and_condition_status) return <Navigate to="/identification" replace />;
  return <OpenInstruction trnId={application.trn_id} />;
}

function OpenInstruction({ trnId }: { trnId: string }) {
  const terms = useTerms(trnId);
  const [open, setOpen] = useState<readonly string[]>(anchors);
  const [current, setCurrent] = useState('instructions');
  const { isPending, agree } = useAgreement(trnId);
  const tabs = anchors.map((anchor) => ({ anchor, tab: texts.instruction[anchor] }));
  const content: Record<string, string | undefined> = {
    instructions: terms.data?.text,
    terms: terms.data?.subscriber_text,
  };
  const choose = (anchor: string) => {
    setCurrent(anchor);
    setOpen((shown) => [...new Set([...shown, anchor])]);
  };
  const toggle = (anchor: string, isOpening: boolean) =>
    setOpen((shown) => (isOpening ? [...shown, anchor] : shown.filter((other) => other !== anchor)));
  return (
    <ApplicationFrame
      side={<SideTabs label={texts.instruction.tabs} tabs={tabs} current={current} onChoose={choose} />}
    >
      <PageHeading title={texts.instruction.title}>{texts.instruction.heading}</PageHeading>
      {terms.error && <LoadProblem error={terms.error} onRetry={() => void terms.mutate()} />}
      {!terms.data && !terms.error && <Skeleton lines={8} holdsRest />}
      {terms.data &&
        tabs.map(({ anchor, tab }) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: it only notes where the focus is.
          <div key={anchor} onFocus={() => setCurrent(anchor)}>
            <Accordion
              id={anchor}
              title={tab}
              open={open.includes(anchor)}
              onToggle={(isOpening) => toggle(anchor, isOpening)}
            >
              <SubscriberText html={content[anchor] ?? ''} />
            </Accordion>
          </div>
        ))}
      {terms.data && (
        <div className="ap-next">
          <Button variant="primary" aria-disabled={isPending} onClick={() => void agree()}>
            {isPending ? texts.instruction.pending : texts.instruction.submit}
          </Button>
        </div>
      )}
    </ApplicationFrame>
  );
}

function useAgreement(trnId: string) {
  const navigate = useNavigate();
  const { mutate } = useSWRConfig();
  const [isPending, agree] = usePending(async () => {
    try {
      const { message } = await acceptTerms(trnId);
      await mutate(detailKey(trnId));
      toast('success', message || texts.instruction.done);
      await navigate('/identification', { replace: true });
    } catch (cause) {
      toast('error', messageOf(toApiError(cause), texts.instruction.failed));
    }
  });
  return { isPending, agree };
}
