import type { WidgetProps } from '@rjsf/utils';
import { type ComponentType, lazy, Suspense } from 'react';
import texts from '../../schemas/texts/widgets.json';

type Widget = ComponentType<WidgetProps>;

/** A widget whose code is fetched when it is first drawn; it holds its place in the form meanwhile. */
export function loadLater(load: () => Promise<Widget>): Widget {
  const Later = lazy(async () => ({ default: await load() }));
  return function LaterWidget(props: WidgetProps) {
    return (
      <Suspense fallback={<p className="rp-waiting">{texts.waiting}</p>}>
        <Later {...props} />
      </Suspense>
    );
  };
}
