import { Button } from '@chakra-ui/react/button';
import { type FieldProps, type Registry, toFieldPathId } from '@rjsf/utils';
import { memo, useMemo, useState } from 'react';
import { toNode } from '../../../widgets/parts/widgetProps';
import { useMessages } from '../../messages/useMessages';
import { branch } from '../../model/answers/paths';
import { fillText } from '../../model/messages/fillText';
import type { Path, SchemaNode, UiNode } from '../../model/types';
import { ControlField } from '../Answer';
import { couplingAt } from '../coupling';
import { focusSoon } from '../createFieldIds';
import { useAnswer, useAnswered, useEngine, useRows, useStatus } from '../Engine';
import { fade, settle } from '../motion';
import { labelOf, listOptions, rowName, rowTitle } from '../uiOptions';

/** RJSF's field for a list; one with a widget is a single control. */
export function ListField(props: FieldProps) {
  return props.uiSchema?.['ui:widget'] ? <ControlField {...props} /> : <List {...props} />;
}

function List({ fieldPathId, schema, uiSchema = {}, name, readonly = false, registry }: FieldProps) {
  const texts = useMessages('engine');
  const { ids, place, actions } = useEngine();
  const { path } = fieldPathId;
  const rows = useRows(path);
  const { message } = useStatus(path);
  const { add, max, min } = listOptions(uiSchema);
  const together = toNode(schema)['x-together'];
  const shared = useRows(together ? [...path.slice(0, -1), together.with] : path);
  const room = Math.min(
    (max ?? Infinity) - rows.length,
    (schema.maxItems ?? Infinity) - rows.length,
    together ? together.max - rows.length - shared.length : Infinity,
  );
  const coupling = couplingAt(place, path, 'list');
  const id = ids.of(path);

  async function addRow() {
    if (!(await actions.addRow(path))) return;
    const row = ids.of([...path, rows.length]);
    focusSoon(row);
    setTimeout(() => settle(document.getElementById(row)), 0);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset around cards would draw a second frame.
    <div className="rp-list" role="group" aria-label={labelOf(toNode(schema), uiSchema, name)} id={id}>
      {rows.map((key, index) => (
        <Row
          key={key}
          list={path}
          index={index}
          schema={toNode(schema).items ?? {}}
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
        <Button id={`${id}__add`} onClick={addRow}>
          {add ?? texts.addRow}
        </Button>
      )}
    </div>
  );
}

interface RowProps {
  list: Path;
  index: number;
  schema: SchemaNode;
  ui: UiNode;
  registry: Registry;
  readonly: boolean;
  /** The minimum number of rows is reached. */
  kept: boolean;
}

const Row = memo(function Row({ list, index, schema, ui, registry, readonly, kept }: RowProps) {
  const { ids, place } = useEngine();
  const { fixed } = listOptions(ui);
  const path = useMemo(() => [...list, index], [list, index]);
  // Other rows subscribe to an empty key, so that typing doesn't rerender them.
  const isFixed = useAnswer([...path, fixed ?? '']) === true;
  // Then only the server can change this row.
  const isLocked = isFixed && schema.properties?.[fixed ?? '']?.readOnly === true;
  const texts = useMessages('engine');
  const { answers } = useMessages('steps');
  const title = rowTitle(texts, place, list, index);
  const name = useAnswered(path, (row) => rowName(answers, { schema: { items: schema }, ui }, row));
  const id = ids.of(path);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a second frame around the card.
    <div className="rp-row" role="group" aria-labelledby={`${id}__title`} id={id}>
      <div className="rp-row-head">
        <h3 id={`${id}__title`} tabIndex={-1}>
          {name ? <small>{title}</small> : title} {name && <span translate="no">{name}</span>}
        </h3>
        {!readonly && !kept && !isFixed && <DeleteButton list={list} index={index} title={title} />}
      </div>
      <RowAnswers path={path} schema={schema} ui={ui} registry={registry} readonly={readonly || isLocked} />
    </div>
  );
});

function DeleteButton({ list, index, title }: { list: Path; index: number; title: string }) {
  const texts = useMessages('engine');
  const { ids, place, actions } = useEngine();

  const [isDeleting, setDeleting] = useState(false);

  async function remove() {
    let bringBack = () => {};
    const isGone = await actions.removeRow(list, index, () => {
      setDeleting(true);
      bringBack = fade(document.getElementById(ids.of([...list, index])));
    });
    setDeleting(false);
    if (!isGone) return bringBack();
    const answer = couplingAt(place, list, 'list')?.answerPath ?? list;
    const rows = [index, index - 1].map((at) => `${ids.of([...list, at])}__title`);
    focusSoon(...rows, ids.of(answer));
  }

  return (
    <Button
      id={`${ids.of([...list, index])}__delete`}
      variant="surface"
      data-variant="danger"
      aria-label={fillText(isDeleting ? texts.deletingRowLabel : texts.deleteRowLabel, { item: title })}
      aria-disabled={isDeleting || undefined}
      onClick={remove}
    >
      {isDeleting ? texts.deletingRow : texts.deleteRow}
    </Button>
  );
}

/** RJSF renders the row without answers: they're in the store. */
const RowAnswers = memo(function RowAnswers({
  path,
  schema,
  ui,
  registry,
  readonly,
}: Pick<RowProps, 'schema' | 'ui' | 'registry' | 'readonly'> & { path: (string | number)[] }) {
  const { SchemaField } = registry.fields;
  const fieldPathId = useMemo(() => toFieldPathId('', registry.globalFormOptions, path), [registry, path]);
  if (!SchemaField) return null;
  return (
    <SchemaField
      name={String(path.at(-1))}
      // RJSF's types know part of our schema dialect.
      schema={schema as FieldProps['schema']}
      uiSchema={branch(ui, 'items')}
      fieldPathId={fieldPathId}
      registry={registry}
      readonly={readonly}
      required
      onChange={ignore}
      onBlur={ignore}
      onFocus={ignore}
    />
  );
});

function ignore(): void {
  // The store has the answer already.
}
