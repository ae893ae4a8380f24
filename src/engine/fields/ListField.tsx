import { Button } from '@chakra-ui/react/button';
import type { FieldProps } from '@rjsf/utils';
import { toNode } from '../../../widgets/parts/widgetProps';
import { useMessages } from '../../messages/useMessages';
import { ControlField } from '../Answer';
import { focusSoon } from '../createFieldIds';
import { useEngine, useOpenRow, useRows, useStatus } from '../Engine';
import { findListQuestion, rowsAt } from '../listQuestion';
import { slideIn } from '../motion';
import { findOfferedRow } from '../offeredRow';
import { getLabel, isFoldable, listOptions } from '../uiOptions';
import { ListRow } from './ListRow';

export function ListField(props: FieldProps) {
  return props.uiSchema?.['ui:widget'] ? <ControlField {...props} /> : <List {...props} />;
}

function List({ fieldPathId, schema, uiSchema = {}, name, readonly = false, registry }: FieldProps) {
  const texts = useMessages('engine');
  const { ids, place, store, actions } = useEngine();
  const { path } = fieldPathId;
  const rows = useRows(path);
  const openRow = useOpenRow(path);
  const areFolded = isFoldable({ ui: uiSchema });
  const offered = findOfferedRow(place, path, rowsAt(store.answers(), path));
  const { message } = useStatus(path);
  const { add, max, min } = listOptions(uiSchema);
  const together = toNode(schema)['x-together'];
  const shared = useRows(together ? [...path.slice(0, -1), together.with] : path);
  const room = Math.min(
    (max ?? Infinity) - rows.length,
    (schema.maxItems ?? Infinity) - rows.length,
    together ? together.max - rows.length - shared.length : Infinity,
  );
  const question = findListQuestion(place, path, 'list');
  const id = ids.of(path);

  async function addRow() {
    if (!(await actions.addRow(path))) return;
    const row = ids.of([...path, rows.length]);
    focusSoon(row);
    setTimeout(() => slideIn(document.getElementById(row)), 0);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: by default, a fieldset can't be narrower than its content.
    <div className="rp-list" role="group" aria-label={getLabel(toNode(schema), uiSchema, name)} id={id}>
      {rows.map((key, index) => (
        <ListRow
          key={key}
          list={path}
          index={index}
          schema={toNode(schema).items ?? {}}
          ui={uiSchema}
          registry={registry}
          readonly={readonly}
          isOpen={!areFolded || key === openRow || index === offered}
          kept={!question && rows.length <= (min ?? 0)}
        />
      ))}
      {message !== undefined && (
        <p className="rp-error" id={`${id}__error`}>
          {message}
        </p>
      )}
      {!readonly && room > 0 && (
        <Button id={`${id}__add`} variant="subtle" onClick={addRow}>
          {add ?? texts.addRow}
        </Button>
      )}
    </div>
  );
}
