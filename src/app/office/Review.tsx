import { useState } from 'react';
import type { Finding, OfficeApplication, OfficeSession, Revealed } from '../../contract/office';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import type { OfficeAction, RevealKind } from '../../model/office';
import { stepInRole } from '../../model/section/flow';
import { applicationFlow } from '../shell/application';
import { DecisionAndRequests } from './DecisionAndRequests';
import { DecisionDialog } from './DecisionDialog';
import { DecisionPanel } from './DecisionPanel';
import { type DocumentView, DocumentViewer } from './DocumentViewer';
import { DutiesPanel } from './DutiesPanel';
import { FindingList } from './FindingList';
import { MessagesPanel } from './MessagesPanel';
import { NotesPanel } from './NotesPanel';
import { PaymentsPanel } from './PaymentsPanel';
import { RecordPanel } from './RecordPanel';
import { RevealDialog, RevealPanel } from './RevealPanel';
import { Fold, ReviewAnswers } from './ReviewAnswers';
import { KeyFigures, ReviewHead } from './ReviewHead';
import { TimelinePanel } from './TimelinePanel';
import { useShortcuts } from './useShortcuts';
import './review.css';

interface ReviewProps {
  application: OfficeApplication;
  session: OfficeSession;
  onChanged(): void;
}

/** The page may load a newer revision, so the revision that the user saw is stored. */
interface Chosen {
  act: OfficeAction;
  revision: number;
  places?: Finding['ask'];
}

export function Review({ application, session, onChanged }: ReviewProps) {
  const messages = useMessages('office').application;
  const { acts, findings, documents, revision } = application;
  const [chosen, setChosen] = useState<Chosen>();
  const [asked, setAsked] = useState<readonly RevealKind[]>();
  const [revealed, setRevealed] = useState<Revealed>();
  const [view, setView] = useState<DocumentView | undefined>(() => toView(findings.find(hasFile)));
  const mayReveal = session.scopes.includes('reveal');
  const mayWrite = session.scopes.includes('status');
  const onReveal = mayReveal ? setAsked : undefined;
  const choose = (act: OfficeAction, places?: Finding['ask']) =>
    acts.includes(act) && setChosen({ act, revision, ...(places && { places }) });
  const onAsk = acts.includes('askDocuments')
    ? (places: Finding['ask']) => void choose('askDocuments', places)
    : undefined;
  useShortcuts({ a: () => choose('approve'), d: () => choose('decline'), r: () => choose('askDocuments') });
  function showRevealed(next: Revealed) {
    setRevealed(next);
    setAsked(undefined);
    onChanged();
  }
  function showFinding(finding: Finding) {
    setView(toView(finding));
    scrollToDocuments();
  }
  function showDocument(document: number) {
    setView({ document });
    // A message's file may be newer than the page's data.
    onChanged();
    scrollToDocuments();
  }
  function scrollToDocuments() {
    document.getElementById('documents')?.scrollIntoView({ block: 'nearest' });
  }
  return (
    <>
      {asked && (
        <RevealDialog
          application={application}
          kinds={asked}
          onRevealed={showRevealed}
          onClose={() => setAsked(undefined)}
        />
      )}
      {chosen && (
        <DecisionDialog
          {...chosen}
          application={application}
          onClose={(isDone) => {
            setChosen(undefined);
            if (isDone) onChanged();
          }}
        />
      )}
      <ReviewHead application={application} />
      <DecisionPanel application={application} onChoose={choose} onChanged={onChanged} />
      <div className="of-review">
        <div className="of-first">
          <FindingList
            application={application}
            shown={findings.find((one) => isSameView(toView(one), view))}
            onAsk={onAsk}
            onShow={showFinding}
          />
          {stepInRole(applicationFlow(), 'income') && <KeyFigures application={application} />}
        </div>
        <div className="of-document">
          <DocumentViewer
            id={application.id}
            documents={documents}
            view={view}
            onView={setView}
            onReveal={onReveal}
            onAsk={onAsk}
          />
        </div>
        <div className="of-rest">
          <DecisionAndRequests application={application} />
          <MessagesPanel application={application} mayWrite={mayWrite} onShow={showDocument} />
          <ReviewAnswers application={application} onAsk={onAsk} />
          {mayReveal && (
            <RevealPanel application={application} shown={revealed} onShow={setRevealed} onAsk={() => setAsked([])} />
          )}
          <DutiesPanel application={application} mayChange={mayWrite} onChanged={onChanged} />
          <NotesPanel application={application} mayWrite={mayWrite} onChanged={onChanged} />
          {stepInRole(applicationFlow(), 'payment') && <PaymentsPanel application={application} mayChange={mayWrite} />}
          <RecordPanel application={application} onReveal={onReveal} />
          <Fold title={messages.lawTitle}>
            <LawNote law={application.law} />
          </Fold>
          <TimelinePanel timeline={application.timeline} />
        </div>
      </div>
    </>
  );
}

const hasFile = ({ documents }: Finding) => documents.length > 0;

function toView(finding?: Finding): DocumentView | undefined {
  const [document] = finding?.documents ?? [];
  if (!finding || document === undefined) return undefined;
  return { document, ...(finding.places.length > 0 && { marked: { what: finding.text, places: finding.places } }) };
}

const isSameView = (one?: DocumentView, other?: DocumentView) =>
  one !== undefined && one.document === other?.document && one.marked?.what === other.marked?.what;

function LawNote({ law: { title, notes } }: Pick<OfficeApplication, 'law'>) {
  const messages = useMessages('office').application;
  return (
    <p className="rp-note">
      {fillText(messages.law, { place: title })} {notes.join(' ')} {messages.lawNote}
    </p>
  );
}
