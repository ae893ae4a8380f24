import type { ReactNode } from 'react';
import { isRecord, ownMember } from '../model/answers/paths';
import { formatDollars } from '../model/format/money';
import { derivedAmount, repeatsAmount, type TitledDerivation } from '../model/income/derivedAmount';
import { fillText } from '../model/messages/fillText';
import type { Path, SchemaNode, UiNode } from '../model/types';
import { AddableField } from './AddableField';
import { useAnswered, useEngine, useStatus } from './Engine';
import { type Folded, uiOptions, widgetName } from './uiOptions';

interface FieldProps {
  path: Path;
  schema: SchemaNode;
  ui: UiNode;
  label: string;
  /** True if the label is the title of the field's group. */
  isQuestion?: boolean;
  required: boolean;
  children: ReactNode;
}

/** A field with its label, help and error. Renders nothing while conditions or `differsFrom` hide the field. */
export function Field({ path, schema, ui, label, isQuestion, required, children }: FieldProps) {
  const id = useEngine().ids.of(path);
  const { hidden, required: starred, message } = useStatus(path);
  const { width, phone, help, description, derive, differsFrom, addable, folded } = uiOptions(ui);
  const line = useFoldedLine(path, folded);
  const isRepeated = useAnswered(differsFrom ? path.slice(0, -1) : path, (answers) =>
    repeatsAmount(differsFrom, String(path.at(-1)), answers),
  );
  if (hidden || (isRepeated && message === undefined)) return null;
  if (folded && line !== undefined && message === undefined) return line && <FoldedLine text={line} />;
  const field = (
    <div
      className="rp-field"
      data-width={width}
      data-phone={phone}
      data-answer={answerWidth(schema, ui)}
      data-question={isQuestion ? '' : undefined}
      data-invalid={message === undefined ? undefined : ''}
    >
      {drawsOwnLabel(schema, ui) || (
        <label className="rp-label" id={`${id}__label`} htmlFor={id}>
          {label}
          {(required || starred) && <span aria-hidden="true">{'\u00a0*'}</span>}
        </label>
      )}
      <Help id={`${id}__description`} text={description ?? schema.description} />
      <Help id={`${id}__help`} text={help} />
      {message !== undefined && (
        <p className="rp-error" id={`${id}__error`}>
          {message}
        </p>
      )}
      {children}
      {Array.isArray(derive) && <DerivedAmounts path={path} derive={derive} />}
    </div>
  );
  if (!addable) return field;
  return (
    <AddableField path={path} addable={addable} isNeeded={required || starred || message !== undefined}>
      {field}
    </AddableField>
  );
}

/** Widgets that are only as wide as a typical answer. */
const SHORT_ANSWERS: Partial<Record<string, string>> = {
  Currency: 'amount',
  DateText: 'date',
  MaskedSsn: 'number',
  Phone: 'number',
  Zip: 'code',
};

/** Text fields that accept at most this many characters are as narrow as a field for a code. */
const CODE_LENGTH = 6;

function answerWidth(schema: SchemaNode, ui: UiNode): string | undefined {
  const { type, maxLength } = schema;
  const isCode = type === 'string' && Number(maxLength) <= CODE_LENGTH;
  return SHORT_ANSWERS[widgetName(schema, ui)] ?? (isCode ? 'code' : undefined);
}

function Help({ id, text }: { id: string; text: unknown }) {
  if (typeof text !== 'string' || text === '') return null;
  return (
    <p className="rp-help" id={id}>
      {text}
    </p>
  );
}

/** Returns the text that `ui:options.folded` shows instead of the field, or undefined if the field isn't folded. */
function useFoldedLine(path: Path, folded: Folded | undefined): string | undefined {
  const beside = path.slice(0, -1);
  const text = useAnswered(folded ? beside : path, (answers) => {
    if (!folded || !isRecord(answers) || ownMember(answers, folded.by) !== true) return SHOWN;
    return ownMember(answers, String(path.at(-1))) ? fillText(folded.as ?? '', answers) : SHOWN;
  });
  return text === SHOWN ? undefined : text;
}

const SHOWN = '\0';

function FoldedLine({ text }: { text: string }) {
  return (
    <p className="rp-folded" translate="no">
      {text}
    </p>
  );
}

function drawsOwnLabel(schema: SchemaNode, ui: UiNode): boolean {
  return uiOptions(ui).label === false || widgetName(schema, ui) === 'Checkbox';
}

function DerivedAmounts({ path, derive }: { path: Path; derive: readonly TitledDerivation[] }) {
  return (
    <dl className="rp-derived">
      {derive.map((derivation) => (
        <DerivedAmount key={derivation.title} beside={path.slice(0, -1)} {...derivation} />
      ))}
    </dl>
  );
}

function DerivedAmount({ beside, ...derivation }: TitledDerivation & { beside: Path }) {
  const amount = useAnswered(beside, (answers) => {
    const known = derivedAmount(derivation, answers);
    return known === undefined ? '–' : formatDollars(known);
  });
  return (
    <div>
      <dt>{derivation.title}</dt>
      <dd>
        <output>{amount}</output>
      </dd>
    </div>
  );
}
