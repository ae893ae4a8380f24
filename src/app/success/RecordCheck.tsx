import words from '../../../schemas/texts/record-check.json';
import { useSignedRecord } from '../../api/payment';
import type { RecordState } from '../../contract/payment';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { Skeleton } from '../ui/Skeleton';

/** Whether the signed record is whole, what was checked, and its PDF. */
export function RecordCheck({ trnId }: { trnId: string }) {
  const { data, error, mutate } = useSignedRecord(trnId);
  return (
    <section className="ap-record" aria-labelledby="record">
      <h2 id="record">{words.title}</h2>
      {data && <Finding data={data} />}
      {!data && !error && <Skeleton lines={6} holdsRest />}
      {!data && error && (
        <Banner kind="error" title={words.failed}>
          <Button onClick={() => void mutate()}>{words.retry}</Button>
        </Banner>
      )}
    </section>
  );
}

function Finding({ data: { state, parts, files, hash, document } }: { data: RecordState }) {
  if (state === 'missing') return <p>{words.missing}</p>;
  return (
    <div className="ap-check">
      <Banner kind={state === 'whole' ? 'success' : 'error'} title={words[state]} />
      <dl className="ap-summary">
        {parts.map(({ part, whole }) => (
          <div key={part}>
            <dt>{words.parts[part]}</dt>
            <dd>{whole ? words.good : words.bad}</dd>
          </div>
        ))}
        <div>
          <dt>{words.fingerprint}</dt>
          <dd translate="no">
            <code>{hash}</code>
          </dd>
        </div>
      </dl>
      <h3>{words.filesTitle}</h3>
      {files.length === 0 && <p className="rp-help">{words.noFiles}</p>}
      <ul className="ap-files">
        {files.map(({ name, state: now }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name, and their order never changes.
          <li key={index} data-state={now}>
            <span translate="no">{name}</span>: {words.files[now]}
          </li>
        ))}
      </ul>
      {document ? (
        <Button asChild>
          <a href={document} target="_blank" rel="noopener noreferrer">
            {words.download}
          </a>
        </Button>
      ) : (
        <p className="rp-help">{words.pending}</p>
      )}
    </div>
  );
}
