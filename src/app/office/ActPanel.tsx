import { type FormEvent, useState } from 'react';
import office from '../../../schemas/office/status.json';
import texts from '../../../schemas/texts/office.json';
import { toApiError } from '../../api/apiError';
import { actOn, assignTo } from '../../api/office';
import type { ActBody, OfficeApplication, Standing } from '../../contract/office';
import { fillText } from '../../model/fillText';
import type { DecisionBasis, DeclineReason, OfficeAct } from '../../model/office';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { FieldRow } from '../ui/FieldRow';

const said = texts.acts;

interface ActPanelProps {
  application: OfficeApplication;
  onChanged(): void;
}

/** What may be done next, and who is in charge. */
export function ActPanel({ application, onChanged }: ActPanelProps) {
  // With the revision that who chose it saw: the page may follow another's change while the dialog is open.
  const [chosen, setChosen] = useState<Pick<ActBody, 'act' | 'revision'>>();
  const { acts, assigned_to, people, revision, id } = application;
  const [problem, setProblem] = useState<Problem>();
  async function assign(person: string) {
    try {
      await assignTo(id, revision, person || null);
      onChanged();
    } catch (cause) {
      setProblem(problemOf(cause));
    }
  }
  return (
    <section className="of-panel" aria-labelledby="acts">
      <h2 id="acts">{said.title}</h2>
      {acts.length === 0 && <p className="rp-help">{said.none}</p>}
      <div className="of-acts">
        {acts.map((act) => (
          <Button
            key={act}
            variant={act === 'decline' ? 'danger' : 'plain'}
            onClick={() => setChosen({ act, revision })}
          >
            {office.acts[act].title}
          </Button>
        ))}
      </div>
      {acts.length > 0 && (
        <FieldRow label={said.assign}>
          {(control) => (
            <select {...control} value={assigned_to?.id ?? ''} onChange={(event) => void assign(event.target.value)}>
              <option value="">{texts.list.nobody}</option>
              {people.map((person) => (
                <option key={person.id} value={person.id}>
                  {person.name}
                </option>
              ))}
            </select>
          )}
        </FieldRow>
      )}
      {problem && <ProblemBanner problem={problem} onLook={() => [setProblem(undefined), onChanged()]} />}
      {chosen && (
        <ActDialog
          {...chosen}
          application={application}
          onClose={(isDone) => {
            setChosen(undefined);
            if (isDone) onChanged();
          }}
        />
      )}
    </section>
  );
}

interface Problem {
  message: string;
  stands?: Standing;
}

function problemOf(cause: unknown): Problem {
  const { message, code, records, fieldErrors } = toApiError(cause);
  // What stands is what this code carries.
  if (code === 'staleAct' || code === 'noSuchAct')
    return { message, stands: (records as Standing | null) ?? undefined };
  return { message: fieldErrors?.map((error) => error.message).join(' ') || message };
}

function ProblemBanner({ problem: { message, stands }, onLook }: { problem: Problem; onLook(): void }) {
  if (!stands) return <Banner kind="error" title={message} />;
  return (
    <Banner kind="warning" title={fillText(said.stale, { status: office.statuses[stands.status].title })}>
      <Button onClick={onLook}>{said.look}</Button>
    </Banner>
  );
}

interface ActDialogProps {
  act: OfficeAct;
  /** The one that the act was chosen at. */
  revision: number;
  application: OfficeApplication;
  onClose(isDone: boolean): void;
}

/** What the act needs to know, by schemas/office/status.json, and its confirmation. */
function ActDialog({ act, revision, application, onClose }: ActDialogProps) {
  const rule: { title: string; asks?: string } = office.acts[act];
  const [body, setBody] = useState<Partial<ActBody>>({});
  const [problem, setProblem] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);
  const change = (part: Partial<ActBody>) => setBody((now) => ({ ...now, ...part }));
  async function confirm(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    try {
      await actOn(application.id, { act, revision, ...body });
      onClose(true);
    } catch (cause) {
      setProblem(problemOf(cause));
      setBusy(false);
    }
  }
  const asks = rule.asks;
  return (
    <Dialog
      title={rule.title}
      onClose={() => onClose(false)}
      footer={
        <>
          <Button onClick={() => onClose(false)}>{said.cancel}</Button>
          <Button variant="primary" type="submit" form="act">
            {fillText(said.do, { act: rule.title })}
          </Button>
        </>
      }
    >
      <form id="act" onSubmit={(event) => void confirm(event)} noValidate>
        {problem && <ProblemBanner problem={problem} onLook={() => onClose(true)} />}
        {asks === 'documents' && <DocumentsAsked application={application} body={body} onChange={change} />}
        {asks === 'reasons' && (
          <Ticks<DeclineReason>
            legend={said.reasons}
            options={reasonsOf(application)}
            chosen={body.reasons ?? []}
            onChange={(reasons) => change({ reasons })}
          />
        )}
        {asks === 'conditions' && (
          <FieldRow label={said.conditions}>
            {(control) => (
              <textarea
                {...control}
                rows={4}
                maxLength={2000}
                value={body.conditions ?? ''}
                onChange={(event) => change({ conditions: event.target.value })}
              />
            )}
          </FieldRow>
        )}
        {asks && asks !== 'documents' && (
          <Ticks<DecisionBasis>
            legend={said.bases}
            options={office.bases}
            chosen={body.bases ?? []}
            onChange={(bases) => change({ bases })}
          />
        )}
        {usesReport(body) && act === 'decline' && <Report body={body} onChange={change} />}
      </form>
    </Dialog>
  );
}

/** The reasons that this office gives, by their names. */
function reasonsOf({ decline_reasons }: OfficeApplication): Record<string, { title: string }> {
  return Object.fromEntries(decline_reasons.map((name) => [name, office.reasons[name]]));
}

function usesReport({ bases = [], reasons = [] }: Partial<ActBody>): boolean {
  const needs = (reason: DeclineReason) => 'needsReport' in office.reasons[reason];
  return bases.includes('consumerReport') || reasons.some(needs);
}

interface TicksProps<Name extends string> {
  legend: string;
  options: Record<string, { title: string }>;
  chosen: readonly Name[];
  onChange(chosen: Name[]): void;
}

function Ticks<Name extends string>({ legend, options, chosen, onChange }: TicksProps<Name>) {
  const names = Object.keys(options) as Name[];
  return (
    <fieldset className="of-ticks">
      <legend className="rp-label">{legend}</legend>
      {names.map((name) => (
        <label key={name}>
          <input
            type="checkbox"
            checked={chosen.includes(name)}
            onChange={() => onChange(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name])}
          />
          {options[name]?.title}
        </label>
      ))}
    </fieldset>
  );
}

interface PartProps {
  body: Partial<ActBody>;
  onChange(part: Partial<ActBody>): void;
}

function Report({ body: { report }, onChange }: PartProps) {
  const { name = '', address = '', phone = '' } = report ?? {};
  const given = { name, address, phone };
  const line = (field: keyof typeof given, label: string) => (
    <FieldRow label={label}>
      {(control) => (
        <input
          {...control}
          value={given[field]}
          onChange={(event) => onChange({ report: { ...given, [field]: event.target.value } })}
        />
      )}
    </FieldRow>
  );
  return (
    <fieldset className="of-ticks">
      <legend className="rp-label">{said.report}</legend>
      {line('name', said.agency)}
      {line('address', said.address)}
      {line('phone', said.phone)}
    </fieldset>
  );
}

/** The applicant's own places for documents, each with words that go into the mail. */
function DocumentsAsked({
  application: { may_ask },
  body: { documents = [] },
  onChange,
}: PartProps & Pick<ActDialogProps, 'application'>) {
  const at = (place: (typeof may_ask)[number]) =>
    documents.findIndex((one) => one.document_id === place.document_id && one.source_id === place.source_id);
  return (
    <fieldset className="of-ticks">
      <legend className="rp-label">{said.documents}</legend>
      {may_ask.map((place) => {
        const index = at(place);
        const title = [place.title, place.source].filter(Boolean).join(', ');
        const { document_id, source_id } = place;
        const rest = documents.filter((_, other) => other !== index);
        const put = (text: string) => onChange({ documents: [...rest, { document_id, source_id, text }] });
        return (
          <div key={`${document_id}/${source_id}`}>
            <label>
              <input
                type="checkbox"
                checked={index >= 0}
                onChange={() => (index >= 0 ? onChange({ documents: rest }) : put(''))}
              />
              {title}
            </label>
            {index >= 0 && (
              <FieldRow label={fillText(said.words, { title })}>
                {(control) => (
                  <input
                    {...control}
                    maxLength={500}
                    value={documents[index]?.text ?? ''}
                    onChange={(event) => put(event.target.value)}
                  />
                )}
              </FieldRow>
            )}
          </div>
        );
      })}
    </fieldset>
  );
}
