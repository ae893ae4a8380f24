import { Box } from '@chakra-ui/react/box';
import { useEffect, useRef, useState } from 'react';
import texts from '../../../../schemas/texts/success.json';
import { createKey } from '../../../api/act';
import { useForm } from '../../../api/forms';
import { useStepRecords } from '../../../api/steps';
import { putInReview } from '../../../api/success';
import type { StepRecords } from '../../../contract/steps';
import { SectionForm } from '../../../engine/SectionForm';
import type { SectionHandle } from '../../../engine/useSection';
import { fillText } from '../../../model/fillText';
import { stepInRole } from '../../../model/flow';
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
import { documentsStep } from '../formatDay';
import { type UploadBlock, uploadGroups } from './uploadBlocks';

interface DocumentDialogProps {
  trnId: string;
  applicationNumber: string;
  /** The type of document that it was opened for: its section comes into sight. */
  wanted?: number;
  onClose(): void;
}

const words = texts.documents;

/** All proof documents over the whole page; Submit, and closing once there is a file, put the application in review (spec 003, section 4). */
export function DocumentDialog({ trnId, applicationNumber, wanted, onClose }: DocumentDialogProps) {
  const [visit] = useState(createKey);
  const form = useForm('success', documentsStep().id);
  const checkers = useCheckers(form.data);
  const income = useStepRecords(stepInRole(applicationFlow, 'income'), trnId, visit);
  const countFiles = useRef<() => number>(() => 0);
  const isBusy = useRef(false);
  const error = form.error ?? checkers.error ?? income.error;

  /** False when it could not be done, which was shown. */
  async function review(): Promise<boolean> {
    toast('info', words.saving);
    try {
      await putInReview(trnId, applicationNumber);
      dismissToasts();
      return true;
    } catch {
      dismissToasts();
      toast('error', words.failed);
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
      title={words.title}
      size="full"
      onClose={() => void submit(true)}
      footer={
        <Button variant="primary" onClick={() => void submit(false)}>
          {words.submit}
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
  wanted?: number;
  /** Takes the function that counts the files of every kind. */
  onFiles(count: () => number): void;
}

/** The sections of the dialog in their order; each file is sent and deleted at once. */
function DocumentGroups({ trnId, form, checkers, income, wanted, onFiles }: DocumentGroupsProps) {
  const services = useFormServices(trnId, { documents: income.documents ?? [], checks: knownChecks(income) });
  // What is drawn is what was there when the dialog opened; the widgets keep what has changed since.
  const [groups] = useState(() => uploadGroups(form.sections, income));
  // Tied to the dialog around it, which asks when it closes.
  useEffect(() => onFiles(() => services.documents.list().length), [onFiles, services]);
  useInSight(groups.find(({ types }) => wanted !== undefined && types.includes(wanted))?.name);
  return groups.map(({ name, title, blocks, none }) => (
    <Box as="section" key={name} aria-labelledby={`${name}-title`} {...GROUP}>
      <h3 id={`${name}-title`} tabIndex={-1}>
        {title}
      </h3>
      <AboutDocuments section={name} title={title} />
      {blocks.length === 0 && <p className="rp-help">{none}</p>}
      {blocks.map((block) => (
        <div key={block.served.name}>
          {block.title && (
            <Box as="h4" htmlTranslate="no" marginBlock="{spacing.4} {spacing.2}">
              {block.title}
            </Box>
          )}
          <UploadForm block={block} checker={checkerOf(checkers, name)} context={form.context} services={services} />
        </div>
      ))}
    </Box>
  ));
}

const GROUP = { marginBottom: '6', paddingBottom: '5', borderBottom: '1px solid {colors.hair}' } as const;

/** Brings a section into sight by the focus on its heading. */
function useInSight(name: string | undefined): void {
  // The focus is the browser's; the dialog takes it first.
  useEffect(() => {
    const heading = name && document.getElementById(`${name}-title`);
    if (!heading) return undefined;
    const frame = requestAnimationFrame(() => {
      heading.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [name]);
}

interface UploadFormProps {
  block: UploadBlock;
  checker: Checker;
  context: Context;
  services: PageServices;
}

/** One block. Its files go by themselves; its box for the newly employed is stored as it is ticked. */
function UploadForm({ block: { served, initial, source }, services, ...rest }: UploadFormProps) {
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
      toast('error', words.failed);
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

/** What is explained, by section (spec 003, section 2: info dialogs of the license, employment and non-employment income). */
const ADVICE: Record<string, () => Advice[]> = {
  'upload-identity': () => [{ answer: texts.documents.identity.about }],
  'upload-ssn': () => [{ answer: texts.documents.ssn.about }],
  'upload-employment': () => texts.faq.items,
  'upload-other-income': () => texts.faq.items,
};

/** A button that opens what there is to know about a section's documents. */
function AboutDocuments({ section, title }: { section: string; title: string }) {
  const [isOpen, setOpen] = useState(false);
  const advice = ADVICE[section]?.();
  if (!advice) return null;
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="link" marginInlineStart="-0.25rem" onClick={() => setOpen(true)}>
        {fillText(texts.documents.aboutSection, { title })}
      </Button>
      {isOpen && (
        <Dialog title={title} onClose={close} footer={<Button onClick={close}>{texts.faq.close}</Button>}>
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
