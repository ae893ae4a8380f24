import { Box } from '@chakra-ui/react/box';
import { Input } from '@chakra-ui/react/input';
import { useState } from 'react';
import { isDefinite } from '../../../api/apiError';
import { useRestructuring } from '../../../api/studio';
import type { RestructuredDraft } from '../../../contract/studio';
import { useMessages } from '../../../messages/useMessages';
import { fillText } from '../../../model/messages/fillText';
import { Banner } from '../../ui/Banner';
import { Button } from '../../ui/Button';
import { CancelButton } from '../../ui/CancelButton';
import { Dialog } from '../../ui/Dialog';
import { FieldRow, SelectBox } from '../../ui/FieldRow';
import { announce } from '../../ui/LiveRegion';
import { draft, draftChanges } from '../draft';
import { useDebounced } from '../draftFiles';
import { describeProblem } from '../Findings';
import { AffectedList } from '../PublishPanel';
import { IssueRows, Part, SmallHeading } from '../parts';
import { type RestructureTarget, type RestructureVerb, requestFor } from './restructureTarget';

interface RestructureDialogProps {
  target: RestructureTarget;
  verb: RestructureVerb;
  head: number;
  onClose(): void;
  onDone(name: string | undefined): void;
}

const DEBOUNCE_MS = 400;

/** Shows the effects of renaming, moving or retiring a target, and adds the change to the draft. */
export function RestructureDialog({ target, verb, head, onClose, onDone }: RestructureDialogProps) {
  const { restructure: messages, page } = useMessages('studio');
  const [typed, setTyped] = useState('');
  const [place, setPlace] = useState('');
  const [changes] = useState(draftChanges);
  const name = typed.trim();
  const { label } = target;
  const rested = useDebounced(name, DEBOUNCE_MS);
  const wanted = requestFor(target, verb, { name: rested, place });
  const { data, error, isLoading, mutate } = useRestructuring(wanted && { ...changes, ...wanted });
  const isReady = data !== undefined && !isLoading && !error && rested === name;
  const apply = () => {
    if (!isReady) return;
    draft.replace(data.changes, head);
    announce(fillText(messages.done, { label }));
    onDone(verb === 'rename' ? name : undefined);
  };
  return (
    <Dialog
      title={fillText(messages.titles[verb], { label })}
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button variant={verb === 'retire' ? 'danger' : 'primary'} disabled={!isReady} onClick={apply}>
            {messages.apply}
          </Button>
        </>
      }
    >
      <p>{messages.leads[leadOf(verb, target)]}</p>
      {verb === 'rename' && (
        <FieldRow
          label={messages.name}
          help={fillText(messages.nameHelp, { name: target.names.at(-1)?.split('/').at(-1) })}
          error={error?.message}
        >
          {(control) => (
            <Input
              {...control}
              value={typed}
              maxLength={80}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </FieldRow>
      )}
      {verb === 'move' && (
        <FieldRow label={target.kind === 'section' ? messages.step : messages.place} error={error?.message}>
          {(control) => (
            <SelectBox {...control} value={place} onChange={(event) => setPlace(event.target.value)}>
              <option value="">{messages.choose}</option>
              {target.places.map(({ id, label: where }) => (
                <option key={id} value={id}>
                  {where}
                </option>
              ))}
            </SelectBox>
          )}
        </FieldRow>
      )}
      {verb === 'retire' && error && <Banner kind="error" title={error.message} />}
      {error && !isDefinite(error) && <Button onClick={() => void mutate()}>{page.retry}</Button>}
      <Outcome
        data={isReady ? data : undefined}
        isAsking={wanted !== undefined && !error}
        verb={verb}
        target={target}
      />
    </Dialog>
  );
}

function leadOf(verb: RestructureVerb, { kind }: RestructureTarget) {
  const names = { field: 'Field', section: 'Section' } as const;
  return `${verb}${names[kind]}` as const;
}

interface OutcomeProps extends Pick<RestructureDialogProps, 'verb' | 'target'> {
  data: RestructuredDraft | undefined;
  isAsking: boolean;
}

function Outcome({ data, isAsking, verb, target: { kind } }: OutcomeProps) {
  const studio = useMessages('studio');
  const { restructure: messages, work } = studio;
  const hasAnswers = verb !== 'move' || kind === 'section';
  return (
    <Box display="grid" gap="3" aria-live="polite" aria-busy={isAsking && !data}>
      {isAsking && !data && <p className="rp-help">{work.checking}</p>}
      {data && hasAnswers && <AffectedList title={messages.answers} affected={data.affected} />}
      {data && data.findings.length > 0 && (
        <div>
          <SmallHeading as="h3">{messages.left}</SmallHeading>
          <IssueRows>
            {data.findings.map(({ code, file, path, fix }) => (
              <li key={`${code} ${file} ${path}`}>
                <p>{describeProblem(studio, code)}</p>
                <Part title={work.showJson} isLazy>
                  <p>
                    <code>{code}</code> <code>{file}</code>
                  </p>
                  <p>{fix}</p>
                </Part>
              </li>
            ))}
          </IssueRows>
        </div>
      )}
      {data && (
        <Part title={fillText(messages.files, { count: data.files.length })} isLazy>
          <ul>
            {data.files.map((file) => (
              <li key={file}>
                <code>{file}</code>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </Box>
  );
}
