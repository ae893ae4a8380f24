import texts from '../../../schemas/texts/payment.json';
import { useTerms } from '../../api/users';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { RichText } from '../ui/RichText';
import { Skeleton } from '../ui/Skeleton';

/** The terms to read before they are agreed to: the provider's and the subscriber's. */
export function Terms({ trnId }: { trnId: string }) {
  const { data, error, mutate } = useTerms(trnId);
  if (error && !data)
    return (
      <Banner kind="error" title={texts.terms.failed}>
        <Button onClick={() => void mutate()}>{texts.card.retry}</Button>
      </Banner>
    );
  if (!data) return <Skeleton lines={3} />;
  return (
    <>
      <p className="rp-help">{texts.terms.intro}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard. */}
      <section className="ap-terms" aria-label={texts.terms.region} tabIndex={0}>
        <RichText html={data.text} />
        <RichText html={data.subscriber_text} />
      </section>
    </>
  );
}
