import { useState } from 'react';
import { createIdempotentCall } from '../../api/idempotentCall';
import { addNote } from '../../api/office';
import type { OfficeApplication } from '../../contract/office';
import { useMessages } from '../../messages/useMessages';
import type { Answers } from '../../model/types';
import { formatDateTime } from './dates';
import { OfficeForm, type Problem, ProblemBanner, readProblem } from './OfficeForm';

interface NotesPanelProps {
  application: OfficeApplication;
  mayWrite: boolean;
  onChanged(): void;
}

export function NotesPanel({ application: { id, notes }, mayWrite, onChanged }: NotesPanelProps) {
  const messages = useMessages('office').application;
  const [problem, setProblem] = useState<Problem>();
  const [addOnce] = useState(createIdempotentCall);
  // Changing this key clears the form.
  const [formVersion, setFormVersion] = useState(0);
  async function add({ text }: Answers) {
    setProblem(undefined);
    try {
      await addOnce([id, text], (key) => addNote(id, String(text), key));
      setFormVersion((now) => now + 1);
      onChanged();
    } catch (cause) {
      setProblem(readProblem(cause));
    }
  }
  return (
    <section className="of-panel" aria-labelledby="notes">
      <h2 id="notes">{messages.notes}</h2>
      {notes.length === 0 && <p className="rp-help">{messages.noNotes}</p>}
      <ul className="of-timeline">
        {notes.map((note) => (
          <li key={note.id}>
            <p>{note.text}</p>
            <p className="rp-help">{[note.by, formatDateTime(note.at)].filter(Boolean).join(', ')}</p>
          </li>
        ))}
      </ul>
      {mayWrite && (
        <>
          {problem && <ProblemBanner problem={problem} onLook={onChanged} />}
          <OfficeForm key={formVersion} step="note" submit={messages.addNote} onSubmit={add} />
        </>
      )}
    </section>
  );
}
