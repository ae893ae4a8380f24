import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { pageMessages, useMessages } from '../../src/messages/useMessages';
import type { DocumentChecks, FormServices } from '../../src/model/formContext';
import type { ValidationMessage } from '../../src/model/income/checks/documentChecks';
import { findCoverage, findFileStatus } from '../../src/model/income/checks/fileStatus';
import { checksOf } from '../../src/model/income/checks/notes';
import { findRule, isChecked } from '../../src/model/income/checks/rules';
import { fillText } from '../../src/model/messages/fillText';
import { CheckedCard } from './CheckedCard';
import { CoverageCard } from './CoverageCard';
import type { FileCardProps } from './FileCard';
import { PayCard } from './PayCard';

export interface UploadedFile extends FileCardProps {
  path: string;
  onReplace(): void;
}

interface CheckedFilesProps {
  documentId: number;
  sourceId: number;
  checks: DocumentChecks;
  files: readonly UploadedFile[];
  readonly: boolean;
  announce: FormServices['announce'];
  children: ReactNode;
}

/** Shows a card per file and the source's calendar. */
export function CheckedFiles({ documentId, sourceId, checks, files, children, ...answers }: CheckedFilesProps) {
  const messages = useMessages('document-checks');
  const state = useSyncExternalStore(checks.subscribe, checks.state);
  const found = checksOf(state, documentId, sourceId);
  const isReading = state.reading > 0 && files.length > 0 && isChecked(documentId);
  useAnnouncements(isReading, found, files.length > 0, answers.announce);
  const answering = { checks, ...answers };
  const statuses = files.map(({ document }) => document && findFileStatus(state, document));
  const whole = found.filter(({ document }) => document === null);
  const gap = whole.find(({ rule }) => findRule(rule)?.isGap);
  const coverage = findCoverage(state, documentId, sourceId);
  // Hides a calendar without covered periods, unless a check reports a gap.
  const hasCalendar = coverage && (gap || coverage.needed.some(({ covered }) => covered));
  return (
    <>
      {files.length > 0 && (
        <ul className="rp-files" aria-label={messages.title}>
          {files.map(({ path, onReplace, ...file }, index) => (
            <CheckedCard
              key={path}
              file={file}
              found={found.filter(({ document }) => document !== null && document === file.document?.id)}
              status={statuses[index]}
              progress={state.progress?.find(({ document }) => document === file.document?.id)}
              answering={answering}
              onReplace={onReplace}
            />
          ))}
        </ul>
      )}
      {children}
      {hasCalendar && (
        <CoverageCard
          coverage={coverage}
          gap={gap}
          answering={answering}
          isUnconfirmed={statuses.includes('confirm')}
        />
      )}
      {whole
        .filter((check) => check !== gap && check.outcome !== 'passed')
        .map((check) => (
          <PayCard key={check.id} check={check} answering={answering} />
        ))}
    </>
  );
}

function useAnnouncements(
  isReading: boolean,
  found: readonly ValidationMessage[],
  hasFiles: boolean,
  announce: FormServices['announce'],
): void {
  const failed = found.filter(({ outcome }) => outcome === 'failed').length;
  const before = useRef({ isReading, failed });
  // Synchronizes with the live region for screen readers.
  useEffect(() => {
    const { isReading: wasReading, failed: failedBefore } = before.current;
    before.current = { isReading, failed: isReading ? failedBefore : failed };
    if (isReading || !hasFiles || (!wasReading && failed <= failedBefore)) return;
    const { read, attention } = pageMessages('document-checks');
    announce(failed > 0 ? `${read} ${fillText(attention, { n: failed })}` : read);
  }, [isReading, failed, hasFiles, announce]);
}
