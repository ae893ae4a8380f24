import type { WidgetProps } from '@rjsf/utils';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { useMessages } from '../../src/messages/useMessages';

export type Widget = ComponentType<WidgetProps> & {
  /** Preloads the code, so that the widget shows no message. Missing if the code is part of the page. */
  load?(): Promise<void>;
};

/** Loads a widget on first use. Shows a message meanwhile. */
export function loadLater(load: () => Promise<Widget>): Widget {
  let loaded: Widget | undefined;
  const loadOnce = async () => {
    loaded ??= await load();
    return { default: loaded };
  };
  const Later = lazy(loadOnce);
  function LaterWidget(props: WidgetProps) {
    const { waiting } = useMessages('widgets');
    const [Known] = useState(() => loaded ?? Later);
    return (
      <Suspense fallback={<p className="rp-waiting">{waiting}</p>}>
        <Known {...props} />
      </Suspense>
    );
  }
  return Object.assign(LaterWidget, { load: async () => void (await loadOnce()) });
}
