import { Box } from '@chakra-ui/react/box';
import { Link } from 'react-router-dom';
import { useMessages } from '../../messages/useMessages';
import { answerCard, briefLines } from '../../model/answers/answerCards';
import { fillText } from '../../model/messages/fillText';
import { BriefLines } from './BriefLines';
import type { LoadedStep } from './loadedStep';
import type { Panel } from './panels';
import type { StepFormState } from './useStepForm';

interface StepSummaryProps {
  loaded: LoadedStep;
  form: StepFormState;
}

export function StepSummary({ loaded: { panels }, form }: StepSummaryProps) {
  const messages = useMessages('steps').beside;
  const shown = panels.map((panel, index) => ({ panel, index })).filter(({ index }) => form.isDone(index));
  const left = panels.length - shown.length;
  return (
    <Box as="aside" aria-labelledby="step-answers" {...SIDE}>
      <h2 id="step-answers">{messages.title}</h2>
      {shown.length === 0 ? <p>{messages.empty}</p> : <Sections shown={shown} form={form} />}
      <p>{left > 0 ? fillText(messages.left, { n: left }) : messages.complete}</p>
      <p>{messages.saved}</p>
    </Box>
  );
}

/** Leaves out the sections' statuses, because the list of steps shows them. */
function Sections({ shown, form }: { shown: { panel: Panel; index: number }[]; form: StepFormState }) {
  return (
    <ol>
      {shown.map(({ panel, index }) => (
        <li key={panel.anchor} aria-current={index === form.place.open ? 'true' : undefined}>
          <Link to={{ hash: panel.anchor }}>{panel.title}</Link>
          <Brief panel={panel} form={form} />
        </li>
      ))}
    </ol>
  );
}

function Brief({ panel, form }: { panel: Panel; form: StepFormState }) {
  const { answers: texts } = useMessages('steps');
  const lines = panel.sections.flatMap((section) => {
    const { schema, ui } = section.served;
    return briefLines(answerCard('', { schema, ui, texts }, form.controller.answers(section)));
  });
  return <BriefLines lines={lines} />;
}

const SIDE = {
  className: 'rp-beside',
  position: 'sticky',
  top: '6',
  alignSelf: 'start',
  lineHeight: 'snug',
  css: {
    '& h2': { margin: '0 0 {spacing.1}', fontSize: 'body' },
    '& > p': { color: 'muted', fontSize: 'small' },
    '& > p + p': { marginTop: '2' },
    '& ol': { marginBlock: '{spacing.4}', listStyle: 'none', borderTop: '2px solid {colors.accent}' },
    '& li': { paddingBlock: '3', borderBottom: '1px solid {colors.hair}', fontSize: 'small' },
    '& li[aria-current] > a': { fontWeight: 'bold' },
    '& a': { color: 'muted', '&:hover': { textDecoration: 'underline' } },
    '& li > p': { marginTop: '1', overflowWrap: 'break-word' },
  },
} as const;
