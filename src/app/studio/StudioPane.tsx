import texts from '../../../schemas/texts/studio.json';
import { usePreview } from '../../api/studio';
import { fillText } from '../../model/fillText';
import type { PreviewWish } from '../../model/preview';
import { useCheckers } from '../steps/useCheckers';
import { Banner } from '../ui/Banner';
import { Skeleton } from '../ui/Skeleton';
import { LiveSection } from './LiveSection';
import { MessageTable } from './MessageTable';
import { Source } from './Source';

interface StudioPaneProps {
  /** The sample whose settings it has; tells two forms side by side apart. */
  config: string;
  token: string;
  wish: PreviewWish;
  /** Of the schema files; another one draws anew. */
  version: string;
}

const said = texts.page;

/** One section under one configuration: the form, and beside it what it is made of. */
export function StudioPane({ config, token, wish, version }: StudioPaneProps) {
  const { data: preview, error } = usePreview(token, wish, version);
  const checkers = useCheckers(preview && { sections: [preview.served], context: preview.context });
  const problem = error ?? checkers.error;
  if (problem) return <Banner kind="error" title={fillText(said.broken, { reason: problem.message })} />;
  const checker = preview && checkers.data?.[preview.served.name];
  if (!preview || !checker) return <Skeleton lines={6} />;
  return (
    <section className="st-pane" aria-label={`${preview.served.name} ${config}`}>
      <LiveSection preview={preview} checker={checker} />
      <details className="st-part">
        <summary>{said.messages}</summary>
        <MessageTable messages={preview.messages} />
      </details>
      <Source title={said.schema} json={preview.files.schema} />
      <Source title={said.ui} json={preview.files.ui} />
      <Source title={said.merged} json={preview.merged} />
    </section>
  );
}
