import type { WidgetProps } from '@rjsf/utils';
import { useCallback, useSyncExternalStore } from 'react';
import { getIn, isRecord } from '../../src/model/paths';
import { formContextOf } from './formContextOf';

const none: Record<string, unknown> = {};

/** The answers beside this one, up to date; draws the widget again when any of them changes, so only for those that need it. */
export function useSiblings(props: WidgetProps, wanted = true): Record<string, unknown> {
  const { form } = formContextOf(props);
  const subscribe = useCallback(
    (listener: () => void) => (wanted ? form.subscribe(listener) : () => {}),
    [form, wanted],
  );
  return useSyncExternalStore(subscribe, () => (wanted ? siblingsOf(props) : none));
}

/** The answers beside this one as they are now. */
export function siblingsOf(props: WidgetProps): Record<string, unknown> {
  const { form } = formContextOf(props);
  const siblings = getIn(form.answers(), form.pathOf(props.id).slice(0, -1));
  return isRecord(siblings) ? siblings : none;
}
