import type { Decision, TimelineEntry } from '../../../contract/office';
import { messages } from '../../../messages/serverMessages';
import { formatDollars } from '../../../model/format/money';
import { fillText } from '../../../model/messages/fillText';
import { getActionRule, officeMessages } from '../../../model/office';
import { documentType, hasRole } from '../../../model/section/documentTypes';
import type { Translations } from '../../forms/languages';
import { openText } from '../../platform/crypto/seal';
import type { ApplicationDeps } from '../applicationDeps';
import { type EventBody, type EventRow, readRows, timelineAdditionalData } from './timelineRepository';

/** Returns the timeline, newest first. With `isApplicant`, uses applicant wording and leaves out internal texts. */
export async function readTimeline(
  deps: Pick<ApplicationDeps, 'keyring' | 'db' | 'forms'>,
  trn: string,
  decisions: readonly Decision[],
  texts: Translations = {},
  isApplicant = false,
): Promise<TimelineEntry[]> {
  const labels = messages('server-office');
  const found = await readRows(deps, trn);
  if (!found) return [];
  const key = await deps.keyring.keyOf(trn);
  const translate = (text: string, values = {}) => fillText(texts[text] ?? text, values);
  const { applicant, program } = labels.actors;
  const entry = (
    at: Date,
    kind: string,
    title: string,
    by: string | null,
    text: string | null = null,
  ): TimelineEntry => ({ at: at.toISOString(), kind, title, text, by });
  const getTitle = (type: number) => translate(documentType(type)?.title ?? '');
  const getName = ({ actor, by, key_name: name }: EventRow): string | null => {
    if (actor === 'person') return by;
    if (actor !== 'key') return translate(labels.actors[actor]);
    return isApplicant ? null : translate(labels.actors.key, { name: name ?? '' });
  };
  const events = found.events.map((row) => {
    const { at, sealed } = row;
    const body: EventBody = JSON.parse(openText(sealed, key, timelineAdditionalData(trn)));
    const { title, text } = describeEvent(body, texts, isApplicant);
    if (body.kind !== 'act') return entry(at, body.kind, title, getName(row), text);
    const { conditions = null, letter } = decisions.find((one) => one.at === at.toISOString()) ?? {};
    return {
      ...entry(at, body.kind, title, getName(row), isApplicant ? conditions : text),
      status: getActionRule(body.act).to,
      ...(letter && { letter }),
    };
  });
  const payment = { amount: formatDollars((found.amount_cents ?? 0) / 100) };
  const delays = found.delays.flatMap(({ delay, at }) => {
    const { title, text } = describeDelay(delay, isApplicant) ?? {};
    return title && text ? [entry(at, 'delayed', translate(title), translate(program), translate(text))] : [];
  });
  return [
    ...events,
    ...delays,
    entry(found.submitted_at, 'submitted', translate(labels.timeline.submitted), translate(applicant)),
    ...(found.paid_at && found.amount_cents
      ? [entry(found.paid_at, 'paid', translate(labels.timeline.paid, payment), translate(program))]
      : []),
    ...(found.secondary_at
      ? [entry(found.secondary_at, 'secondary', translate(labels.timeline.secondary), translate(applicant))]
      : []),
    ...found.documents.flatMap(({ document_id, at, withdrawn_at }) => {
      const title = getTitle(document_id);
      return [
        // Files of a message belong to the message's event.
        ...(at > found.submitted_at && !hasRole('message', document_id)
          ? [entry(at, 'document', translate(labels.timeline.document, { title }), translate(applicant))]
          : []),
        ...(withdrawn_at
          ? [entry(withdrawn_at, 'withdrawn', translate(labels.timeline.withdrawn, { title }), translate(applicant))]
          : []),
      ];
    }),
  ].sort((one, other) => other.at.localeCompare(one.at));
}

function describeDelay(delay: string, isApplicant: boolean) {
  const known: Record<string, Record<'applicant' | 'office', { title: string; text: string }>> = messages(
    'server-office',
  ).delays;
  return known[delay]?.[isApplicant ? 'applicant' : 'office'];
}

function describeEvent(
  body: EventBody,
  translations: Translations,
  isApplicant: boolean,
): { title: string; text: string | null } {
  const texts = messages('server-office');
  const office = officeMessages(translations);
  const translate = (text: string, values: Record<string, unknown>) => fillText(translations[text] ?? text, values);
  if (body.kind === 'act')
    return {
      title: isApplicant ? office.statuses[getActionRule(body.act).to].applicant.title : office.acts[body.act].done,
      text: isApplicant ? null : (body.text ?? null),
    };
  if (body.kind === 'assigned')
    return {
      title: body.name ? translate(texts.timeline.assigned, body) : translate(texts.timeline.unassigned, {}),
      text: null,
    };
  if (body.kind === 'message') return { title: translate(texts.timeline.message, body), text: null };
  const kinds = body.kinds.map((kind) => office.reveals[kind].title).join(', ');
  return { title: translate(texts.timeline.revealed, { kinds }), text: isApplicant ? null : body.why };
}
