import type { WidgetProps } from '@rjsf/utils';
import type { SectionFormContext } from '../../src/model/formContext';

/** The world of a widget. @throws Error when a form gave it none */
export function formContextOf({ id, registry }: WidgetProps): SectionFormContext {
  const context = registry?.formContext as SectionFormContext | undefined;
  if (!context) throw new Error(`The widget of '${id}' was drawn without a formContext`);
  return context;
}
