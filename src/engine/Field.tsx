import type { ReactNode } from 'react';
import type { Path, SchemaNode, UiNode } from '../model/types';
import { DerivedAmounts } from './DerivedAmounts';
import { useEngine, useStatus } from './Engine';
import { uiOptions } from './uiOptions';
import { widgetName } from './widgetName';

interface FieldProps {
  path: Path;
  schema: SchemaNode;
  ui: UiNode;
  label: string;
  required: boolean;
  children: ReactNode;
}

/** Label, help and message around one control; nothing while conditions hide it. */
export function Field({ path, schema, ui, label, required, children }: FieldProps) {
  const id = useEngine().ids.of(path);
  const { hidden, required: starred, message } = useStatus(path);
  const { width, help, description, derive } = uiOptions(ui);
  if (hidden) return null;
  return (
    <div className="rp-field" data-width={width} data-invalid={message === undefined ? undefined : ''}>
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

/** A checkbox carries its label beside the box; `ui:options.label: false` leaves it to the widget. */
function drawsOwnLabel(schema: SchemaNode, ui: UiNode): boolean {
  return uiOptions(ui).label === false || widgetName(schema, ui) === 'Checkbox';
}
