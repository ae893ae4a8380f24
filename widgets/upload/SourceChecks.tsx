import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { pageMessages, useMessages } from '../../src/messages/useMessages';
import type { DocumentChecks, FormServices, StoredDocument } from '../../src/model/formContext';
import type { PageProgress, ValidationMessage } from '../../src/model/income/checks/documentChecks';
import { checksOf, type FileChecks, openByFile, outcomeOf, waitsForAnswer } from '../../src/model/income/checks/notes';
import { fillText } from '../../src/model/messages/fillText';
import { Answering } from './CheckAnswer';
import { CheckMessage } from './CheckMessage';
import { CoverageLine, findCoverage } from './CoverageLine';

interface SourceChecksProps {
  documentId: number;
  sourceId: number;
  checks: DocumentChecks;
  documents: readonly StoredDocument[];
  readonly: boolean;
  announce: FormServices['announce'];
}

/** Shows the document checks of a source, updated without a reload (docs/spec/002-income.md, Warning alerts). */
export function SourceChecks({ documentId, sourceId, checks, documents, readonly, announce }: SourceChecksProps) {
  const messages = useMessages('document-checks');
  const state = useSyncExternalStore(checks.subscribe, checks.state);
  const found = checksOf(state, documentId, sourceId);
  const coverage = findCoverage(state, documentId, sourceId);
  const isReading = state.reading > 0 && documents.length > 0;
  const failed = found.filter(({ outcome }) => outcome === 'failed');
  const unclear = found.filter(({ outcome }) => outcome === 'inconclusive');
  const passed = found.length - failed.length - unclear.length;
  useNews(isReading, failed.length, documents.length > 0, announce);
  const documentName = (check: ValidationMessage) => documents.find(({ id }) => id === check.document)?.name;
  return (
    <Grid gap="3" minWidth="0">
      {coverage && <CoverageLine coverage={coverage} />}
      {isReading && <Reading progress={state.progress ?? []} documents={documents} />}
      {failed.length + unclear.length > 0 && (
        <Grid as="ul" gap="3" aria-label={messages.title}>
          {openByFile(found).map((checksOfFile) => (
            <FileVerdict
              key={checksOfFile[0].document}
              found={checksOfFile}
              file={documentName(checksOfFile[0]) ?? messages.together}
              readonly={readonly}
            >
              {(check, onAnswer) => (
                <Answering check={check} file={documentName(check)} {...{ checks, readonly, announce, onAnswer }} />
              )}
            </FileVerdict>
          ))}
        </Grid>
      )}
      {passed > 0 && (
        <Box as="p" color="good" fontWeight="medium" _before={{ content: '"✓ "' }}>
          {fillText(messages.passed, { n: passed })}
        </Box>
      )}
    </Grid>
  );
}

/** Shows that documents are being read, with progress by page. */
function Reading({ progress, documents }: { progress: readonly PageProgress[]; documents: readonly StoredDocument[] }) {
  const messages = useMessages('document-checks');
  const own = progress.flatMap(({ document, ...place }) => {
    const name = documents.find(({ id }) => id === document)?.name;
    return name ? [fillText(messages.page, { name, ...place })] : [];
  });
  return (own.length ? own : [messages.reading]).map((line) => (
    <Box as="p" key={line} color="muted">
      {line}
    </Box>
  ));
}

interface FileVerdictProps {
  found: FileChecks;
  file: string;
  readonly: boolean;
  /** Draws the answer controls of a check. */
  children(check: ValidationMessage, onAnswer: () => void): React.ReactNode;
}

/** Shows one verdict per file with its most important check. The others are collapsed. */
function FileVerdict({ found, file, readonly, children }: FileVerdictProps) {
  const messages = useMessages('document-checks');
  const [isOpen, setOpen] = useState(false);
  const verdict = outcomeOf(found);
  // The check being answered stays first when new ones arrive.
  const [touched, setTouched] = useState<number>();
  const [first, ...others] = sortChecks(found, readonly, touched);
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
            {messages[verdict]}
          </Box>
        </Flex>
        <CheckMessage key={first.id} check={first}>
          {children(first, onAnswer)}
        </CheckMessage>
        {others.length > 0 && (
          <Box key="more" asChild marginInlineStart="-1">
            <button
              type="button"
              className="rp-button"
              data-variant="link"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {fillText(messages.follows, { n: others.length })}
            </button>
          </Box>
        )}
        {others.map((check) => (
          <CheckMessage key={check.id} check={check} isFolded={!isOpen}>
            {children(check, onAnswer)}
          </CheckMessage>
        ))}
      </li>
    </Grid>
  );
}

/** Puts the touched check first, then the first unanswered one. */
function sortChecks(found: FileChecks, readonly: boolean, touched: number | undefined): FileChecks {
  const waiting = readonly ? [] : found.filter(waitsForAnswer);
  const answered = found.filter(({ answer }) => answer);
  const of = (checks: ValidationMessage[]) => checks.find(({ id }) => id === touched) ?? checks[0];
  const first = of(waiting) ?? of(answered) ?? found[0];
  return [first, ...found.filter((check) => check !== first)];
}

/** Focuses the next check after an answer. Returns a function to call when an answer is sent. */
function useFocusOnNext(card: RefObject<HTMLElement | null>, first: number): () => void {
  const answered = useRef<number>(undefined);
  // Synchronizes with the browser's focus.
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

/** Announces the result once when reading ends. */
function useNews(isReading: boolean, failed: number, hasFiles: boolean, announce: FormServices['announce']): void {
  const before = useRef({ isReading, failed });
  // Synchronizes with the live region outside the form.
  useEffect(() => {
    const { isReading: wasReading, failed: failedBefore } = before.current;
    before.current = { isReading, failed: isReading ? failedBefore : failed };
    if (isReading || !hasFiles || (!wasReading && failed <= failedBefore)) return;
    const { read, attention } = pageMessages('document-checks');
    announce(failed > 0 ? `${read} ${fillText(attention, { n: failed })}` : read);
  }, [isReading, failed, hasFiles, announce]);
}
