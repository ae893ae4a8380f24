import { useState } from 'react';
import texts from '../../../schemas/texts/payment.json';
import type { SignedConsent } from '../../api/payment';
import { Accordion } from '../ui/Accordion';

/** The questions of the record, section by section, each with its answer; none of today's. */
export function AskedQuestions({ sections }: Pick<SignedConsent, 'sections'>) {
  return (
    <section className="ap-record" aria-labelledby="asked">
      <h2 id="asked">{texts.consent.questions}</h2>
      {!sections && <p className="rp-note">{texts.consent.questionsLost}</p>}
      {sections?.map((asked) => (
        <Asked key={`${asked.step}-${asked.section}`} {...asked} />
      ))}
    </section>
  );
}

function Asked({ step, section, title, lines }: NonNullable<SignedConsent['sections']>[number]) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Accordion id={`asked-${step}-${section}`} title={title} open={isOpen} onToggle={setOpen}>
      {lines.length === 0 && <p className="rp-help">{texts.consent.unanswered}</p>}
      <dl className="ap-summary">
        {lines.map(({ key, label, text }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd translate="no">{text}</dd>
          </div>
        ))}
      </dl>
    </Accordion>
  );
}
