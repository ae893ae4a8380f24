import type { ReviewState } from '../../contract/success';
import { Banner } from '../ui/Banner';

export function Delays({ review: { timeline } }: { review: ReviewState }) {
  const delays = timeline.filter(({ kind }) => kind === 'delayed');
  return delays.map(({ title, text }) => (
    <Banner key={title} kind="warning" title={title}>
      <p>{text}</p>
    </Banner>
  ));
}
