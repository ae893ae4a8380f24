import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import texts from '../../schemas/texts/document-checks.json';
import { checksOf, coverageOf } from '../../src/model/checks/checksOf';
import type { Coverage, ValidationMessage } from '../../src/model/checks/findings';
import { fillText } from '../../src/model/fillText';
import type { DocumentChecks, FormServices, StoredDocument } from '../../src/model/formContext';
import './checks.css';
import { dateText } from '../../src/model/dates';

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

const words = texts.coverage;

/** Which of the needed weeks or months the files cover: the sum in words, and each with its days. */
export function CoverageLine({ coverage: { unit, needed } }: { coverage: Coverage }) {
  const covered = needed.filter((period) => period.covered).length;
  return (
    <div className="rp-coverage">
      <p>{fillText(words[unit], { n: covered, count: needed.length })}</p>
      <ol>
        {needed.map((period) => (
          <li key={period.from} data-covered={period.covered ? '' : undefined}>
            <strong>{period.covered ? words.covered : words.missing}</strong>
            <span>{fillText(words.range, { from: dateText(period.from), to: dateText(period.to) })}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

interface CheckAnswerProps {
  check: ValidationMessage;
  /** The id of its message. */
  describedBy: string;
  checks: DocumentChecks;
  readonly: boolean;
}

type Saving = 'idle' | 'saving' | 'saved' | 'failed';

/** What the applicant says to a failed check, in words; stored beside it. */
export function CheckAnswer({ check: { id, answer }, describedBy, checks, readonly }: CheckAnswerProps) {
  const field = useId();
  const [typed, setTyped] = useState<string>();
  const [saving, setSaving] = useState<Saving>('idle');
  const text = typed ?? answer ?? '';

  async function save() {
    if (saving === 'saving' || !text.trim()) return;
    setSaving('saving');
    try {
      await checks.answer(id, text.trim());
      setTyped(undefined);
      setSaving('saved');
    } catch {
      setSaving('failed');
    }
  }

  if (readonly && !answer) return null;
  return (
    <div className="rp-check-answer">
      <label htmlFor={field}>{texts.answer}</label>
      <textarea
        id={field}
        className="rp-control"
        rows={2}
        maxLength={texts.answerMax}
        autoComplete="off"
        readOnly={readonly}
        aria-describedby={describedBy}
        value={text}
        onChange={({ target }) => {
          setTyped(target.value);
          setSaving('idle');
        }}
      />
      {!readonly && (
        <div className="rp-check-save">
          <button type="button" className="rp-button" aria-disabled={!text.trim() || undefined} onClick={save}>
            {texts.save}
          </button>
          <span role="status" data-state={saving}>
            {wordsFor(saving)}
          </span>
        </div>
      )}
    </div>
  );
}

function wordsFor(saving: Saving): string {
  if (saving === 'idle') return '';
  return { saving: texts.saving, saved: texts.saved, failed: texts.saveFailed }[saving];
}
