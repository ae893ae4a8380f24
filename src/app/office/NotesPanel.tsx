import { type FormEvent, useState } from 'react';
import texts from '../../../schemas/texts/office.json';
import { toApiError } from '../../api/apiError';
import { addNote } from '../../api/office';
import type { OfficeApplication } from '../../contract/office';
import { Button } from '../ui/Button';
import { FieldRow } from './FieldRow';
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
  async function add(event: FormEvent) {
    event.preventDefault();
    try {
      await addNote(id, text.trim());
      setText('');
      onChanged();
    } catch (cause) {
      setError(toApiError(cause).message);
    }
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
        <form onSubmit={(event) => void add(event)} noValidate>
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
          <Button type="submit" disabled={!text.trim()}>
            {said.addNote}
          </Button>
        </form>
      )}
    </section>
  );
}
