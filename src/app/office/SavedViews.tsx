import { useState } from 'react';
import { Link } from 'react-router-dom';
import { removeView, saveView, useViews } from '../../api/officeDesk';
import type { ListQuery } from '../../contract/office';
import type { SavedView } from '../../contract/officeDesk';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { Button } from '../ui/Button';
import { CancelButton } from '../ui/CancelButton';
import { Dialog } from '../ui/Dialog';
import { announce } from '../ui/LiveRegion';
import { usePending } from '../ui/usePending';
import { OfficeForm, type Problem, ProblemBanner, readProblem } from './OfficeForm';

export function SavedViews({ query }: { query: ListQuery }) {
  const messages = useMessages('office').views;
  const { data: views = [], mutate } = useViews();
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const { search: _, ...filters } = query;
  const current = views.find((view) => isSame(view.query, filters));
  const [isPending, remove] = usePending(async (view: SavedView) => {
    await removeView(view.id).then(
      (next) => [mutate(next, { revalidate: false }), announce(messages.removed)],
      (cause: unknown) => setProblem(readProblem(cause)),
    );
  });
  const mayBeSaved = !current && Object.keys(filters).length > 0;
  if (views.length === 0 && !mayBeSaved) return null;
  return (
    <nav className="of-views" aria-label={messages.title}>
      {views.map((view) => (
        <Link key={view.id} to={viewAddress(view)} aria-current={view === current ? 'true' : undefined} translate="no">
          {view.name}
        </Link>
      ))}
      {mayBeSaved && (
        <Button variant="link" onClick={() => setSaving(true)}>
          {messages.save}
        </Button>
      )}
      {current && (
        <Button
          variant="link"
          aria-disabled={isPending}
          aria-label={fillText(messages.removeOne, { name: current.name })}
          onClick={() => void remove(current)}
        >
          {messages.remove}
        </Button>
      )}
      {problem && <ProblemBanner problem={problem} onLook={() => void mutate()} />}
      {isSaving && (
        <SaveDialog
          query={filters}
          onClose={(next) => {
            setSaving(false);
            if (next) [void mutate(next, { revalidate: false }), announce(messages.saved)];
          }}
        />
      )}
    </nav>
  );
}

const viewAddress = ({ query }: SavedView): string => `/office?${new URLSearchParams(query)}`;

const isSame = (one: SavedView['query'], other: SavedView['query']): boolean => sorted(one) === sorted(other);

const sorted = (query: SavedView['query']): string => JSON.stringify(Object.entries(query).sort());

const FORM = 'view-form';

function SaveDialog({ query, onClose }: { query: SavedView['query']; onClose(saved?: SavedView[]): void }) {
  const messages = useMessages('office').views;
  const [problem, setProblem] = useState<Problem>();
  const [isReady, setReady] = useState(false);
  const [isPending, save] = usePending(async (name: string) => {
    await saveView({ name, query }).then(onClose, (cause: unknown) => setProblem(readProblem(cause)));
  });
  return (
    <Dialog
      title={messages.save}
      onClose={() => onClose()}
      footer={
        <>
          <CancelButton />
          <Button variant="primary" type="submit" form={FORM} disabled={!isReady} aria-disabled={isPending}>
            {messages.send}
          </Button>
        </>
      }
    >
      {problem && <ProblemBanner problem={problem} onLook={() => onClose()} />}
      <p className="rp-help">{messages.saveHelp}</p>
      <OfficeForm
        id={FORM}
        step="view"
        onReady={() => setReady(true)}
        onSubmit={async ({ name }) => save(String(name))}
      />
    </Dialog>
  );
}
