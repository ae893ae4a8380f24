import type { FieldProps } from '@rjsf/utils';
import texts from '../../../schemas/texts/engine.json';
import type { SchemaNode } from '../../model/types';
import { couplingAt } from '../coupling';
import { useEngine, useRows, useStatus } from '../Engine';
import { focusSoon } from '../focusSoon';
import { labelOf } from '../labelOf';
import { listOptions } from '../listOptions';
import { Row } from '../Row';
import { ControlField } from './ControlField';

/** RJSF's field for a list: rows of answers that can be added and deleted, or one control where a widget draws the list. */
export function ListField(props: FieldProps) {
  return props.uiSchema?.['ui:widget'] ? <ControlField {...props} /> : <List {...props} />;
}

function List({ fieldPathId, schema, uiSchema = {}, name, readonly = false, registry }: FieldProps) {
  const { ids, place, actions } = useEngine();
  const { path } = fieldPathId;
  const rows = useRows(path);
  const { message } = useStatus(path);
  const { add, max, min } = listOptions(uiSchema);
  const together = (schema as SchemaNode)['x-together'];
  const shared = useRows(together ? [...path.slice(0, -1), together.with] : path);
  const room = Math.min(
    (max ?? Infinity) - rows.length,
    (schema.maxItems ?? Infinity) - rows.length,
    together ? together.max - rows.length - shared.length : Infinity,
  );
  const coupling = couplingAt(place, path, 'list');
  const id = ids.of(path);

  async function addRow() {
    if (await actions.addRow(path)) focusSoon(ids.of([...path, rows.length]));
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset around cards would draw a second frame.
    <div className="rp-list" role="group" aria-label={labelOf(schema as SchemaNode, uiSchema, name)} id={id}>
      {rows.map((key, index) => (
        <Row
          key={key}
          list={path}
          index={index}
          schema={schema.items as SchemaNode}
          ui={uiSchema}
          registry={registry}
          readonly={readonly}
          kept={!coupling && rows.length <= (min ?? 0)}
        />
      ))}
      {message !== undefined && (
        <p className="rp-error" id={`${id}__error`}>
          {message}
        </p>
      )}
      {!readonly && room > 0 && (
        <button type="button" className="rp-button" data-variant="plain" onClick={addRow}>
          {add ?? texts.addRow}
        </button>
      )}
    </div>
  );
}
