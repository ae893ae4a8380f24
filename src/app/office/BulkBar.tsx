import { useState } from 'react';
import { assignTo, submitDecision, useAssignees } from '../../api/office';
import type { ListedApplication } from '../../contract/office';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { Button } from '../ui/Button';
import { FieldRow, SelectBox } from '../ui/FieldRow';
import { usePending } from '../ui/usePending';
import { BulkReviewDialog } from './BulkReviewDialog';

interface BulkBarProps {
  chosen: readonly ListedApplication[];
  onChanged(): void;
  onDone(): void;
}

/** Assigns the selected applications, or starts their review. Skips applications that have changed. */
export function BulkBar({ chosen, onChanged, onDone }: BulkBarProps) {
  const messages = useMessages('office').list;
  const [result, setResult] = useState('');
  const [isReviewing, setReviewing] = useState(false);
  const [isPending, run] = usePending(async (change: Change, those: readonly ListedApplication[] = chosen) => {
    const results = await Promise.allSettled(those.map(change));
    const failed = results.filter(({ status }) => status === 'rejected').length;
    setResult(fillText(failed > 0 ? messages.bulkPartly : messages.bulkDone, { n: those.length - failed, failed }));
    onDone();
    onChanged();
  });
  const [first] = chosen;
  return (
    <>
      <p role="status" className="of-found-count">
        {first ? fillText(messages.chosen, { n: chosen.length }) : result}
      </p>
      {first && (
        <div className="of-bulk">
          <Assign id={first.id} onAssign={(person) => void run(({ id, revision }) => assignTo(id, revision, person))} />
          <Button aria-disabled={isPending} onClick={() => setReviewing(true)}>
            {messages.bulkReview}
          </Button>
          <Button variant="link" onClick={onDone}>
            {messages.chooseNone}
          </Button>
        </div>
      )}
      {isReviewing && (
        <BulkReviewDialog
          chosen={chosen}
          onClose={() => setReviewing(false)}
          onConfirm={(ready) => {
            setReviewing(false);
            void run(({ id, revision }) => submitDecision(id, { act: 'review', revision }), ready);
          }}
        />
      )}
    </>
  );
}

type Change = (one: ListedApplication) => Promise<unknown>;

function Assign({ id, onAssign }: { id: string; onAssign(person: string | null): void }) {
  const messages = useMessages('office').list;
  const { data: people = [] } = useAssignees(id);
  return (
    <FieldRow label={messages.bulkAssign} isSilent>
      {(control) => (
        <SelectBox
          {...control}
          value=""
          onChange={({ target }) => target.value && onAssign(target.value === 'none' ? null : target.value)}
        >
          <option value="">{messages.bulkAssign}</option>
          <option value="none">{messages.nobody}</option>
          {people.map((person) => (
            <option key={person.id} value={person.id}>
              {person.name}
            </option>
          ))}
        </SelectBox>
      )}
    </FieldRow>
  );
}
