import type { Messages } from '../../messages/files';
import { useMessages } from '../../messages/useMessages';

import { Button } from '../ui/Button';
import { CancelButton } from '../ui/CancelButton';
import { Dialog } from '../ui/Dialog';
import { Table } from '../ui/Table';
import type { Difference } from './useConflict';

export type StaleWords = Messages<'steps'>['stale'];

interface StaleDialogProps {
  words?: StaleWords;
  differences: Difference[];
  onKeepMine(): void;
  onUseSaved(): void;
  onClose(): void;
}

/** Lets the applicant choose between two versions. */
export function StaleDialog({ differences, onKeepMine, onUseSaved, onClose, ...props }: StaleDialogProps) {
  const { stale } = useMessages('steps');
  const { words = stale } = props;
  return (
    <Dialog
      title={words.title}
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button onClick={onUseSaved}>{words.load}</Button>
          <Button variant="primary" onClick={onKeepMine}>
            {words.keep}
          </Button>
        </>
      }
    >
      <p>{words.text}</p>
      {differences.length ? <DifferenceTable words={words} differences={differences} /> : <p>{words.same}</p>}
    </Dialog>
  );
}

function DifferenceTable({ words, differences }: { words: StaleWords; differences: Difference[] }) {
  const texts = useMessages('steps');
  return (
    <Table marginTop="4">
      <thead>
        <tr>
          <th scope="col">{words.question}</th>
          <th scope="col">{words.mine}</th>
          <th scope="col">{words.theirs}</th>
        </tr>
      </thead>
      <tbody>
        {differences.map(({ key, label, mine, theirs }) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            <td>{mine || texts.answers.none}</td>
            <td>{theirs || texts.answers.none}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
