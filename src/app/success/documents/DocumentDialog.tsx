import { Box } from '@chakra-ui/react/box';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useForm } from '../../../api/forms';
import { createKey } from '../../../api/idempotentCall';
import { useStepRecords } from '../../../api/steps';
import { putInReview } from '../../../api/success';
import type { StepRecords } from '../../../contract/steps';
import { SectionForm } from '../../../engine/SectionForm';
import type { SectionHandle } from '../../../engine/useSection';
import type { Messages } from '../../../messages/files';
import { useMessages } from '../../../messages/useMessages';
import { fillText } from '../../../model/messages/fillText';
import { stepInRole } from '../../../model/section/flow';
import type { Answers, Checker, Context, ServedForm } from '../../../model/types';
import { type PageServices, useFormServices } from '../../form/formServices';
import { LoadFailed } from '../../form/LoadingStep';
import { knownChecks } from '../../form/loadedStep';
import { checkerOf, useCheckers } from '../../form/useCheckers';
import { applicationFlow } from '../../shell/application';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Skeleton } from '../../ui/Skeleton';
import { dismissToasts, toast } from '../../ui/Toaster';
import { documentsStep } from '../successSteps';
import { type UploadBlock, type UploadGroup, uploadGroups } from './uploadBlocks';

interface DocumentDialogProps {
  trnId: string;
  applicationNumber: string;
  /** Shows only this document. */
  wanted?: Wanted;
  onClose(): void;
}

interface Wanted {
  title: string;
  type: number;
  source: number | null;
}

/** Uploads documents over the page. Submitting, or closing with a file, starts the review (docs/spec/003.md, §4). */
export function DocumentDialog({ trnId, applicationNumber, wanted, onClose }: DocumentDialogProps) {
  const messages = useMessages('success').documents;
  const [visit] = useState(createKey);
  const form = useForm('success', documentsStep().id);
  const checkers = useCheckers(form.data);
  const income = useStepRecords(stepInRole(applicationFlow(), 'income'), trnId, visit);
  const countFiles = useRef<() => number>(() => 0);
  const isBusy = useRef(false);
  const error = form.error ?? checkers.error ?? income.error;

  /** Returns false on failure, which is shown. */
  async function review(): Promise<boolean> {
    toast('info', messages.saving);
    try {
      await putInReview(trnId, applicationNumber);
      dismissToasts();
      return true;
    } catch {
      dismissToasts();
      toast('error', messages.failed);
      return false;
    }
  }

  async function submit(isLeaving: boolean) {
    if (isBusy.current) return;
    isBusy.current = true;
    const isDone = isLeaving && countFiles.current() === 0 ? true : await review();
    isBusy.current = false;
    if (isDone || isLeaving) onClose();
  }

  const retry = () => void Promise.all([form.mutate(), checkers.mutate(), income.mutate()]);
  return (
    <Dialog
      title={wanted ? fillText(messages.one, { title: wanted.title }) : messages.title}
      size={wanted ? 'normal' : 'full'}
      onClose={() => void submit(true)}
      footer={
        <Button variant="primary" onClick={() => void submit(false)}>
          {messages.submit}
        </Button>
      }
    >
      {form.data && checkers.data && income.data ? (
        <DocumentGroups
          trnId={trnId}
          form={form.data}
          checkers={checkers.data}
          income={income.data}
          wanted={wanted}
          onFiles={(count) => {
            countFiles.current = count;
          }}
        />
      ) : error ? (
        <LoadFailed step="income" error={error} onRetry={retry} />
      ) : (
        <Skeleton fields={6} />
      )}
    </Dialog>
  );
}

interface DocumentGroupsProps {
  trnId: string;
  form: ServedForm;
  checkers: Record<string, Checker>;
  income: StepRecords;
  wanted?: Wanted;
  /** Receives a function that counts the files. */
  onFiles(count: () => number): void;
}

/** Uploads and deletions take effect at once. */
function DocumentGroups({ trnId, form, checkers, income, wanted, onFiles }: DocumentGroupsProps) {
  const services = useFormServices(trnId, { documents: income.documents ?? [], checks: knownChecks(income) });
  // Fixed when the dialog opens. Widgets keep later changes.
  const [groups] = useState(() => {
    const all = uploadGroups(form.sections, income);
    return wanted ? findWanted(all, wanted) : all;
  });
  const place = useRef<HTMLDivElement>(null);
  // Synchronizes with the dialog, which counts files on closing.
  useEffect(() => onFiles(() => services.documents.list().length), [onFiles, services]);
  useChooserFocus(place, wanted !== undefined);
  return (
    <div ref={place}>
      {groups.map(({ name, title, blocks, none }) => (
        <Box as="section" key={name} aria-labelledby={wanted ? undefined : `${name}-title`} {...(!wanted && GROUP)}>
          {!wanted && <h3 id={`${name}-title`}>{title}</h3>}
          <AboutDocuments section={name} title={title} />
          {blocks.length === 0 && <p className="rp-help">{none}</p>}
          {blocks.map((block) => (
            <div key={block.served.name}>
              {block.title && !wanted && (
                <Box as="h4" htmlTranslate="no" marginBlock="{spacing.4} {spacing.2}">
                  {block.title}
                </Box>
              )}
              <UploadForm
                block={block}
                checker={checkerOf(checkers, name)}
                context={form.context}
                services={services}
              />
            </div>
          ))}
        </Box>
      ))}
    </div>
  );
}

const GROUP = { marginBottom: '6', paddingBottom: '5', borderBottom: '1px solid {colors.hair}' } as const;

/** All groups if the document is in none of them. */
function findWanted(groups: UploadGroup[], { type, source }: Wanted): UploadGroup[] {
  const found = groups
    .filter(({ types }) => types.includes(type))
    .map((group) => ({
      ...group,
      blocks: group.blocks.filter((block) => block.source === undefined || source === null || block.source === source),
    }))
    .filter(({ blocks }) => blocks.length > 0);
  return found.length > 0 ? found : groups;
}

/** Focuses the file chooser, or the question before it. */
function useChooserFocus(place: RefObject<HTMLElement | null>, isWanted: boolean): void {
  // Synchronizes with the browser's focus, after the dialog took it and the fields are drawn.
  useEffect(() => {
    if (!isWanted) return undefined;
    let frame = 0;
    const focusChooser = (triesLeft: number) => {
      const inputs = [...(place.current?.querySelectorAll<HTMLInputElement>('input:enabled') ?? [])];
      const chooser = inputs.find(({ type }) => type === 'file') ?? inputs.find(({ type }) => type === 'radio');
      if (chooser) chooser.focus();
      else if (triesLeft > 0) frame = requestAnimationFrame(() => focusChooser(triesLeft - 1));
    };
    frame = requestAnimationFrame(() => focusChooser(60));
    return () => cancelAnimationFrame(frame);
  }, [place, isWanted]);
}

interface UploadFormProps {
  block: UploadBlock;
  checker: Checker;
  context: Context;
  services: PageServices;
}

/** The newly employed box is stored when checked. */
function UploadForm({ block: { served, initial, source }, services, ...rest }: UploadFormProps) {
  const messages = useMessages('success').documents;
  const form = useRef<SectionHandle>(null);
  const stored = useRef(initial.allowOfferLetter === true);

  async function onChange({ allowOfferLetter }: Answers) {
    const isAllowed = allowOfferLetter === true;
    if (source === undefined || isAllowed === stored.current) return;
    const before = stored.current;
    stored.current = isAllowed;
    try {
      await services.allowOfferLetter(source, isAllowed);
    } catch {
      stored.current = before;
      form.current?.write([{ path: ['allowOfferLetter'], value: before }]);
      toast('error', messages.failed);
    }
  }

  return (
    <SectionForm
      ref={form}
      section={served}
      services={services}
      initial={initial}
      mode="live"
      onChange={(answers) => void onChange(answers)}
      {...rest}
    />
  );
}

interface Advice {
  question?: string;
  answer: string;
}

/** Help by section (docs/spec/003.md, §2). */
const ADVICE: Record<string, (messages: Messages<'success'>) => Advice[]> = {
  'upload-identity': ({ documents }) => [{ answer: documents.identity.about }],
  'upload-ssn': ({ documents }) => [{ answer: documents.ssn.about }],
  'upload-employment': ({ faq }) => faq.items,
  'upload-other-income': ({ faq }) => faq.items,
};

function AboutDocuments({ section, title }: { section: string; title: string }) {
  const messages = useMessages('success');
  const [isOpen, setOpen] = useState(false);
  const advice = ADVICE[section]?.(messages);
  if (!advice) return null;
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="link" marginInlineStart="-0.25rem" textAlign="start" onClick={() => setOpen(true)}>
        {fillText(messages.documents.aboutSection, { title })}
      </Button>
      {isOpen && (
        <Dialog title={title} onClose={close} footer={<Button onClick={close}>{messages.faq.close}</Button>}>
          {advice.map(({ question, answer }) => (
            <div key={answer}>
              {question && <h3>{question}</h3>}
              <p>{answer}</p>
            </div>
          ))}
        </Dialog>
      )}
    </>
  );
}
