import texts from '../../../schemas/texts/payment.json';
import type { ConsentRecord } from '../../api/payment';
import { fillText } from '../../model/fillText';
import { RichText } from '../ui/RichText';
import { formatDay } from './formatDay';

/** The terms, and under them the signature with where and when it was given. */
export function AgreedTerms({ record, name }: { record: ConsentRecord; name: string }) {
  return (
    <section className="ap-record" aria-labelledby="agreed">
      <h2 id="agreed">{texts.consent.agreed}</h2>
      {record.text === null && record.subscriber_text === null ? (
        <p className="rp-note">{texts.consent.termsLost}</p>
      ) : (
        <>
          <RichText html={record.text ?? ''} />
          <RichText html={record.subscriber_text ?? ''} />
        </>
      )}
      {record.file && (
        <>
          <img
            className="ap-signature"
            src={record.file}
            width={380}
            height={200}
            alt={fillText(texts.consent.signature, { name })}
          />
          <dl className="ap-summary">
            <div>
              <dt>{texts.consent.ip}</dt>
              <dd>{record.ip}</dd>
            </div>
            <div>
              <dt>{texts.consent.date}</dt>
              <dd>{formatDay(record.InviteInfo.CreatedOn)}</dd>
            </div>
          </dl>
        </>
      )}
    </section>
  );
}
