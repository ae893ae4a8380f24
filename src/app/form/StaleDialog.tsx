import type { Messages } from '../../messages/files';
import { useMessages } from '../../messages/useMessages';

import { Button } from '../ui/Button';
import { CancelButton } from '../ui/CancelButton';
import { Dialog } from '../ui/Dialog';
import { Table } from '../ui/Table';
import type { Difference } from './useConflict';

export type StaleMessages = Messages<'steps'>['stale'];

interface StaleDialogProps {
  messages?: StaleMessages;
  differences: Difference[];
  onKeepMine(): void;
  onUseSaved(): void;
  onClose(): void;
}

export function StaleDialog({ differences, onKeepMine, onUseSaved, onClose, ...props }: StaleDialogProps) {
  const { stale } = useMessages('steps');
  const { messages = stale } = props;
  return (
    <Dialog
      title={messages.title}
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button onClick={onUseSaved}>{messages.load}</Button>
          <Button variant="primary" onClick={onKeepMine}>
            {messages.keep}
          </Button>
        </>
      }
    >
      <p>{messages.text}</p>
      {differences.length ? <DifferenceTable messages={messages} differences={differences} /> : <p>{messages.same}</p>}
    </Dialog>
  );
}

function DifferenceTable({ messages, differences }: { messages: StaleMessages; differences: Difference[] }) {
  const texts = useMessages('steps');
  return (
    <Table marginTop="4">
      <thead>
        <tr>
          <th scope="col">{messages.question}</th>
          <th scope="col">{messages.mine}</th>
          <th scope="col">{messages.theirs}</th>
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
