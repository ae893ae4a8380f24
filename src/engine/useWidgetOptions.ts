import type { WidgetProps } from '@rjsf/utils';
import { useMemo } from 'react';
import type { Path, SchemaNode, UiNode } from '../model/types';
import { useAnswer, useEngine } from './Engine';
import { optionList } from './optionList';
import { uiOptions } from './uiOptions';

/** A widget's `options`: those of the ui schema, and its choices as `enumOptions`. The same object while they stay the same. */
export function useWidgetOptions(path: Path, schema: SchemaNode, ui: UiNode): WidgetProps['options'] {
  const { context } = useEngine().formContext;
  const options = useMemo(() => uiOptions(ui), [ui]);
  // Only choices that depend on answers beside this one look at them.
  const siblings = useAnswer(options.filter ? path.slice(0, -1) : path);
  const beside = options.filter ? siblings : undefined;
  return useMemo(
    () => ({ ...options, enumOptions: optionList(schema, options, context, beside) }) as WidgetProps['options'],
    [schema, options, context, beside],
  );
}
