import { Box } from '@chakra-ui/react/box';
import { Center } from '@chakra-ui/react/center';
import { Grid } from '@chakra-ui/react/grid';
import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import texts from '../../../schemas/texts/entry.json';
import { toApiError } from '../../api/apiError';
import { detailKey, useConfiguration } from '../../api/application';
import { feeOf, useFees } from '../../api/payment';
import { acceptTerms, useTerms } from '../../api/users';
import type { SubscriberSettings } from '../../contract/application';
import { type DocumentName, documentId, documentType, documentTypes } from '../../model/documents';
import { fillText } from '../../model/fillText';
import { formatDollars } from '../../model/format';
import { ApplicationFrame } from '../shell/ApplicationFrame';
import { useApplication } from '../shell/application';
import { NextArea } from '../shell/Frame';
import { PageHeading } from '../shell/PageHeading';
import { Accordion } from '../ui/Accordion';
import { Button } from '../ui/Button';
import { SubscriberText } from '../ui/RichText';
import { Skeleton } from '../ui/Skeleton';
import { toast } from '../ui/Toaster';
import { usePending } from '../ui/usePending';
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
      <p className="rp-frame__lead">{texts.instruction.minutes}</p>
      <AtHand trnId={trnId} />
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
        <NextArea>
          <Button variant="primary" aria-disabled={isPending} onClick={() => void agree()}>
            {isPending ? texts.instruction.pending : texts.instruction.submit}
          </Button>
        </NextArea>
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

const words = texts.instruction.have;

/** What to have at hand: the documents that this landlord asks for by name, the addresses, the fee. */
export function AtHand({ trnId }: { trnId: string }) {
  const { data: settings } = useConfiguration(trnId);
  const { data: fees } = useFees(trnId);
  const card = fees ? fillText(words.cardHelp, { amount: formatDollars(feeOf(fees)) }) : words.cardLater;
  const things = [...thingsOf(settings?.documents), [words.card, card]];
  return (
    <section aria-labelledby="at-hand">
      <h2 id="at-hand">{words.title}</h2>
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

type Settings = SubscriberSettings['documents'];

/** In the order of the steps; what the landlord hides is not asked for. */
function thingsOf(settings: Settings = {}): (readonly [string, string?])[] {
  const isAsked = ({ setting }: { setting?: string }) => !setting || settings[setting] !== 'Hide';
  const has = (name: DocumentName) => isAsked(documentType(documentId(name)) ?? {});
  const identity = documentTypes.filter((type) => type.role === 'identity' && isAsked(type));
  const income = [...(has('employment') ? [words.stubs] : []), ...(has('banking') ? [words.statements] : [])];
  return [
    ...(identity.length ? [identityOf(identity.map(({ title }) => title))] : []),
    [words.addresses, words.addressesHelp],
    has('ssn') ? [words.ssn, words.ssnHelp] : [words.ssn],
    ...(income.length ? [[income.length > 1 ? words.income : (income[0] ?? ''), words.incomeHelp] as const] : []),
  ];
}

function identityOf(titles: readonly string[]): readonly [string, string] {
  return [fillText(words.identity, { list: titles.join(', ') }), words.identityHelp];
}
