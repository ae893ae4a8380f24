import type { WidgetProps } from '@rjsf/utils';
import { type ComponentType, lazy, Suspense } from 'react';
import { useMessages } from '../../src/messages/useMessages';

type Widget = ComponentType<WidgetProps>;

/** Loads a widget on first use. Shows a message meanwhile. */
export function loadLater(load: () => Promise<Widget>): Widget {
  const Later = lazy(async () => ({ default: await load() }));
  return function LaterWidget(props: WidgetProps) {
    const { waiting } = useMessages('widgets');
    return (
      <Suspense fallback={<p className="rp-waiting">{waiting}</p>}>
        <Later {...props} />
      </Suspense>
    );
  };
}
