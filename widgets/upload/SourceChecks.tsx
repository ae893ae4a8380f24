import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { rules } from '../../schemas/checks/income.json';
import texts from '../../schemas/texts/document-checks.json';
import type { PageProgress, ValidationMessage } from '../../src/model/checks/findings';
import { checksOf, type FileChecks, openByFile, outcomeOf, waitsForAnswer } from '../../src/model/checks/notes';
import type { CheckRule } from '../../src/model/checks/rules';
import { fillText } from '../../src/model/fillText';
import type { DocumentChecks, FormServices, StoredDocument } from '../../src/model/formContext';
import { Answering, messageId } from './CheckAnswer';
import { CoverageLine, coverageOf } from './CoverageLine';

interface SourceChecksProps {
  documentId: number;
  sourceId: number;
  checks: DocumentChecks;
  /** The files of the source. */
  documents: readonly StoredDocument[];
  readonly: boolean;
  announce: FormServices['announce'];
}

/** What the server's checks say of the documents of one source: below its files, up to date without a reload (spec 002 §8, Warning alerts). */
export function SourceChecks({ documentId, sourceId, checks, documents, readonly, announce }: SourceChecksProps) {
  const state = useSyncExternalStore(checks.subscribe, checks.state);
  const found = checksOf(state, documentId, sourceId);
  const coverage = coverageOf(state, documentId, sourceId);
  const isReading = state.reading > 0 && documents.length > 0;
  const failed = found.filter(({ outcome }) => outcome === 'failed');
  const unclear = found.filter(({ outcome }) => outcome === 'inconclusive');
  const passed = found.length - failed.length - unclear.length;
  useNews(isReading, failed.length, documents.length > 0, announce);
  const nameOf = (check: ValidationMessage) => documents.find(({ id }) => id === check.document)?.name;
  return (
    <Grid gap="3" minWidth="0">
      {coverage && <CoverageLine coverage={coverage} />}
      {isReading && <Reading progress={state.progress ?? []} documents={documents} />}
      {failed.length + unclear.length > 0 && (
        <Grid as="ul" gap="3" aria-label={texts.title}>
          {openByFile(found).map((checksOfFile) => (
            <FileVerdict
              key={checksOfFile[0].document}
              found={checksOfFile}
              file={nameOf(checksOfFile[0]) ?? texts.together}
              readonly={readonly}
            >
              {(check, onAnswer) => (
                <Answering check={check} file={nameOf(check)} {...{ checks, readonly, announce, onAnswer }} />
              )}
            </FileVerdict>
          ))}
        </Grid>
      )}
      {passed > 0 && (
        <Box as="p" color="good" fontWeight="medium" _before={{ content: '"✓ "' }}>
          {fillText(passed === 1 ? texts.passed : texts.passedSome, { n: passed })}
        </Box>
      )}
    </Grid>
  );
}

interface ReadingProps {
  progress: readonly PageProgress[];
  documents: readonly StoredDocument[];
}

/** That documents are being read, and how far those have come that are read page by page. */
function Reading({ progress, documents }: ReadingProps) {
  const own = progress.flatMap(({ document, ...place }) => {
    const name = documents.find(({ id }) => id === document)?.name;
    return name ? [fillText(texts.page, { name, ...place })] : [];
  });
  return (own.length ? own : [texts.reading]).map((line) => (
    <Box as="p" key={line} color="muted">
      {line}
    </Box>
  ));
}

interface FileVerdictProps {
  found: FileChecks;
  file: string;
  readonly: boolean;
  /** What can be done about one of them; `onAnswer` is called as its answer is sent. */
  children(check: ValidationMessage, onAnswer: () => void): React.ReactNode;
}

/** One verdict on a file, the weightiest check that led to it and what can be done about that; the others are folded below. */
function FileVerdict({ found, file, readonly, children }: FileVerdictProps) {
  const [isOpen, setOpen] = useState(false);
  const verdict = outcomeOf(found);
  // Touched is what has been worked on: it stays first, whatever is found meanwhile.
  const [touched, setTouched] = useState<number>();
  const [first, ...others] = firstOf(found, readonly, touched);
  const card = useRef<HTMLLIElement>(null);
  const onAnswer = useFocusOnNext(card, first.id);
  return (
    <Grid asChild data-outcome={verdict} {...CARD} borderInlineStart={`4px solid {colors.${EDGES[verdict]}}`}>
      <li ref={card} onFocus={() => setTouched(first.id)}>
        <Flex {...HEAD}>
          <Box as="strong" minWidth="0">
            {file}
          </Box>
          <Box as="span" {...CHIP}>
            {texts[verdict]}
          </Box>
        </Flex>
        <Check key={first.id} check={first}>
          {children(first, onAnswer)}
        </Check>
        {others.length > 0 && (
          <Box key="more" asChild marginInlineStart="-1">
            <button
              type="button"
              className="rp-button"
              data-variant="link"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {fillText(others.length === 1 ? texts.follows : texts.followsSome, { n: others.length })}
            </button>
          </Box>
        )}
        {others.map((check) => (
          <Check key={check.id} check={check} isFolded={!isOpen}>
            {children(check, onAnswer)}
          </Check>
        ))}
      </li>
    </Grid>
  );
}

/** The checks of a file in their order, but first the one to be answered: the touched one, until that is answered. */
function firstOf(found: FileChecks, readonly: boolean, touched: number | undefined): FileChecks {
  const waiting = readonly ? [] : found.filter(waitsForAnswer);
  const said = found.filter(({ answer }) => answer);
  const of = (checks: ValidationMessage[]) => checks.find(({ id }) => id === touched) ?? checks[0];
  const first = of(waiting) ?? of(said) ?? found[0];
  return [first, ...found.filter((check) => check !== first)];
}

/** Where the answered check gave its place to the next one, the next takes the focus. The function says that an answer is sent. */
function useFocusOnNext(card: RefObject<HTMLElement | null>, first: number): () => void {
  const answered = useRef<number>(undefined);
  // The focus is the browser's.
  useEffect(() => {
    if (answered.current === undefined || answered.current === first) return;
    answered.current = undefined;
    card.current?.querySelector<HTMLElement>(`#document-check-${first}`)?.focus();
  }, [card, first]);
  return () => {
    answered.current = first;
  };
}

const CARD = {
  gap: '3',
  justifyItems: 'start',
  minWidth: '0',
  padding: '4',
  border: '1px solid {colors.hair}',
  borderRadius: 'card',
  overflowWrap: 'anywhere',
} as const;
const EDGES = { failed: 'fair', confirmed: 'good', answered: 'good', confirm: 'fair', inconclusive: 'edge' } as const;
const HEAD = { wrap: 'wrap', gap: '{spacing.1} {spacing.3}', justify: 'space-between', width: '100%' } as const;
const CHIP = {
  paddingInline: '2',
  borderRadius: 'control',
  bg: 'surface',
  fontSize: 'small',
  fontWeight: 'medium',
} as const;

interface CheckProps {
  check: ValidationMessage;
  isFolded?: boolean;
  children: React.ReactNode;
}

function Check({ check, isFolded, children }: CheckProps) {
  const { message, expected, found, outcome } = check;
  const rule: Pick<CheckRule, 'isGap' | 'isMendedByFile'> = rules.find(({ id }) => id === check.rule) ?? {};
  // What the sentence has said is not said again.
  const facts = [
    [texts.expected, expected],
    [rule.isGap && outcome !== 'passed' ? texts.missing : texts.found, found],
  ].filter(([, text]) => text && !message.includes(text));
  return (
    <Grid hidden={isFolded} {...POINT}>
      <p id={messageId(check)} tabIndex={-1}>
        {message}
      </p>
      {facts.length > 0 && (
        <Grid as="dl" {...FACTS}>
          {facts.map(([label, text]) => (
            <div key={label}>
              <Box as="dt" color="muted">
                {label}
              </Box>
              <dd>{text}</dd>
            </div>
          ))}
        </Grid>
      )}
      {children}
      {outcome === 'failed' && rule.isMendedByFile && (
        <details>
          <Box as="summary" color="accentText" cursor="pointer" paddingBlock="2">
            {texts.right.title}
          </Box>
          <RightPicture />
        </details>
      )}
    </Grid>
  );
}

const POINT = { gap: '3', width: '100%', minWidth: '0', _hidden: { display: 'none' } } as const;
const FACTS = {
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 9rem), 1fr))',
  gap: '{spacing.2} {spacing.4}',
  fontSize: 'small',
} as const;

/** What a right file looks like: whole pages with sharp lines, nothing cut off. */
export function RightFile() {
  return (
    <RightPicture>
      <strong>{texts.right.title}</strong>{' '}
    </RightPicture>
  );
}

function RightPicture({ children }: { children?: React.ReactNode }) {
  return (
    <Flex as="figure" gap="3" align="center" fontSize="small">
      <Box asChild flex="none" fill="none" stroke="muted" strokeWidth="2px" css={TICK}>
        <svg viewBox="0 0 64 80" width="64" height="80" aria-hidden="true">
          <path d="M6 3h36l16 16v58H6z" />
          <path d="M42 3v16h16M14 30h24M14 40h36M14 48h36M14 56h36M38 66h12" />
          <path d="M14 66l5 5 9-10" />
        </svg>
      </Box>
      <figcaption>
        {children}
        {texts.right.text}
      </figcaption>
    </Flex>
  );
}

const TICK = { '& > :last-child': { stroke: 'good', strokeWidth: '4px' } } as const;

/** Says once, politely, what a reading that has just ended has brought. */
function useNews(isReading: boolean, failed: number, hasFiles: boolean, announce: FormServices['announce']): void {
  const before = useRef({ isReading, failed });
  // The live region lies outside the form.
  useEffect(() => {
    const { isReading: wasReading, failed: failedBefore } = before.current;
    before.current = { isReading, failed: isReading ? failedBefore : failed };
    if (isReading || !hasFiles || (!wasReading && failed <= failedBefore)) return;
    const attention = fillText(failed === 1 ? texts.attentionOne : texts.attention, { n: failed });
    announce(failed > 0 ? `${texts.read} ${attention}` : texts.read);
  }, [isReading, failed, hasFiles, announce]);
}
