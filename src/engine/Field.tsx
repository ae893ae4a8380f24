import type { ReactNode } from 'react';
import { formatDollars } from '../model/format/money';
import { type Derivation, derivedAmount } from '../model/income/derivedAmount';
import type { Path, SchemaNode, UiNode } from '../model/types';
import { useAnswered, useEngine, useStatus } from './Engine';
import { uiOptions, widgetName } from './uiOptions';

interface FieldProps {
  path: Path;
  schema: SchemaNode;
  ui: UiNode;
  label: string;
  /** The label is a whole question. */
  isQuestion?: boolean;
  required: boolean;
  children: ReactNode;
}

/** Renders nothing while conditions hide the field. */
export function Field({ path, schema, ui, label, isQuestion, required, children }: FieldProps) {
  const id = useEngine().ids.of(path);
  const { hidden, required: starred, message } = useStatus(path);
  const { width, phone, help, description, derive } = uiOptions(ui);
  if (hidden) return null;
  return (
    <div
      className="rp-field"
      data-width={width}
      data-phone={phone}
      data-question={isQuestion ? '' : undefined}
      data-invalid={message === undefined ? undefined : ''}
    >
      {drawsOwnLabel(schema, ui) || (
        <label className="rp-label" id={`${id}__label`} htmlFor={id}>
          {label}
          {(required || starred) && <span aria-hidden="true"> *</span>}
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
}

function Help({ id, text }: { id: string; text: unknown }) {
  if (typeof text !== 'string' || text === '') return null;
  return (
    <p className="rp-help" id={id}>
      {text}
    </p>
  );
}

/** A checkbox has its label next to the box. */
function drawsOwnLabel(schema: SchemaNode, ui: UiNode): boolean {
  return uiOptions(ui).label === false || widgetName(schema, ui) === 'Checkbox';
}

/** Amounts below a field. */
function DerivedAmounts({ path, derive }: { path: Path; derive: readonly Derivation[] }) {
  return (
    <dl className="rp-derived">
      {derive.map((derivation) => (
        <DerivedAmount key={derivation.title} beside={path.slice(0, -1)} {...derivation} />
      ))}
    </dl>
  );
}

function DerivedAmount({ beside, ...derivation }: Derivation & { beside: Path }) {
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
