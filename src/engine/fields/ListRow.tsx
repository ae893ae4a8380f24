import { type FieldProps, type Registry, toFieldPathId } from '@rjsf/utils';
import { memo, useMemo } from 'react';
import { useMessages } from '../../messages/useMessages';
import { findUi, recordsIn } from '../../model/answers/paths';
import type { Path, SchemaNode, UiNode } from '../../model/types';
import { focusFieldSoon } from '../createFieldIds';
import { useAnswer, useAnswered, useEngine } from '../Engine';
import { slideIn } from '../motion';
import { findOfferedRow } from '../offeredRow';
import { isFoldable, listOptions, rowName, rowTitle } from '../uiOptions';
import { DeleteRow, ToggleRow } from './RowButtons';
import { RowSummary } from './RowSummary';

interface RowProps {
  list: Path;
  index: number;
  schema: SchemaNode;
  ui: UiNode;
  registry: Registry;
  readonly: boolean;
  isOpen: boolean;
  /** True if no row can be removed, because the list has its minimum number of rows. */
  kept: boolean;
}

/** A folded row keeps its fields mounted, for uploads and printing. */
export const ListRow = memo(function ListRow({ list, index, schema, ui, registry, readonly, isOpen, kept }: RowProps) {
  const { ids, place, store } = useEngine();
  const { fixed } = listOptions(ui);
  const path = useMemo(() => [...list, index], [list, index]);
  // Without `fixed`, there's no answer at this path, so typing doesn't rerender the row.
  const isFixed = useAnswer([...path, fixed ?? '']) === true;
  // The empty last row that `covers` offers can't be closed.
  const isOffered =
    useAnswered(list, (rows) => String(findOfferedRow(place, list, recordsIn(rows)) === index)) === 'true';
  const isLocked = readonly || (isFixed && schema.properties?.[fixed ?? '']?.readOnly === true);
  const texts = useMessages('engine');
  const { answers } = useMessages('steps');
  const canDelete = !readonly && !kept;
  const title = rowTitle(texts, place, list, index);
  const name = useAnswered(path, (row) => rowName(answers, { schema: { items: schema }, ui }, row));
  const id = ids.of(path);
  // In a list of texts, the control has the row's id.
  const card = schema.type === 'object' ? id : `${id}__row`;

  function open() {
    store.setOpenRow(list, index);
    focusFieldSoon(`${id}__body`);
    setTimeout(() => slideIn(document.getElementById(`${id}__body`)), 0);
  }

  function close() {
    store.setOpenRow(list);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: by default, a fieldset can't be narrower than its content.
    <div
      className="rp-row"
      role="group"
      aria-labelledby={`${id}__title`}
      id={card}
      data-folded={isOpen ? undefined : ''}
    >
      <div className="rp-row-head">
        <h3 id={`${id}__title`} tabIndex={-1}>
          {name ? <small>{title}</small> : title} {name && <span translate="no">{name}</span>}
        </h3>
        {!isOpen && <RowSummary path={path} schema={schema} ui={ui} />}
        <div className="rp-row-actions">
          {canDelete && !isFixed && <DeleteRow list={list} index={index} title={title} />}
          {isFoldable({ ui }) && !isOffered && (
            <ToggleRow id={id} title={title} isOpen={isOpen} isLocked={isLocked} onOpen={open} onClose={close} />
          )}
        </div>
      </div>
      <div className="rp-row-body" id={`${id}__body`} hidden={!isOpen}>
        <RowAnswers path={path} schema={schema} ui={ui} registry={registry} readonly={isLocked} />
      </div>
    </div>
  );
});

/** Passes no answers to RJSF, because they're in the store. */
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
      // RJSF's types cover only part of our schema dialect.
      schema={schema as FieldProps['schema']}
      uiSchema={findUi(ui, 'items')}
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
  // The store already has the answer.
}
