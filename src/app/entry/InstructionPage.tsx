import { Box } from '@chakra-ui/react/box';
import { Center } from '@chakra-ui/react/center';
import { Grid } from '@chakra-ui/react/grid';
import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import { toApiError } from '../../api/apiError';
import { detailKey, useConfiguration } from '../../api/application';
import { getFee, useFees } from '../../api/payment';
import { acceptTerms, useTerms } from '../../api/users';
import type { Configuration } from '../../contract/application';
import type { Messages } from '../../messages/files';
import { useMessages } from '../../messages/useMessages';
import { formatDollars } from '../../model/format/money';
import { fillText } from '../../model/messages/fillText';
import { type DocumentName, documentId, documentType, documentTypes } from '../../model/section/documentTypes';
import { ApplicationFrame } from '../shell/ApplicationFrame';
import { applicationFlow, useApplication } from '../shell/application';
import { NextArea } from '../shell/Frame';
import { PageHeading } from '../shell/PageHeading';
import { Accordion } from '../ui/Accordion';
import { Button } from '../ui/Button';
import { LoadError, refusalMessage } from '../ui/LoadError';
import { SubscriberText } from '../ui/RichText';
import { Skeleton } from '../ui/Skeleton';
import { toast } from '../ui/Toaster';
import { usePending } from '../ui/usePending';
import { SideTabs } from './SideTabs';

const anchors = ['instructions', 'terms'] as const;

/** docs/spec/000.md, §2 and §4 */
export function InstructionPage() {
  const application = useApplication();
  if (application.accept_terms_and_condition_status) return <Navigate to="/identification" replace />;
  return <OpenInstruction trnId={application.trn_id} />;
}

function OpenInstruction({ trnId }: { trnId: string }) {
  const messages = useMessages('entry').instruction;
  const terms = useTerms(trnId);
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
      <p className="rp-frame__lead">{messages.minutes}</p>
      <Checklist trnId={trnId} />
      {terms.error && <LoadError error={terms.error} onRetry={() => void terms.mutate()} />}
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
        <NextArea>
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
      toast('success', message || messages.done);
      await navigate(applicationFlow().steps[0]?.route ?? '/', { replace: true });
    } catch (cause) {
      toast('error', refusalMessage(toApiError(cause), messages.failed));
    }
  });
  return { isPending, agree };
}

/** Lists what the applicant needs: documents, addresses, the fee. */
export function Checklist({ trnId }: { trnId: string }) {
  const messages = useMessages('entry').instruction.have;
  const { data: settings } = useConfiguration(trnId);
  const { data: fees } = useFees(trnId);
  const card = fees ? fillText(messages.cardHelp, { amount: formatDollars(getFee(fees)) }) : messages.cardLater;
  const things = [...listDocuments(messages, settings?.documents), [messages.card, card]];
  return (
    <section aria-labelledby="at-hand">
      <h2 id="at-hand">{messages.title}</h2>
      <Box as="ol" marginBottom="6" border="1px solid {colors.hair}" borderRadius="card">
        {things.map(([title, help], index) => (
          <Grid as="li" key={title} borderTop={index > 0 ? '1px solid {colors.hair}' : undefined} {...THING}>
            <Center aria-hidden="true" {...NUMBER}>
              {index + 1}
            </Center>
            <strong>{title}</strong>
            {help && (
              <Box as="p" gridColumn="2" color="muted" fontSize="small">
                {help}
              </Box>
            )}
          </Grid>
        ))}
      </Box>
    </section>
  );
}

const THING = {
  gridTemplateColumns: '2.25rem 1fr',
  columnGap: '4',
  alignItems: 'center',
  padding: '{spacing.4} {spacing.5}',
} as const;

const NUMBER = {
  gridRow: 'span 2',
  width: '2.25rem',
  height: '2.25rem',
  borderRadius: 'control',
  bg: 'surface',
  color: 'accentText',
  fontWeight: 'bold',
} as const;

type ChecklistMessages = Messages<'entry'>['instruction']['have'];
type Settings = Configuration['documents'];

/** In step order, without what the landlord hides. */
function listDocuments(messages: ChecklistMessages, settings: Settings = {}): (readonly [string, string?])[] {
  const isAsked = ({ setting }: { setting?: string }) => !setting || settings[setting] !== 'Hide';
  const has = (name: DocumentName) => isAsked(documentType(documentId(name)) ?? {});
  const identity = documentTypes().filter((type) => type.role === 'identity' && isAsked(type));
  const income = [...(has('employment') ? [messages.stubs] : []), ...(has('banking') ? [messages.statements] : [])];
  return [
    ...(identity.length
      ? [
          identityItem(
            messages,
            identity.map(({ title }) => title),
          ),
        ]
      : []),
    [messages.addresses, messages.addressesHelp],
    has('ssn') ? [messages.ssn, messages.ssnHelp] : [messages.ssn],
    ...(income.length ? [[income.length > 1 ? messages.income : (income[0] ?? ''), messages.incomeHelp] as const] : []),
  ];
}

function identityItem(messages: ChecklistMessages, titles: readonly string[]): readonly [string, string] {
  return [fillText(messages.identity, { list: titles.join(', ') }), messages.identityHelp];
}
