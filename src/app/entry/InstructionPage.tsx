import { Box } from '@chakra-ui/react/box';
import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import { toApiError } from '../../api/apiError';
import { detailKey, useConfiguration } from '../../api/application';
import { useNotices } from '../../api/notices';
import { getFee, useFees } from '../../api/payment';
import { acceptTerms, useTerms } from '../../api/users';
import type { ShownNotice } from '../../contract/notices';
import { useMessages } from '../../messages/useMessages';
import { isShownAtStart } from '../../model/law/notices';
import { ApplicationFrame } from '../shell/ApplicationFrame';
import { applicationFlow, useApplication } from '../shell/application';
import { NextArea } from '../shell/Frame';
import { PageHeading } from '../shell/PageHeading';
import { Accordion } from '../ui/Accordion';
import { Button } from '../ui/Button';
import { LoadError, refusalMessage } from '../ui/LoadError';
import { NoticeText } from '../ui/NoticeText';
import { SubscriberText } from '../ui/RichText';
import { Skeleton } from '../ui/Skeleton';
import { toast } from '../ui/Toaster';
import { usePending } from '../ui/usePending';
import { Checklist, needsChecklist } from './Checklist';
import { SideTabs } from './SideTabs';

const firstPage = (): string => applicationFlow().steps[0]?.route ?? '/';

const anchors = ['instructions', 'terms'] as const;

/** Shows the instructions (docs/spec/000.md, §2 and §4). */
export function InstructionPage() {
  const application = useApplication();
  if (application.accept_terms_and_condition_status) return <Navigate to={firstPage()} replace />;
  return <OpenInstruction trnId={application.trn_id} />;
}

function OpenInstruction({ trnId }: { trnId: string }) {
  const messages = useMessages('entry').instruction;
  const terms = useTerms(trnId);
  const notices = useNotices(trnId);
  const failed = [terms, notices].find(({ data, error }) => !data && error);
  const isLoaded = terms.data && notices.data;
  const [open, setOpen] = useState<readonly string[]>(anchors);
  const [current, setCurrent] = useState('instructions');
  const { isPending, agree } = useAgreement(trnId);
  const tabs = anchors.map((anchor) => ({ anchor, tab: messages[anchor] }));
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
    <ApplicationFrame side={<SideTabs label={messages.tabs} tabs={tabs} current={current} onChoose={choose} />}>
      <PageHeading title={messages.title}>{messages.heading}</PageHeading>
      <Needs trnId={trnId} />
      {failed?.error && <LoadError error={failed.error} onRetry={() => void failed.mutate()} />}
      {!isLoaded && !failed && <Skeleton lines={8} holdsRest />}
      {isLoaded &&
        tabs.map(({ anchor, tab }) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: it only tracks the focus.
          <div key={anchor} onFocus={() => setCurrent(anchor)}>
            <Accordion
              id={anchor}
              title={tab}
              open={open.includes(anchor)}
              onToggle={(isOpening) => toggle(anchor, isOpening)}
            >
              <SubscriberText html={content[anchor] ?? ''} />
              {anchor === 'terms' &&
                notices.data?.notices
                  .filter(isShownAtStart)
                  .map((notice) => <Notice key={notice.id} notice={notice} />)}
            </Accordion>
          </div>
        ))}
      {isLoaded && (
        <NextArea>
          <Box as="p" marginBottom="3">
            {messages.agreement}
          </Box>
          <Button variant="primary" aria-disabled={isPending} onClick={() => void agree()}>
            {isPending ? messages.pending : messages.submit}
          </Button>
        </NextArea>
      )}
    </ApplicationFrame>
  );
}

function useAgreement(trnId: string) {
  const messages = useMessages('entry').instruction;
  const navigate = useNavigate();
  const { mutate } = useSWRConfig();
  const [isPending, agree] = usePending(async () => {
    try {
      const { message } = await acceptTerms(trnId);
      await mutate(detailKey(trnId));
      await navigate(firstPage(), { replace: true });
      toast('success', message || messages.done, { place: 'start' });
    } catch (cause) {
      toast('error', refusalMessage(toApiError(cause), messages.failed));
    }
  });
  return { isPending, agree };
}

/** Closed at first. It's shown again, open, before the signature. */
function Notice({ notice }: { notice: ShownNotice }) {
  return (
    <Box asChild marginBottom="-3">
      <details className="rp-advice">
        <summary>{notice.title}</summary>
        <NoticeText notice={notice} />
      </details>
    </Box>
  );
}

/** The list is closed at first, because most applicants saw it on the registration page. */
function Needs({ trnId }: { trnId: string }) {
  const messages = useMessages('entry').instruction.have;
  const { data: settings } = useConfiguration(trnId);
  const { data: fees } = useFees(trnId);
  const { asked } = useApplication();
  const [isOpen, setOpen] = useState(false);
  if (!needsChecklist()) return null;
  return (
    <Accordion id="needs" title={messages.title} open={isOpen} onToggle={setOpen}>
      <Checklist documents={settings?.documents} asked={asked} card={{ fee: fees && getFee(fees) }} />
    </Accordion>
  );
}
