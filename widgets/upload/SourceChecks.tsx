import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import texts from '../../schemas/texts/document-checks.json';
import type { Coverage, IncomeChecks, PageProgress, ValidationMessage } from '../../src/model/checks/findings';
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
      {isReading && <Reading progress={state.progress ?? []} documents={documents} />}
      {failed.length + unclear.length > 0 && (
        <ul aria-label={texts.title}>
          {byFile([...failed, ...unclear]).map(([first, ...more]) => (
            <FileVerdict key={first.document} found={[first, ...more]} file={nameOf(first) ?? texts.together}>
              {(check) => <Answering check={check} file={nameOf(check)} checks={checks} readonly={readonly} />}
            </FileVerdict>
          ))}
        </ul>
      )}
      {passed > 0 && (
        <p className="rp-checks-passed">{fillText(passed === 1 ? texts.passed : texts.passedSome, { n: passed })}</p>
      )}
    </div>
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
    <p key={line} className="rp-checks-reading">
      {line}
    </p>
  ));
}

/** The checks of each file together, in the order of the first of each. */
function byFile(found: ValidationMessage[]): [ValidationMessage, ...ValidationMessage[]][] {
  const files = new Map<number | null, [ValidationMessage, ...ValidationMessage[]]>();
  for (const check of found) {
    const before = files.get(check.document);
    if (before) before.push(check);
    else files.set(check.document, [check]);
  }
  return [...files.values()];
}

interface FileVerdictProps {
  found: readonly ValidationMessage[];
  file: string;
  /** What can be done about one of them. */
  children(check: ValidationMessage): React.ReactNode;
}

/** One verdict on a file, and below it all that led to it. */
function FileVerdict({ found, file, children }: FileVerdictProps) {
  const verdict = verdictOn(found);
  const [reason, ...others] = found;
  const folded = others.filter((check) => !asksForMore(check));
  const shown = reason ? [reason, ...others.filter(asksForMore)] : [];
  return (
    <li className="rp-check" data-outcome={verdict}>
      <p className="rp-check-kind">{texts[verdict]}</p>
      <p className="rp-check-file">{file}</p>
      {shown.map((check) => (
        <Check key={check.id} check={check}>
          {children(check)}
        </Check>
      ))}
      {folded.length > 0 && (
        <details>
          <summary>{fillText(folded.length === 1 ? texts.follows : texts.followsSome, { n: folded.length })}</summary>
          {folded.map((check) => (
            <Check key={check.id} check={check}>
              {children(check)}
            </Check>
          ))}
        </details>
      )}
    </li>
  );
}

/** What nothing has to be done about is folded away below the first reason; what was confirmed stays where the button was pressed. */
function asksForMore({ outcome, asksConfirmation }: ValidationMessage): boolean {
  return outcome === 'failed' || asksConfirmation === true;
}

function verdictOn(found: readonly ValidationMessage[]): 'failed' | 'confirm' | 'inconclusive' | 'confirmed' {
  if (found.some(({ outcome }) => outcome === 'failed')) return 'failed';
  const open = found.filter(({ answer }) => !answer);
  if (open.some(({ asksConfirmation }) => asksConfirmation)) return 'confirm';
  return open.length > 0 ? 'inconclusive' : 'confirmed';
}

function Check({ check, children }: { check: ValidationMessage; children: React.ReactNode }) {
  const { message, expected, found, outcome, rule } = check;
  const lines = [
    [texts.expected, expected],
    [GAP_RULES.includes(rule) && outcome !== 'passed' ? texts.missing : texts.found, found],
  ].filter(([, text]) => text);
  return (
    <div className="rp-check-point">
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
      {outcome === 'failed' && FILE_RULES.includes(rule) && <RightFile />}
      {children}
    </div>
  );
}

/** Those whose finding is what there is none of. */
const GAP_RULES = ['weeks', 'months'];

/** Those that a better file mends. */
const FILE_RULES = ['readable', 'original'];

/** What a right file looks like: whole pages with sharp lines, nothing cut off. */
function RightFile() {
  return (
    <figure className="rp-check-right">
      <svg viewBox="0 0 64 80" width="64" height="80" aria-hidden="true">
        <path className="rp-check-page" d="M6 3h36l16 16v58H6z" />
        <path className="rp-check-lines" d="M42 3v16h16M14 30h24M14 40h36M14 48h36M14 56h36M38 66h12" />
        <path className="rp-check-tick" d="M14 66l5 5 9-10" />
      </svg>
      <figcaption>
        <strong>{texts.right.title}</strong> {texts.right.text}
      </figcaption>
    </figure>
  );
}

interface AnsweringProps {
  check: ValidationMessage;
  file: string | undefined;
  checks: DocumentChecks;
  readonly: boolean;
}

/** A failed check is answered in words, what was found and may be right is confirmed; about the rest there is nothing to say. */
function Answering({ check, file, checks, readonly }: AnsweringProps) {
  if (check.outcome === 'failed')
    return <CheckAnswer check={check} describedBy={messageId(check)} checks={checks} readonly={readonly} />;
  return check.asksConfirmation ? <Confirmation check={check} file={file} checks={checks} readonly={readonly} /> : null;
}

function Confirmation({ check: { id, answer }, file, checks, readonly }: AnsweringProps) {
  const [saving, setSaving] = useState<Saving>('idle');

  async function confirm() {
    if (saving === 'saving') return;
    setSaving('saving');
    await checks.answer(id, texts.confirmation).then(
      () => setSaving('idle'),
      () => setSaving('failed'),
    );
  }

  return (
    <div className="rp-check-save">
      {!answer && !readonly && (
        <button
          type="button"
          className="rp-button"
          aria-label={fillText(texts.confirmLabel, { name: file ?? texts.together })}
          aria-describedby={`document-check-${id}`}
          onClick={confirm}
        >
          {texts.confirmIt}
        </button>
      )}
      <span role="status" data-state={answer ? 'saved' : saving}>
        {answer ? texts.confirmed : wordsFor(saving)}
      </span>
    </div>
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

/** What the applicant says to a failed check, in words; stored next to it. */
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

const ORDER = ['failed', 'inconclusive', 'passed'];

/** The verdicts on one source that stand, failed ones first. */
function checksOf({ validation_messages }: IncomeChecks, documentId: number, sourceId: number): ValidationMessage[] {
  const all = validation_messages[documentId]?.[`source_${sourceId}`]?.applicant ?? [];
  return all
    .filter(({ isDeleted }) => !isDeleted)
    .sort((one, other) => ORDER.indexOf(one.outcome) - ORDER.indexOf(other.outcome));
}

/** Which weeks or months the documents of one source cover; undefined where none are asked for. */
function coverageOf({ coverage }: IncomeChecks, documentId: number, sourceId: number): Coverage | undefined {
  const found = coverage[documentId]?.[`source_${sourceId}`];
  return found?.needed.length ? found : undefined;
}
