import { Box } from '@chakra-ui/react/box';
import { defineSlotRecipe } from '@chakra-ui/react/styled-system';
import { Timeline } from '@chakra-ui/react/timeline';
import type { ApplicationSummary } from '../../contract/success';
import type { Messages } from '../../messages/files';
import { useMessages } from '../../messages/useMessages';
import type { Stage } from '../../model/applicationStages';
import { formatDay, formatMoment } from '../../model/format/dates';
import { fillText } from '../../model/messages/fillText';
import { type OfficeStatus, statusPage } from '../../model/office';
import { useSession } from '../session/sessionStore';
import { useApplication } from '../shell/application';
import { joinList } from '../ui/joinList';
import { preventBreaks } from '../ui/preventBreaks';
import { type Left, listLeft } from './documents/wantedDocuments';

interface StatusTimelineProps {
  summary: ApplicationSummary;
  status: OfficeStatus;
  stages: readonly Stage[];
}

export function StatusTimeline({ summary, status, stages }: StatusTimelineProps) {
  const { review } = summary;
  const { next, timeline } = useMessages('success');
  const { subscriber_name: subscriber } = useApplication();
  const { email } = useSession();
  const current = stages.find(({ state }) => state === 'current')?.name;
  const values = { subscriber, email, left: describeLeft(timeline, listLeft(summary)), status: review?.title };
  return (
    <section aria-labelledby="next">
      <Box as="h2" id="next" marginTop="6">
        {statusPage(status).isOpen ? next.title : timeline.past}
      </Box>
      <Timeline.Root as="ol" recipe={recipe}>
        {stages.map((stage) => (
          <Timeline.Item
            as="li"
            key={stage.name}
            data-state={stage.state}
            aria-current={stage.name === current ? 'step' : undefined}
          >
            <Timeline.Indicator />
            <strong>{timeline[stage.name].title}</strong>
            <Box as="span" className="rp-timeline__state">
              {timeline.states[stage.state]}
            </Box>
            <Responsibility stage={stage} subscriber={subscriber} />
            <p>{preventBreaks(fillText(describeStage(timeline, stage), values))}</p>
            {stage.isLate && <p>{fillText(timeline.late, values)}</p>}
          </Timeline.Item>
        ))}
      </Timeline.Root>
    </section>
  );
}

type TimelineMessages = Messages<'success'>['timeline'];

function describeStage(messages: TimelineMessages, { name, state }: Stage): string {
  const texts: Partial<Record<Stage['state'] | 'title', string>> = messages[name];
  return texts[state] ?? '';
}

/** Names what's left in a phrase. Documents are counted, but a single one is named if nothing else is left. */
function describeLeft({ left }: TimelineMessages, things: Left): string {
  return joinList([...describeDocuments(left, things), ...(things.hasQuestions ? [left.questions] : [])]);
}

function describeDocuments(
  messages: TimelineMessages['left'],
  { documents, hasUnnamed, hasQuestions }: Left,
): string[] {
  if (hasUnnamed) return [messages.unnamed];
  if (documents.length === 1 && !hasQuestions) return documents;
  return documents.length > 0 ? [fillText(messages.documents, { n: documents.length })] : [];
}

/** `'Demo Homes · Expected by Dec 1, 2026'`. Without a date, the stage's text says who acts. */
function Responsibility({ stage, subscriber }: { stage: Stage; subscriber: string }) {
  const { timeline } = useMessages('success');
  const date = describeDate(timeline, stage);
  if (!date) return null;
  const isApplicants = ['received', 'documents', 'withdrawn'].includes(stage.name);
  return <div>{`${isApplicants ? timeline.you : subscriber} · ${date}`}</div>;
}

function describeDate(messages: TimelineMessages, { state, at, by, isConditional }: Stage): string {
  const { lang } = document.documentElement;
  if (by) return fillText(isConditional ? messages.ifToday : messages.by, { date: formatDay(by, lang) });
  if (!at) return '';
  const date = formatMoment(at, { dateStyle: 'medium' }, lang);
  return state === 'current' ? fillText(messages.since, { date }) : date;
}

const recipe = defineSlotRecipe({
  className: 'rp-timeline',
  slots: ['root', 'item', 'indicator'],
  base: {
    root: { marginBlock: '4 5', listStyle: 'none' },
    item: {
      position: 'relative',
      paddingInlineStart: '6',
      paddingBottom: { base: '4', md: '5' },
      _before: {
        content: '""',
        position: 'absolute',
        insetInlineStart: '0.5rem',
        top: '0.5rem',
        bottom: '-0.5rem',
        borderInlineStart: '2px solid {colors.hair}',
      },
      _last: { _before: { display: 'none' } },
      '& p': { marginTop: '1', overflowWrap: 'break-word' },
      '& .rp-timeline__state': { marginInlineStart: '2', fontSize: 'small', color: 'muted' },
      '&[data-state=done] .rp-timeline__state': { color: 'good' },
      '&[data-state=current] .rp-timeline__state': { color: 'accentText', fontWeight: 'bold' },
      '&[data-state=next] strong': { fontWeight: 'medium' },
    },
    indicator: {
      position: 'absolute',
      insetInlineStart: '0',
      top: '0.3rem',
      width: '1.125rem',
      height: '1.125rem',
      border: '2px solid {colors.hair}',
      borderRadius: '50%',
      bg: 'paper',
      '[data-state=done] > &': { bg: 'good', borderColor: 'good' },
      '[data-state=current] > &': { borderWidth: '5px', borderColor: 'accentText' },
    },
  },
});
