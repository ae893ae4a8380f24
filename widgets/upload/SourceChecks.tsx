import { useEffect, useRef, useSyncExternalStore } from 'react';
import texts from '../../schemas/texts/document-checks.json';
import { checksOf, coverageOf } from '../../src/model/checks/checksOf';
import type { ValidationMessage } from '../../src/model/checks/findings';
import { fillText } from '../../src/model/fillText';
import type { DocumentChecks, FormServices, StoredDocument } from '../../src/model/formContext';
import { CheckAnswer } from './CheckAnswer';
import './checks.css';
import { CoverageLine } from './CoverageLine';

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
    <div className="rp-checks">
      {coverage && <CoverageLine coverage={coverage} />}
      {isReading && <p className="rp-checks-reading">{texts.reading}</p>}
      {failed.length + unclear.length > 0 && (
        <ul aria-label={texts.title}>
          {[...failed, ...unclear].map((check) => (
            <Check key={check.id} check={check} file={nameOf(check)}>
              {check.outcome === 'failed' && (
                <CheckAnswer check={check} describedBy={messageId(check)} checks={checks} readonly={readonly} />
              )}
            </Check>
          ))}
        </ul>
      )}
      {passed > 0 && (
        <p className="rp-checks-passed">{fillText(passed === 1 ? texts.passed : texts.passedSome, { n: passed })}</p>
      )}
    </div>
  );
}

interface CheckProps {
  check: ValidationMessage;
  file: string | undefined;
  children: React.ReactNode;
}

function Check({ check, file, children }: CheckProps) {
  const { outcome, message, expected, found } = check;
  const lines = [
    [texts.document, file],
    [texts.expected, expected],
    [texts.found, found],
  ].filter(([, text]) => text);
  return (
    <li className="rp-check" data-outcome={outcome}>
      <p className="rp-check-kind">{outcome === 'failed' ? texts.failed : texts.inconclusive}</p>
      <p className="rp-check-message" id={messageId(check)}>
        {message}
      </p>
      {lines.length > 0 && (
        <dl>
          {lines.map(([label, text]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {children}
    </li>
  );
}

const messageId = ({ id }: ValidationMessage) => `document-check-${id}`;

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
