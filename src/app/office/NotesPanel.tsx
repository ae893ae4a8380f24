import { type FormEvent, useState } from 'react';
import texts from '../../../schemas/texts/office.json';
import { createAct } from '../../api/act';
import { toApiError } from '../../api/apiError';
import { addNote } from '../../api/office';
import type { OfficeApplication } from '../../contract/office';
import { Button } from '../ui/Button';
import { FieldRow } from '../ui/FieldRow';
import { usePending } from '../ui/usePending';
import { momentOf } from './officeDays';

const said = texts.application;

interface NotesPanelProps {
  application: OfficeApplication;
  mayWrite: boolean;
  onChanged(): void;
}

/** What the office has noted for itself. */
export function NotesPanel({ application: { id, notes }, mayWrite, onChanged }: NotesPanelProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState('');
  const [act] = useState(createAct);
  const [isPending, add] = usePending(async () => {
    const note = text.trim();
    try {
      await act([id, note], (key) => addNote(id, note, key));
      setText('');
      setError('');
      onChanged();
    } catch (cause) {
      setError(toApiError(cause).message);
    }
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    void add();
  }
  return (
    <section className="of-panel" aria-labelledby="notes">
      <h2 id="notes">{said.notes}</h2>
      {notes.length === 0 && <p className="rp-help">{said.noNotes}</p>}
      <ul className="of-timeline">
        {notes.map((note) => (
          <li key={note.id}>
            <p>{note.text}</p>
            <p className="rp-help">{[note.by, momentOf(note.at)].filter(Boolean).join(', ')}</p>
          </li>
        ))}
      </ul>
      {mayWrite && (
        <form onSubmit={submit} noValidate>
          <FieldRow label={said.note} error={error}>
            {(control) => (
              <textarea
                {...control}
                rows={3}
                maxLength={4000}
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            )}
          </FieldRow>
          <Button type="submit" disabled={!text.trim() || isPending}>
            {said.addNote}
          </Button>
        </form>
      )}
    </section>
  );
}
