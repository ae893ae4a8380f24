import { useState } from 'react';
import texts from '../../../schemas/texts/office.json';
import { createAct } from '../../api/act';
import { addNote } from '../../api/office';
import type { OfficeApplication } from '../../contract/office';
import type { Answers } from '../../model/types';
import { OfficeForm, type Problem, ProblemBanner, problemOf } from './OfficeForm';
import { momentOf } from './officeDays';

const said = texts.application;

interface NotesPanelProps {
  application: OfficeApplication;
  mayWrite: boolean;
  onChanged(): void;
}

/** What the office has noted for itself. */
export function NotesPanel({ application: { id, notes }, mayWrite, onChanged }: NotesPanelProps) {
  const [problem, setProblem] = useState<Problem>();
  const [act] = useState(createAct);
  // Another one is an empty form.
  const [turn, setTurn] = useState(0);
  async function add({ text }: Answers) {
    setProblem(undefined);
    try {
      await act([id, text], (key) => addNote(id, String(text), key));
      setTurn((now) => now + 1);
      onChanged();
    } catch (cause) {
      setProblem(problemOf(cause));
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
        <>
          {problem && <ProblemBanner problem={problem} onLook={onChanged} />}
          <OfficeForm key={turn} step="note" submit={said.addNote} onSubmit={add} />
        </>
      )}
    </section>
  );
}
